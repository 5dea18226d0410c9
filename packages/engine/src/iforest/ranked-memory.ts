import type { Arena } from '../memory/arena.js'

/** Room that sorting by digits needs, in u32. */
export const RADIX_COUNTS: number = 6 * 2048
/** A Scale of assembly/forest/ranks.ts. */
export const SCALE_BYTES = 32

/** Numbers that a search looks at all at once. */
const AT_ONCE = 8

/** The number of a record or, from LEAST_END on, an end of a path; see assembly/forest/ranked-record.ts. */
const LEAST_END = 0xf000
const END = 0xffff
export const MOST_ENDS: number = END - LEAST_END + 1
/** Records of one tree. */
export const MOST_RECORDS: number = LEAST_END

const PACKING_BYTES = 2 * 256 * 16
/** Lists of at most 17 nodes wait at a time; with the one at hand and some room. */
const LIST_BYTES = 2 * 18
/** Lanes beyond the end of a list read anywhere in 16 bits. */
const STRAY_BYTES = 2 * 65536

/** The table of ends, empty but for leaves of one row. */
export interface Ends {
  readonly at: number
  readonly adds: number
  used(): number
  /** Takes all ends back. */
  clear(): void
}

export function takeEnds(arena: Arena, leafDepth: Float64Array): Ends {
  const ofSize = arena.take(2 * leafDepth.length + 4)
  const adds = arena.take(8 * MOST_ENDS)
  const at = arena.put(Uint32Array.of(ofSize, adds, arena.put(leafDepth), 0))
  function clear(): void {
    arena.view(Uint16Array, ofSize, leafDepth.length + 2).fill(0)[1] = END
    arena.view(Uint32Array, at, 4)[3] = 1
    arena.view(Float64Array, adds, 1)[0] = 0
  }
  clear()
  return { at, adds, used: () => arena.view(Uint32Array, at, 4)[3], clear }
}

/** Puts sorted numbers and a grid over them into the Scale at `at`. */
export function placeScale(arena: Arena, values: Float64Array, cells: number, at: number): void {
  const numbers = arena.take(8 * (values.length + AT_ONCE))
  const placed = arena.view(Float64Array, numbers, values.length + AT_ONCE)
  placed.set(values)
  placed.fill(Number.POSITIVE_INFINITY, values.length)
  const starts = arena.take(4 * (cells + 1))
  arena.view(Uint32Array, at, 4).set([numbers, starts, values.length, cells])
  arena.kernels.gridScale(at)
}

export interface RouteSetup {
  /** Ranks, feature by feature, and the bytes from one to the next. */
  readonly columns: number
  readonly stride: number
  readonly sums: number
  readonly adds: number
  /** Most rows at a time. */
  readonly rows: number
}

/** A Route of assembly/forest/route.ts. */
export function takeRoute(arena: Arena, { columns, stride, sums, adds, rows }: RouteSetup): number {
  const lists = arena.take(LIST_BYTES * rows + 4096)
  const ended = arena.take(2 * rows + 64)
  const packing = takePacking(arena)
  arena.take(STRAY_BYTES)
  return arena.put(Uint32Array.of(columns, stride, sums, adds, lists, ended, packing))
}

export function takePacking(arena: Arena): number {
  const packing = arena.take(PACKING_BYTES)
  arena.kernels.writePacking(packing)
  return packing
}

/** Addresses beyond what an arena has handed out. */
export class AddressesBeyond {
  end: number

  constructor(from: number) {
    this.end = from
  }

  take(bytes: number): number {
    const at = this.end
    this.end = at + Math.ceil(bytes / 64) * 64
    return at
  }
}
