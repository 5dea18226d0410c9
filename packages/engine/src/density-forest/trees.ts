import * as internals from '@xenolith/core/internals'
import { nodesPerTree } from '../iforest/node-staging.js'
import type { Divide } from '../pool/shards.js'
import type { DensitySetup } from './task.js'

type Forest = internals.Forest

/** Numbers of a node, and where its whole numbers begin; the fields of Node in assembly/forest/density.ts. */
const NUMBERS = 7

/** Neighbouring trees, about as many in each part. */
export function divideTrees(forest: Forest, categorical: Uint8Array): Divide {
  let packed: Float64Array<ArrayBuffer> | undefined
  return (part, parts) => {
    // Only when a part is asked for: trees that are open already are not packed again.
    packed ??= packNodes(forest, categorical)
    const counts = nodesPerTree(forest.root, 0, forest.feature.length)
    const trees = forest.root.length
    const from = Math.floor((part * trees) / parts)
    const to = Math.floor(((part + 1) * trees) / parts)
    const firstNode = counts.subarray(0, from).reduce((sum, n) => sum + n, 0)
    const end = firstNode + counts.subarray(from, to).reduce((sum, n) => sum + n, 0)
    const setup: DensitySetup = {
      nodes: packed.slice(NUMBERS * firstNode, NUMBERS * end),
      firstNode,
      firstTree: from,
      roots: forest.root.slice(from, to),
      subsets: forest.subsets,
      categorical,
    }
    return { setup, transfer: [] }
  }
}

function packNodes(forest: Forest, categorical: Uint8Array): Float64Array<ArrayBuffer> {
  const { feature, low, high, fraction, left, right, size } = forest
  const reached = internals.logDensities(forest, categorical)
  const numbers = new Float64Array(NUMBERS * feature.length)
  const whole = new Int32Array(numbers.buffer)
  for (let node = 0, at = 0; node < feature.length; node++, at += NUMBERS) {
    numbers[at] = internals.splitValue(low[node], high[node], fraction[node])
    numbers[at + 1] = low[node]
    numbers[at + 2] = high[node]
    numbers[at + 3] = reached[2 * node]
    numbers[at + 4] = reached[2 * node + 1]
    whole[2 * at + 10] = feature[node]
    whole[2 * at + 11] = left[node]
    whole[2 * at + 12] = right[node]
    whole[2 * at + 13] = size[node]
  }
  return numbers
}
