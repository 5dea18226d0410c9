import { XenolithError } from '@xenolith/core'
import type { Decided, Decision, GivenVerdict } from '../../shapes.js'
import { first, reads, type Tx, writes } from '../driver.js'
import type { AlarmRow } from './alarms.js'
import { closeDrawsOf } from './draws.js'
import { append } from './events.js'

export const verdicts = {
  /** One verdict, or several at once: each stands for itself, and one that came too late changes nothing. */
  decide: writes(
    async (tx: Tx, input: { decisions: readonly Decision[]; bulk: boolean; actor: string; at: number }) => {
      const results: Decided[] = []
      for (const decision of input.decisions) results.push(await decideOne(tx, decision, input))
      return results
    },
  ),
  verdictsOf: reads((tx: Tx, row: string) =>
    Promise.resolve(tx.all<GivenVerdict>('SELECT * FROM verdicts WHERE row_id = ? ORDER BY seq', row)),
  ),
}

async function decideOne(
  tx: Tx,
  decision: Decision,
  { bulk, actor, at }: { bulk: boolean; actor: string; at: number },
): Promise<Decided> {
  const { row: id, verdict, expected, reason, draw } = decision
  const row = await first<AlarmRow>(tx, 'SELECT * FROM kept_rows WHERE id = ?', id)
  if (row === undefined) return { outcome: 'not-found', row: id }
  if (row.verdict_seq !== expected) {
    const current = await first<GivenVerdict>(tx, 'SELECT * FROM verdicts WHERE seq = ?', row.verdict_seq)
    return { outcome: 'conflict', row: id, current: current ?? null }
  }
  if (draw !== null) {
    const drawn = await first(tx, 'SELECT position FROM draw_rows WHERE draw_id = ? AND row_id = ?', draw, id)
    if (drawn === undefined) throw new XenolithError('bad-request', `row ${id} is not in the draw ${draw}`)
  }
  const last = await first<{ seq: number | null }>(tx, 'SELECT MAX(seq) AS seq FROM verdicts')
  const seq = (last?.seq ?? 0) + 1
  const basis = draw !== null ? 'draw' : bulk ? 'bulk' : 'queue'
  await tx.all(
    'INSERT INTO verdicts (seq, row_id, verdict, reason, basis, draw_id, reviewer, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...([seq, id, verdict, reason, basis, draw, actor, at] as const),
  )
  await tx.all('UPDATE kept_rows SET verdict = ?, verdict_seq = ? WHERE id = ?', verdict, seq, id)
  await closeDrawsOf(tx, id)
  const body = {
    seq,
    row: id,
    stream: row.stream_id,
    before: row.verdict,
    verdict,
    reason,
    basis,
    draw,
    score: row.score,
  }
  await append(tx, { at, actor, kind: 'verdict.given', subject: id, body })
  return { outcome: 'done', row: id, seq }
}
