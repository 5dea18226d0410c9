import { WIDE } from '../memory/kernels.js'

/** What growing trees needs; plain data, no part of core, so that a worker in a browser can read it as it is. */
export interface ForestFitSetup {
  readonly rows: number
  /** Rows each tree is grown on. */
  readonly subsample: number
  readonly rangeCheck: boolean
  readonly mixed: boolean
  /** The words that, with the number of a tree, start its random generator. */
  readonly stream: readonly [number, number]
  readonly columns: readonly (Float64Array | Int32Array)[]
  readonly kinds: Uint8Array
  /** Most categories of any feature. */
  readonly categories: number
  /** c(n) for n = 0 .. subsample. */
  readonly leafDepth: Float64Array
  /** Whether the trees are handed out, or dropped once they have judged. */
  readonly keep: boolean
  /** Most trees that are asked for at a time. */
  readonly piece: number
  /** Whether out-of-bag depths are wanted. */
  readonly outOfBag: boolean
  /** The training rows as the walk reads them; needed for out-of-bag depths where ranks do not do. */
  readonly encoded?: Float64Array
  /** Other rows that all trees judge. */
  readonly others: readonly Float64Array[]
}

/** In narrow records a slot is 16 bits and a record three units of 16 bytes. */
const MOST_NARROW = 65535

export function isWide(records: number, width: number): boolean {
  return 3 * records > MOST_NARROW || 8 * width > MOST_NARROW
}

/** Bytes of the records of a tree grown on `psi` rows. */
export function treeBytes(psi: number, flags: number): number {
  return Math.ceil((2 * psi * (flags & WIDE ? 64 : 48)) / 64) * 64
}

/** What out-of-bag depths are made of and where they go. */
export interface JudgePlaces {
  readonly flags: number
  readonly kinds: number
  readonly leafDepth: number
  /** The columns as they are grown on. */
  readonly columns: number
  /** The rows of the tree at hand: those it was grown on come first. */
  readonly order: number
  readonly sums: number
  readonly inBag: number
}

/** Adds the depths of the rows that trees were not grown on. */
export interface Judge {
  /** The tree just grown, of `count` nodes, judges now or by the next `finish`. */
  add(nodes: number, count: number): void
  finish(): void
}
