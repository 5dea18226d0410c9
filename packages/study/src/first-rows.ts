import { type Split, substream } from '@xenolith/core'
import { sampleToFront } from '@xenolith/core/internals'

/** No seed of the user's: whoever may draw again until a pilot pleases has looked at the rows that certify. */
const ORDER = 1

/** The first rows of an order that depends on their number alone, and the others: of two counts the smaller one's rows are among the larger one's. */
export function firstRows(rows: number, count: number, which: 'nominal' | 'mixture'): Split {
  const order = new Int32Array(rows)
  sampleToFront(order, count, substream(ORDER, `pilot-${which}`))
  return { kept: order.slice(0, count).sort(), heldOut: order.slice(count).sort() }
}
