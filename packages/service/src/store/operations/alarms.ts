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

/** What each order sorts by; ties are broken by id. */
const orders = {
  score: { column: 'score', descending: true },
  near: { column: 'distance', descending: false },
  time: { column: 'scored_at', descending: true },
} as const satisfies Record<Order, { column: string; descending: boolean }>

export interface Page {
  readonly stream: string
  readonly order: Order
  /** open: without a verdict. */
  readonly verdict: Verdict | 'open' | 'any'
  /** The last row of the page before. */
  readonly after: { readonly value: number; readonly id: string } | null
  readonly limit: number
}

export const alarms = {
  /** A page by keys, not by numbers: rows that come meanwhile neither repeat nor hide one. */
  alarms: reads((tx: Tx, { stream, order, verdict, after, limit }: Page) => {
    const { column, descending } = orders[order]
    const direction = descending ? 'DESC' : 'ASC'
    const beyond = descending ? '<' : '>'
    const chosen = verdict === 'any' ? '' : verdict === 'open' ? 'AND verdict IS NULL' : 'AND verdict = ?'
    const next = after === null ? '' : `AND (${column} ${beyond} ? OR (${column} = ? AND id ${beyond} ?))`
    return Promise.resolve(
      tx.all<AlarmRow>(
        `SELECT * FROM kept_rows WHERE stream_id = ? AND alarm = 1 ${chosen} ${next} ORDER BY ${column} ${direction}, id ${direction} LIMIT ?`,
        stream,
        ...(verdict === 'any' || verdict === 'open' ? [] : [verdict]),
        ...(after === null ? [] : [after.value, after.value, after.id]),
        limit,
      ),
    )
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

/** The value that an order sorts a row by. */
export function sortValue(row: AlarmRow, order: Order): number {
  return row[orders[order].column]
}
