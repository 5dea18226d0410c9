import {
  addCounts,
  countScores,
  noCounts,
  readWatchSince,
  type WatchCounts,
  type WatchPlan,
  type WatchReading,
} from '@xenolith/core'
import { followedStarts } from '@xenolith/core/internals'
import { type ColumnSummary, mergeSummaries, movedMost } from '../../watch/columns.js'
import { reasonFor } from '../../watch/words.js'
import { first, reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'
import type { StreamRow, StreamStatus } from './streams.js'

export interface BatchRow {
  readonly id: string
  readonly stream_id: string
  readonly idempotency_key: string
  readonly body_sha256: string
  readonly rows: number
  readonly alarms: number
  readonly response: string
  readonly received_at: number
}

export interface KeptRow {
  readonly id: string
  readonly position: number
  readonly row_key: string
  readonly score: number
  readonly distance: number
  readonly alarm: 0 | 1
  readonly sampled: 0 | 1
  /** The cells, as JSON text. */
  readonly cells: string
}

export interface Ingest {
  readonly batch: Omit<BatchRow, 'response'>
  readonly certificate: string
  /** The scores of all rows, in order. */
  readonly scores: Float64Array
  readonly kept: readonly KeptRow[]
  /** SHA-256 of the kept cells: what the history holds of them. */
  readonly digest: string
  readonly columns: readonly ColumnSummary[]
  /** Null where nothing can be watched. */
  readonly plan: WatchPlan | null
  readonly actor: string
}

export type Ingested =
  | { readonly outcome: 'done'; readonly response: string; readonly status: StreamStatus }
  | { readonly outcome: 'replayed'; readonly response: string; readonly status: StreamStatus }
  | { readonly outcome: 'key-reused' }
  | { readonly outcome: 'certificate-changed' }

export interface WindowRow {
  readonly number: number
  readonly certificate_id: string
  readonly closed: number
  readonly starts_at: number
  readonly ends_at: number
  readonly rows: number
  readonly alarms: number
  readonly sums: string
  readonly columns: string
  readonly log_evidence: number | null
  readonly log_restarted: number | null
  readonly state: string | null
  readonly finding: string | null
}

export const ingest = {
  batch: reads((tx: Tx, { stream, key }: { stream: string; key: string }) => batchOf(tx, stream, key)),
  /** All of a batch or nothing: kept rows, counts, the state of the certificate, the answer and the history. */
  ingest: writes(async (tx: Tx, input: Ingest): Promise<Ingested> => {
    const { batch, certificate } = input
    await tx.lock()
    const stream = (await first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', batch.stream_id))!
    const known = await batchOf(tx, batch.stream_id, batch.idempotency_key)
    if (known !== undefined) {
      if (known.body_sha256 !== batch.body_sha256) return { outcome: 'key-reused' }
      return { outcome: 'replayed', response: known.response, status: stream.status }
    }
    if (stream.certificate_id !== certificate) return { outcome: 'certificate-changed' }
    const { status, reason } = await count(tx, stream, input)
    const response = JSON.stringify({
      batch: batch.id,
      rows: batch.rows,
      alarms: batch.alarms,
      certificate,
      status,
      promise: status === 'valid' || status === 'at-risk',
      alarmed: input.kept
        .filter(({ alarm }) => alarm === 1)
        .map(({ id, position, row_key, score }) => ({ id, row: position, key: row_key, score })),
    })
    await tx.all(
      'INSERT INTO batches (id, stream_id, idempotency_key, body_sha256, rows, alarms, response, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...([batch.id, batch.stream_id, batch.idempotency_key, batch.body_sha256, batch.rows, batch.alarms] as const),
      ...([response, batch.received_at] as const),
    )
    for (const row of input.kept) {
      await tx.all(
        `INSERT INTO kept_rows (id, stream_id, batch_id, position, row_key, score, distance, alarm, sampled, cells, scored_at, certificate_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...([row.id, batch.stream_id, batch.id, row.position, row.row_key, row.score, row.distance] as const),
        ...([row.alarm, row.sampled, row.cells, batch.received_at, certificate] as const),
      )
    }
    await tx.all(
      'UPDATE streams SET rows = rows + ?, alarms = alarms + ?, status = ?, reason = ? WHERE id = ?',
      ...([batch.rows, batch.alarms, status, reason, stream.id] as const),
    )
    const body = { ...batch, certificate, kept: input.kept.length, digest: input.digest }
    await append(tx, { at: batch.received_at, actor: input.actor, kind: 'rows.scored', subject: batch.stream_id, body })
    if (status !== stream.status) {
      const change = { stream: stream.id, certificate, before: stream.status, status, reason }
      await append(tx, {
        at: batch.received_at,
        actor: 'watch',
        kind: `certificate.${status}`,
        subject: stream.id,
        body: change,
      })
    }
    return { outcome: 'done', response, status }
  }),
  windows: reads((tx: Tx, { stream, after, limit }: { stream: string; after: number; limit: number }) =>
    Promise.resolve(
      tx.all<WindowRow>(
        `SELECT w.* FROM windows w JOIN streams s ON s.id = w.stream_id AND s.certificate_id = w.certificate_id
         WHERE w.stream_id = ? AND w.number > ? ORDER BY w.number LIMIT ?`,
        ...([stream, after, limit] as const),
      ),
    ),
  ),
}

function batchOf(tx: Tx, stream: string, key: string): Promise<BatchRow | undefined> {
  return first<BatchRow>(tx, 'SELECT * FROM batches WHERE stream_id = ? AND idempotency_key = ?', stream, key)
}

interface Standing {
  readonly status: StreamStatus
  readonly reason: string | null
}

/** Counts the rows into windows, closing those that are full, and reads the watch at every close. */
async function count(tx: Tx, stream: StreamRow, { plan, scores, batch, columns }: Ingest): Promise<Standing> {
  let standing: Standing = { status: stream.status, reason: stream.reason }
  if (plan === null) return standing
  let window = await openWindow(tx, stream, plan, batch.received_at)
  for (let at = 0; at < scores.length; ) {
    const room = stream.window_rows - window.rows
    const part = countScores(plan, scores.subarray(at, at + room))
    at += part.rows
    const ends = at >= scores.length
    window = {
      ...window,
      rows: window.rows + part.rows,
      alarms: window.alarms + part.alarms,
      sums: addCounts(window.sums, part),
      ends_at: batch.received_at,
      // What a batch says of its columns goes to the window that it ends in.
      columns: ends ? mergeSummaries(window.columns, columns) : window.columns,
    }
    if (window.rows < stream.window_rows) break
    const reading = await readClosed(tx, stream, plan, window)
    const recent = ends ? window.columns : mergeSummaries(window.columns, columns)
    standing = await standingAfter(tx, stream, standing, reading, recent)
    await saveWindow(tx, stream, window, reading)
    window = { ...window, number: window.number + 1, rows: 0, alarms: 0, starts_at: batch.received_at, columns: [] }
  }
  if (window.rows > 0) await saveWindow(tx, stream, window, null)
  return standing
}

interface OpenWindow {
  readonly number: number
  readonly rows: number
  readonly alarms: number
  readonly starts_at: number
  readonly ends_at: number
  readonly sums: WatchCounts
  readonly columns: readonly ColumnSummary[]
}

async function openWindow(tx: Tx, stream: StreamRow, plan: WatchPlan, at: number): Promise<OpenWindow> {
  const last = await first<WindowRow>(
    tx,
    'SELECT * FROM windows WHERE stream_id = ? AND certificate_id = ? ORDER BY number DESC LIMIT 1',
    ...([stream.id, stream.certificate_id] as const),
  )
  if (last === undefined) {
    return { number: 0, rows: 0, alarms: 0, starts_at: at, ends_at: at, sums: noCounts(plan), columns: [] }
  }
  const sums = JSON.parse(last.sums) as WatchCounts
  if (last.closed === 1) {
    return { number: last.number + 1, rows: 0, alarms: 0, starts_at: at, ends_at: at, sums, columns: [] }
  }
  const { number, rows, alarms, starts_at, ends_at, columns } = last
  return { number, rows, alarms, starts_at, ends_at, sums, columns: JSON.parse(columns) }
}

/** The watch after this window, from the sums of the windows before the starts that are followed. */
async function readClosed(tx: Tx, stream: StreamRow, plan: WatchPlan, window: OpenWindow): Promise<WatchReading> {
  const starts = followedStarts(window.number + 1).filter((start) => start > 0)
  const before = new Map<number, WatchCounts>()
  if (starts.length > 0) {
    const rows = await tx.all<{ number: number; sums: string }>(
      `SELECT number, sums FROM windows WHERE stream_id = ? AND certificate_id = ? AND number IN (${starts.map(() => '?').join(', ')})`,
      ...([stream.id, stream.certificate_id, ...starts.map((start) => start - 1)] as const),
    )
    for (const row of rows) before.set(row.number + 1, JSON.parse(row.sums) as WatchCounts)
  }
  return readWatchSince(plan, window.number + 1, (start) => {
    const earlier = before.get(start)
    if (earlier === undefined) return window.sums
    return {
      rows: window.sums.rows - earlier.rows,
      alarms: window.sums.alarms - earlier.alarms,
      cells: window.sums.cells.map((cell, i) => cell - earlier.cells[i]),
    }
  })
}

/** Void is for good; at risk passes. */
async function standingAfter(
  tx: Tx,
  stream: StreamRow,
  now: Standing,
  reading: WatchReading,
  recent: readonly ColumnSummary[],
): Promise<Standing> {
  if (now.status === 'void' || now.status === 'without-promise') return now
  if (reading.state === 'valid' || reading.finding === null) return { status: 'valid', reason: null }
  const rows = await tx.all<{ number: number; columns: string }>(
    'SELECT number, columns FROM windows WHERE stream_id = ? AND certificate_id = ? ORDER BY number DESC LIMIT 200',
    ...([stream.id, stream.certificate_id] as const),
  )
  const since = reading.finding.since
  const side = (after: boolean): ColumnSummary[] =>
    rows
      .filter(({ number }) => number >= since === after)
      .reduce((all: ColumnSummary[], row) => mergeSummaries(all, JSON.parse(row.columns)), after ? [...recent] : [])
  return { status: reading.state, reason: reasonFor(reading.finding, movedMost(side(false), side(true)), stream.alpha) }
}

async function saveWindow(tx: Tx, stream: StreamRow, window: OpenWindow, reading: WatchReading | null): Promise<void> {
  const values = [reading === null ? 0 : 1, window.ends_at, window.rows, window.alarms] as const
  const texts = [JSON.stringify(window.sums), JSON.stringify(window.columns)] as const
  const read = [reading?.logEvidence ?? null, reading?.logRestarted ?? null, reading?.state ?? null] as const
  const finding = reading === null || reading.finding === null ? null : JSON.stringify(reading.finding)
  await tx.all(
    `INSERT INTO windows (closed, ends_at, rows, alarms, sums, columns, log_evidence, log_restarted, state, finding, stream_id, certificate_id, number, starts_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (stream_id, certificate_id, number) DO UPDATE SET closed = excluded.closed, ends_at = excluded.ends_at, rows = excluded.rows, alarms = excluded.alarms,
       sums = excluded.sums, columns = excluded.columns, log_evidence = excluded.log_evidence, log_restarted = excluded.log_restarted, state = excluded.state, finding = excluded.finding`,
    ...[...values, ...texts, ...read, finding],
    ...([stream.id, stream.certificate_id, window.number, window.starts_at] as const),
  )
}
