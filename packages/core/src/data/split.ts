import { expect } from '../errors.js'
import { sampleToFront, substream } from '../numeric/random.js'

/** Row numbers of two disjoint random parts, each ascending. */
export interface Split {
  readonly kept: Int32Array
  readonly heldOut: Int32Array
}

/**
 * Sets round(fraction * rows) rows aside at random.
 *
 * @example
 * ```ts
 * holdOut(6, 0.5, 1) // => { kept: Int32Array(3) [ 1, 4, 5 ], heldOut: Int32Array(3) [ 0, 2, 3 ] }
 * ```
 */
export function holdOut(rows: number, fraction: number, seed: number): Split {
  expect(fraction > 0 && fraction < 1, 'bad-option', `holdout must be in (0, 1), got ${fraction}`)
  const count = Math.round(fraction * rows)
  expect(
    count >= 1 && count <= rows - 1,
    'too-few-rows',
    `a holdout of ${fraction} leaves one part of ${rows} rows empty`,
  )
  const order = new Int32Array(rows)
  sampleToFront(order, count, substream(seed, 'holdout'))
  return { kept: order.slice(count).sort(), heldOut: order.slice(0, count).sort() }
}

/**
 * Row numbers of a random sample without replacement, ascending.
 *
 * @example
 * ```ts
 * drawRows(10, 3, 1) // => Int32Array(3) [ 6, 7, 9 ]
 * ```
 */
export function drawRows(rows: number, size: number, seed: number): Int32Array {
  expect(
    Number.isSafeInteger(size) && size >= 1 && size <= rows,
    'bad-option',
    `the sample's size must be a whole number from 1 to ${rows}, got ${size}`,
  )
  const order = new Int32Array(rows)
  sampleToFront(order, size, substream(seed, 'audit'))
  return order.slice(0, size).sort()
}
