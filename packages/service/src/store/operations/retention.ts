import { reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'

export const retention = {
  /**
   * Lets go of rows past their stream's days: their cells, and the rows themselves where nobody judged or drew them. The history
   * keeps digests alone, so the chain stays whole.
   */
  expire: writes(async (tx: Tx, { at }: { at: number }) => {
    const streams = await tx.all<{ id: string; keep_days: number }>('SELECT id, keep_days FROM streams')
    let expired = 0
    for (const { id, keep_days } of streams) {
      const before = at - keep_days * 86_400_000
      const old = await tx.all<{ n: number }>(
        'SELECT COUNT(*) AS n FROM kept_rows WHERE stream_id = ? AND scored_at < ? AND cells IS NOT NULL',
        id,
        before,
      )
      if (old[0].n === 0) continue
      await tx.all(
        `DELETE FROM kept_rows WHERE stream_id = ? AND scored_at < ? AND verdict_seq = 0
         AND NOT EXISTS (SELECT 1 FROM draw_rows w WHERE w.row_id = kept_rows.id)`,
        id,
        before,
      )
      await tx.all('UPDATE kept_rows SET cells = NULL WHERE stream_id = ? AND scored_at < ?', id, before)
      await append(tx, {
        at,
        actor: 'retention',
        kind: 'rows.expired',
        subject: id,
        body: { stream: id, before, rows: old[0].n },
      })
      expired += old[0].n
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
