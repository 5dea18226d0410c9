import type { AlarmRow } from '../store/operations/alarms.js'
import type { CountedDraw } from '../store/operations/draws.js'
import type { CertificateRow, ModelRow } from '../store/operations/models.js'
import type { StreamRow } from '../store/operations/streams.js'

/* Rows of the store as clients see them. */

export function modelShape(row: ModelRow) {
  const { id, name, version, sha256, format, bytes, created_at, created_by } = row
  return { id, name, version, sha256, format, bytes, createdAt: created_at, createdBy: created_by }
}

export function certificateShape(row: CertificateRow) {
  return {
    id: row.id,
    model: row.model_id,
    certified: row.certified === 1,
    looks: row.looks,
    supersedes: row.supersedes,
    issuedAt: row.issued_at,
    issuedBy: row.issued_by,
    watched: row.ranks !== null,
    certificate: JSON.parse(row.body) as Record<string, unknown>,
  }
}

export function streamShape(row: StreamRow) {
  return {
    id: row.id,
    name: row.name,
    model: row.model_id,
    certificate: row.certificate_id,
    rowKey: row.row_key,
    alpha: row.alpha,
    confidence: row.confidence,
    windowRows: row.window_rows,
    sampleRate: row.sample_rate,
    sampleSeed: row.sample_seed,
    keepDays: row.keep_days,
    status: row.status,
    /** Whether the word "promise" may be used of its alarms. */
    promise: row.status === 'valid' || row.status === 'at-risk',
    reason: row.reason,
    rows: row.rows,
    alarms: row.alarms,
    createdAt: row.created_at,
  }
}

export function alarmShape(row: AlarmRow) {
  return {
    id: row.id,
    stream: row.stream_id,
    batch: row.batch_id,
    row: row.position,
    key: row.row_key,
    score: row.score,
    alarm: row.alarm === 1,
    cells: row.cells === null ? null : (JSON.parse(row.cells) as Record<string, string | number | null>),
    scoredAt: row.scored_at,
    certificate: row.certificate_id,
    verdict: row.verdict,
    verdictSeq: row.verdict_seq,
  }
}

export function drawShape(row: CountedDraw) {
  const { id, number, kind, size, recall, confidence, judged } = row
  return {
    id,
    number,
    kind,
    certificate: row.certificate_id,
    size,
    recall,
    confidence,
    judged,
    closed: row.closed === 1,
    drawnAt: row.drawn_at,
    drawnBy: row.drawn_by,
  }
}
