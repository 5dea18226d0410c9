/** Some trees of a forest: slices of its arrays, nodes and entries still numbered as in the whole. */
export interface ForestScoreSetup {
  readonly root: Int32Array
  readonly firstNode: number
  readonly firstEntry: number
  readonly feature: Int32Array
  readonly low: Float64Array
  readonly high: Float64Array
  readonly fraction: Uint16Array
  readonly left: Int32Array
  readonly right: Int32Array
  readonly size: Int32Array
  readonly subsets: Int32Array
  readonly rangeCheck: boolean
  readonly kinds: Uint8Array
  readonly leafDepth: Float64Array
}
