import type { Verdict } from '@xenolith/core'
import { first, reads, type Tx } from '../driver.js'

export type Order = 'score' | 'near' | 'time'

export interface AlarmRow {
  readonly id: string
  readonly stream_id: string
  readonly batch_id: string
  readonly position: number
  readonly row_key: string
  readonly score: number
  readonly distance: number
  readonly alarm: number
  readonly sampled: number
  readonly cells: string | null
  readonly scored_at: number
  readonly certificate_id: string
  readonly verdict: Verdict | null
  readonly verdict_seq: number
}

/** Lists that follow each other, each sorted by a column; ties are broken by id. */
interface Run {
  readonly column: 'score' | 'scored_at'
  readonly descending: boolean
  /** On which side of the threshold in force its scores lie. */
  readonly side?: '>' | '<='
}

/** Near: alarms above the threshold, and after them those of earlier certificates that would not alarm by this one. */
const orders: Readonly<Record<Order, readonly Run[]>> = {
  score: [{ column: 'score', descending: true }],
  near: [
    { column: 'score', descending: false, side: '>' },
    { column: 'score', descending: true, side: '<=' },
  ],
  time: [{ column: 'scored_at', descending: true }],
}

export interface Page {
  readonly stream: string
  readonly order: Order
  /** open: without a verdict. */
  readonly verdict: Verdict | 'open' | 'any'
  /** The threshold in force. */
  readonly tau: number
  /** The last row of the page before. */
  readonly after: { readonly value: number; readonly id: string } | null
  readonly limit: number
}

export const alarms = {
  /** A page by keys, not by numbers: rows that come meanwhile neither repeat nor hide one. */
  alarms: reads(async (tx: Tx, page: Page) => {
    const rows: AlarmRow[] = []
    let { after } = page
    for (const run of orders[page.order]) {
      if (after !== null && run.side !== undefined && after.value > page.tau !== (run.side === '>')) continue
      rows.push(...(await rowsOf(tx, { ...page, after, limit: page.limit - rows.length }, run)))
      if (rows.length === page.limit) break
      after = null
    }
    return rows
  }),
  /** All kept rows of a stream, in the order of their ids, found by their ids: an index of the stream would be sorted anew for each page. */
  keptRows: reads((tx: Tx, { stream, after, limit }: { stream: string; after: string; limit: number }) =>
    Promise.resolve(
      tx.all<AlarmRow>(
        "SELECT * FROM kept_rows WHERE stream_id || '' = ? AND id > ? ORDER BY id LIMIT ?",
        ...([stream, after, limit] as const),
      ),
    ),
  ),
  /** Open alarms whose scores are next to one, as many above as below, without the row itself. */
  openAround: reads(
    async (tx: Tx, { stream, id, score, most }: { stream: string; id: string; score: number; most: number }) => {
      const open = 'SELECT * FROM kept_rows WHERE stream_id = ? AND alarm = 1 AND verdict IS NULL AND cells IS NOT NULL'
      const above = await tx.all<AlarmRow>(
        `${open} AND score >= ? AND id <> ? ORDER BY score ASC, id ASC LIMIT ?`,
        ...([stream, score, id, most] as const),
      )
      const below = await tx.all<AlarmRow>(
        `${open} AND score < ? ORDER BY score DESC, id DESC LIMIT ?`,
        ...([stream, score, most] as const),
      )
      return [...above, ...below]
    },
  ),
  row: reads((tx: Tx, id: string) => first<AlarmRow>(tx, 'SELECT * FROM kept_rows WHERE id = ?', id)),
}

function rowsOf(
  tx: Tx,
  { stream, verdict, tau, after, limit }: Page,
  { column, descending, side }: Run,
): Promise<AlarmRow[]> | AlarmRow[] {
  const direction = descending ? 'DESC' : 'ASC'
  const beyond = descending ? '<' : '>'
  const chosen = verdict === 'any' ? '' : verdict === 'open' ? 'AND verdict IS NULL' : 'AND verdict = ?'
  // The row before is on this side already, and what follows it too: a second bound would hide the first from the index.
  const bounded = side !== undefined && after === null
  const within = bounded ? `AND score ${side} ?` : ''
  // Judged rows are found by their verdict and sorted, few as they are.
  const sorted = column === 'scored_at' && chosen === 'AND verdict = ?' ? `+${column}` : column
  // Compared as a pair: either store goes straight to it in the index, however far the page is.
  const next = after === null ? '' : `AND (${column}, id) ${beyond} (?, ?)`
  return tx.all<AlarmRow>(
    `SELECT * FROM kept_rows WHERE stream_id = ? AND alarm = 1 ${chosen} ${within} ${next} ORDER BY ${sorted} ${direction}, id ${direction} LIMIT ?`,
    stream,
    ...(verdict === 'any' || verdict === 'open' ? [] : [verdict]),
    ...(bounded ? [tau] : []),
    ...(after === null ? [] : [after.value, after.id]),
    limit,
  )
}

/** The value that an order sorts a row by. */
export function sortValue(row: AlarmRow, order: Order): number {
  return row[orders[order][0].column]
}
