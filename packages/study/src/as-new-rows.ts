import { type Model, selectRows, type Table } from '@xenolith/core'
import { rowsAlike } from './alike-rows.js'
import type { Work } from './listener.js'

/** The scores of training rows, those that are alike in great number scored as new rows of their kind are. */
export async function asNewRows(model: Model, table: Table, scores: Float64Array, work: Work): Promise<Float64Array> {
  const kinds = rowsAlike(table)
  if (kinds.length === 0) return scores
  const examples = selectRows(
    table,
    kinds.map(([first]) => first),
  )
  const whole = await work.engine.score(model, examples, { signal: work.signal })
  const settled = scores.slice()
  kinds.forEach((rows, k) => {
    for (const row of rows) settled[row] = whole[k]
  })
  return settled
}
