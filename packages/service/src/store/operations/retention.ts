import { first, reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'

/** Rows of one call, about: other writes are answered between calls. */
const MOST_ROWS = 5000

export const retention = {
  /**
   * Lets go of rows past their stream's days, the oldest first: their cells, and the rows themselves where nobody judged or drew them.
   * The history keeps digests alone, so the chain stays whole. To be called again until it answers 0.
   */
  expire: writes(async (tx: Tx, { at }: { at: number }) => {
    const streams = await tx.all<{ id: string; keep_days: number }>('SELECT id, keep_days FROM streams')
    let expired = 0
    for (const { id, keep_days } of streams) {
      const before = at - keep_days * 86_400_000
      let rows = 0
      for (const alarm of [0, 1]) rows += await expireSome(tx, { stream: id, alarm, before })
      if (rows === 0) continue
      await append(tx, {
        at,
        actor: 'retention',
        kind: 'rows.expired',
        subject: id,
        body: { stream: id, before, rows },
      })
      expired += rows
    }
    return expired
  }),
  counts: reads(async (tx: Tx, _: null) => {
    const one = async (sql: string): Promise<number> => (await tx.all<{ n: number }>(sql))[0].n
    return {
      streams: await tx.all<{ name: string; status: string; rows: number; alarms: number }>(
        'SELECT name, status, rows, alarms FROM streams ORDER BY name',
      ),
      events: await one('SELECT COALESCE(MAX(seq), 0) AS n FROM events'),
    }
  }),
  /** Whether the store can be written: a write that leaves nothing. */
  probe: writes(async (tx: Tx, _: null) => {
    await tx.all('UPDATE schema_version SET version = version')
    return null
  }),
}

/** Some of the old rows that alarmed, or that did not: in each of both there is an index of time. */
async function expireSome(
  tx: Tx,
  { stream, alarm, before }: { stream: string; alarm: number; before: number },
): Promise<number> {
  const old = 'FROM kept_rows WHERE stream_id = ? AND alarm = ? AND scored_at <= ? AND cells IS NOT NULL'
  const last = await first<{ scored_at: number }>(
    tx,
    `SELECT scored_at ${old} ORDER BY scored_at LIMIT 1 OFFSET ?`,
    ...([stream, alarm, before - 1, MOST_ROWS] as const),
  )
  const these = [stream, alarm, last?.scored_at ?? before - 1] as const
  const count = await first<{ n: number }>(tx, `SELECT COUNT(*) AS n ${old}`, ...these)
  if (count!.n === 0) return 0
  await tx.all(
    `DELETE ${old} AND verdict_seq = 0 AND NOT EXISTS (SELECT 1 FROM draw_rows w WHERE w.row_id = kept_rows.id)`,
    ...these,
  )
  await tx.all(
    'UPDATE kept_rows SET cells = NULL WHERE stream_id = ? AND alarm = ? AND scored_at <= ? AND cells IS NOT NULL',
    ...these,
  )
  return count!.n
}
