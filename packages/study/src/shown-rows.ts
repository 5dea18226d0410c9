import type { ModelFile, TopRows } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Work } from './listener.js'
import { withReasons } from './reasons.js'
import type { Scored } from './scored.js'
import { type Names, nearRows, topRows } from './top-rows.js'

/** The rows that a report shows: the most alien ones and those near the threshold, with reasons, numbered as in the mixture. */
export async function rowsToShow(
  { model, rows, mixture, mixtureRows }: Pick<Scored, 'model' | 'rows' | 'mixture' | 'mixtureRows'>,
  tau: number,
  { ids, column }: Names,
  known: Pick<ModelFile, 'profiles' | 'references'>,
  work: Work,
): Promise<{ readonly topRows: TopRows; readonly nearRows?: TopRows }> {
  const table = rows.mixture
  const keys = internals.rowKeys(table)
  const names = { ids: ids && mixtureRows ? Array.from(mixtureRows, (row) => ids[row]) : ids, column }
  const finish = async (shown: TopRows): Promise<TopRows> => {
    const explained = await withReasons(shown, table, model, known, work)
    return mixtureRows ? { ...explained, row: explained.row.map((row) => mixtureRows[row - 1] + 1) } : explained
  }
  const near = nearRows(table, mixture, tau, names, keys)
  return {
    topRows: await finish(topRows(table, mixture, names, keys)),
    ...(near === undefined ? {} : { nearRows: await finish(near) }),
  }
}
