import { createHash } from 'node:crypto'
import type { GivenVerdict } from '../../shapes.js'
import type { StoredEvent } from '../chain.js'
import { first, reads, type Tx } from '../driver.js'
import type { DrawRow } from './draws.js'
import type { BatchRow } from './ingest.js'
import { keptDigest } from './kept.js'
import type { CertificateRow, ModelRow } from './models.js'
import type { StreamRow } from './streams.js'

/*
 * Whether what the store holds is what its history says. The chain alone shows that events were touched; this shows that records were.
 */

type Body = Readonly<Record<string, unknown>>
/** What is wrong with the record of an event; null where nothing is. */
type Check = (tx: Tx, body: Body, event: StoredEvent) => Promise<string | null>

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

/** The first field in which a record is not as it was written. */
function different(record: object | undefined, written: Body, what: string): string | null {
  if (record === undefined) return `the ${what} is gone`
  for (const [field, value] of Object.entries(written)) {
    if ((record as Body)[field] !== value) return `the ${field} of the ${what} was changed`
  }
  return null
}

const checks: Readonly<Record<string, Check>> = {
  async 'model.added'(tx, body) {
    const row = await first<ModelRow & { file: Uint8Array }>(tx, 'SELECT * FROM models WHERE id = ?', String(body.id))
    return different(row && { ...row, sha256: sha256(row.file) }, body, 'model')
  },
  async 'certificate.issued'(tx, { certificate, model, body, ranks, looks, supersedes }) {
    const row = await first<CertificateRow>(tx, 'SELECT * FROM certificates WHERE id = ?', String(certificate))
    const { tau } = body as { tau: number | null }
    const written = { model_id: model, looks, supersedes, tau, body: JSON.stringify(body) }
    const found = row && { ...row, body: JSON.stringify(JSON.parse(row.body)) }
    // Events of earlier versions say nothing of the ranks.
    if (ranks === undefined || row === undefined) return different(found, written, 'certificate')
    const rankHash = row.ranks === null ? null : sha256(row.ranks)
    return different({ ...found, ranks: rankHash }, { ...written, ranks }, 'certificate')
  },
  async 'scores.kept'(tx, { certificate, sha256: written }) {
    const sql = 'SELECT body FROM certificate_scores WHERE certificate_id = ?'
    const row = await first<{ body: string }>(tx, sql, String(certificate))
    return different(row && { scores: sha256(row.body) }, { scores: written }, 'certificate')
  },
  async 'stream.added'(tx, body) {
    const row = await first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', String(body.id))
    const { id, name, model_id, row_key, window_rows, sample_rate, sample_seed } = body
    return different(row, { id, name, model_id, row_key, window_rows, sample_rate, sample_seed }, 'stream')
  },
  async 'rows.scored'(tx, { certificate: _, kept, digest: __, rowsSha256, ...batch }) {
    const row = await first<BatchRow>(tx, 'SELECT * FROM batches WHERE id = ?', String(batch.id))
    const changed = different(row, batch, 'batch')
    if (changed !== null || rowsSha256 === undefined) return changed
    // By stream and time, since there is an index of them; rows whose time is not that of their batch are strays.
    const rows = await tx.all<Parameters<typeof keptDigest>[0][number] & { alarm: number }>(
      `SELECT position, row_key, score, cells, alarm FROM kept_rows
       WHERE stream_id = ? AND alarm IN (0, 1) AND scored_at = ? AND batch_id = ? AND cells IS NOT NULL ORDER BY position`,
      ...([row!.stream_id, row!.received_at, row!.id] as const),
    )
    // Rows that were deleted leave nothing to compare.
    if (rows.length !== kept) return null
    const same = keptDigest(rows) === rowsSha256 && rows.filter(({ alarm }) => alarm === 1).length === row!.alarms
    return same ? null : 'the kept rows of the batch were changed'
  },
  async 'draw.made'(tx, { rows, closed: _, ...draw }) {
    const row = await first<DrawRow>(tx, 'SELECT * FROM draws WHERE id = ?', String(draw.id))
    const drawn = await tx.all<{ row_id: string }>(
      'SELECT row_id FROM draw_rows WHERE draw_id = ? ORDER BY position',
      String(draw.id),
    )
    const list = JSON.stringify(drawn.map(({ row_id }) => row_id))
    return different(row && { ...row, rows: list }, { ...draw, rows: JSON.stringify(rows) }, 'draw')
  },
  async 'verdict.given'(tx, { seq, row, verdict, reason, basis, draw }, { actor, at }) {
    const found = await first<GivenVerdict>(tx, 'SELECT * FROM verdicts WHERE seq = ?', Number(seq))
    const written = { row_id: row, verdict, reason, basis, draw_id: draw, reviewer: actor, at }
    return different(found, written, 'verdict')
  },
}

export interface RecordCheck {
  readonly seq: number
  readonly reason: string
}

/** Records that come with an event each; those of imported streams came without. */
const counted = {
  batches: 'rows.scored',
  verdicts: 'verdict.given',
  draws: 'draw.made',
  streams: 'stream.added',
  tokens: 'token.added',
} as const

export const records = {
  /** The first of these events whose record is not as it says. */
  checkRecords: reads(async (tx: Tx, events: readonly StoredEvent[]): Promise<RecordCheck | null> => {
    for (const event of events) {
      const reason = await checks[event.kind]?.(tx, JSON.parse(event.body) as Body, event)
      if (reason != null) return { seq: event.seq, reason }
    }
    return null
  }),
  /** Records that no event speaks of, rows that are not where their batch is, and verdicts of rows that are not the last ones given. One statement each: both sides at one moment. */
  strayRecords: reads(async (tx: Tx, _: null): Promise<string | null> => {
    const count = async (sql: string): Promise<number> => (await tx.all<{ n: number }>(sql))[0].n
    const imported = await count("SELECT COUNT(*) AS n FROM events WHERE kind = 'stream.imported'")
    for (const [table, kind] of imported > 0 ? [] : Object.entries(counted)) {
      const extra = await count(
        `SELECT (SELECT COUNT(*) FROM ${table}) - (SELECT COUNT(*) FROM events WHERE kind = '${kind}') AS n`,
      )
      if (extra > 0) return `there are ${extra} more ${table} than events that speak of them`
    }
    const moved = await count(
      `SELECT COUNT(*) AS n FROM kept_rows r LEFT JOIN batches b ON b.id = r.batch_id AND b.stream_id = r.stream_id AND b.received_at = r.scored_at
       WHERE b.id IS NULL OR r.alarm NOT IN (0, 1)`,
    )
    if (moved > 0) return `${moved} kept rows are not of the stream and the time of their batch`
    const changed = await count(
      'SELECT COUNT(*) AS n FROM kept_rows r JOIN verdicts v ON v.seq = r.verdict_seq WHERE r.verdict IS DISTINCT FROM v.verdict',
    )
    return changed > 0 ? `${changed} rows show another verdict than the last that was given` : null
  }),
}
