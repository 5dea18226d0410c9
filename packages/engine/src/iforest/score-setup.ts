import type { ForestNodes } from '@xenolith/core/internals'

/** Some trees of a forest: slices of its arrays, nodes and entries still numbered as in the whole. */
export interface ForestScoreSetup extends ForestNodes {
  readonly root: Int32Array
  readonly firstNode: number
  readonly firstEntry: number
  readonly rangeCheck: boolean
  readonly kinds: Uint8Array
  readonly leafDepth: Float64Array
}
