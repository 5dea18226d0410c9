import { countAtMost } from '../../cdf/empirical.js'
import { substream } from '../../numeric/random.js'
import { countBelow } from '../largest-below.js'

/**
 * How many mixture scores lie at or below the nominal score of rank k, for ascending ranks, with ties between the samples
 * broken by a fair shuffle: as if every score carried a uniform second key. The keyed scores have no ties, so the test
 * loses nothing to them. The shuffle of a tied block is a stream of its own, fixed: the same data give the same answer.
 */
export function mixtureCounter(nominal: Float64Array, mixture: Float64Array): (k: number) => number {
  let block = { start: -1, end: -1, below: 0, order: new Uint32Array(0) }
  return (k) => {
    if (!(k > block.start && k <= block.end)) block = tiedBlock(nominal, mixture, nominal[k - 1])
    return block.below + (block.order.length === 0 ? 0 : block.order[k - block.start - 1])
  }
}

interface Block {
  /** The block holds the ranks start + 1 .. end. */
  readonly start: number
  readonly end: number
  /** Mixture scores strictly below. */
  readonly below: number
  /** For each nominal score of the block, how many of the tied mixture scores come before it; empty when there are none. */
  readonly order: Uint32Array<ArrayBuffer>
}

function tiedBlock(nominal: Float64Array, mixture: Float64Array, value: number): Block {
  const start = countBelow(nominal, value)
  const end = countAtMost(nominal, value)
  const below = countBelow(mixture, value)
  const tied = countAtMost(mixture, value) - below
  if (tied === 0) return { start, end, below, order: new Uint32Array(0) }
  const random = substream(0, 'ties', start)
  const order = new Uint32Array(end - start)
  let before = 0
  for (let i = 0; i < order.length; i++) {
    const left = order.length - i
    while (before < tied && random.float() * (left + tied - before) >= left) before++
    order[i] = before
  }
  return { start, end, below, order }
}
