/**
 * Rows as trees see them: each value by its rank among the distinct values of its feature. Missing values rank below all
 * others, so that one split parts them. Categories rank by how common they are in both samples together, an order that
 * does not look at the labels.
 */
export interface RankedRows {
  readonly rows: number
  readonly width: number
  /** Feature by feature, the rank of every row. */
  readonly ranks: Int32Array
  /** The distinct values of each feature, ascending. */
  readonly values: readonly Float64Array[]
}

/** Votes of the trees on every row. */
export interface Votes {
  readonly mixture: Int32Array
  readonly all: Int32Array
}

/** A forest that grows tree by tree. */
export interface VotingForest {
  grow(seed: number, label: string, tree: number): void
  votes(): Votes
}

export type VotingForestMaker = (data: RankedRows, classes: Uint8Array, outOfBag: boolean) => VotingForest
