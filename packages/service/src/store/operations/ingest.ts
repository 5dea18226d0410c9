import {
  addCounts,
  countScores,
  noCounts,
  readWatchSince,
  substream,
  type WatchCounts,
  type WatchPlan,
  type WatchReading,
} from '@xenolith/core'
import { followedStarts } from '@xenolith/core/internals'
import { type ColumnSummary, mergeSummaries, movedMost } from '../../watch/columns.js'
import { reasonFor } from '../../watch/words.js'
import { first, insertRows, reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'
import { keptDigest } from './kept.js'
import { planOf } from './plan.js'
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

/** What is kept of some rows of a batch, by column: messages between threads cost by the object. */
export interface KeptRows {
  /** Their places in the batch, from 0. */
  readonly rows: Int32Array
  readonly sampled: Uint8Array
  readonly keys: readonly string[]
  /** The cells of each, as JSON text. */
  readonly cells: readonly string[]
}

export interface Ingest {
  readonly batch: Omit<BatchRow, 'response'>
  readonly certificate: string
  readonly tau: number
  /** The scores of all rows, in order. */
  readonly scores: Float64Array
  readonly kept: KeptRows
  readonly columns: readonly ColumnSummary[]
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
  /** All of a batch or nothing: kept rows, counts, the state of the certificate, the answer and the history. */
  ingest: writes(async (tx: Tx, input: Ingest): Promise<Ingested> => {
    const { batch, certificate } = input
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
      alarmed: alarmed(input),
    })
    await tx.all(
      'INSERT INTO batches (id, stream_id, idempotency_key, body_sha256, rows, alarms, response, received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...([batch.id, batch.stream_id, batch.idempotency_key, batch.body_sha256, batch.rows, batch.alarms] as const),
      ...([response, batch.received_at] as const),
    )
    const kept = keptRows(input)
    const { id, stream_id, received_at } = batch
    await insertRows(
      tx,
      KEPT,
      kept.map((row) => [...Object.values(row), id, stream_id, received_at, certificate]),
    )
    await tx.all(
      'UPDATE streams SET rows = rows + ?, alarms = alarms + ?, status = ?, reason = ? WHERE id = ?',
      ...([batch.rows, batch.alarms, status, reason, stream.id] as const),
    )
    const body = { ...batch, certificate, kept: kept.length, rowsSha256: keptDigest(kept) }
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

const KEPT = {
  table: 'kept_rows',
  columns: [
    ...['id', 'position', 'row_key', 'score', 'distance', 'alarm', 'sampled', 'cells'],
    ...['batch_id', 'stream_id', 'scored_at', 'certificate_id'],
  ],
}

/** The kept rows, their fields in the order of the first columns. */
function keptRows({ batch, tau, scores, kept }: Ingest) {
  return kept.keys.map((key, i) => {
    const row = kept.rows[i]
    const score = scores[row]
    return {
      id: rowId(batch.id, row),
      position: row + 1,
      row_key: key,
      score,
      distance: tau === Number.NEGATIVE_INFINITY ? Number.MAX_VALUE : Math.abs(score - tau),
      alarm: score > tau ? 1 : 0,
      sampled: kept.sampled[i],
      cells: kept.cells[i],
    }
  })
}

function rowId(batch: string, row: number): string {
  return `${batch}-${row + 1}`
}

function alarmed({ batch, tau, scores, kept }: Ingest): { id: string; row: number; key: string; score: number }[] {
  const list = []
  for (const [i, row] of kept.rows.entries()) {
    const score = scores[row]
    if (score > tau) list.push({ id: rowId(batch.id, row), row: row + 1, key: kept.keys[i], score })
  }
  return list
}

interface Standing {
  readonly status: StreamStatus
  readonly reason: string | null
}

/** Counts the rows into windows, closing those that are full, and reads the watch at every close. */
async function count(tx: Tx, stream: StreamRow, { scores: given, batch, columns }: Ingest): Promise<Standing> {
  let standing: Standing = { status: stream.status, reason: stream.reason }
  const plan = await planOf(tx, stream)
  if (plan === null) return standing
  let window = await openWindow(tx, stream, plan, batch.received_at)
  const scores = window.rows + given.length > stream.window_rows ? shuffled(given, stream, batch) : given
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

/** A batch that several windows share may be sorted, and they would see a change where there is none: chance says which row goes where. */
function shuffled(scores: Float64Array, stream: StreamRow, batch: Ingest['batch']): Float64Array {
  const random = substream(stream.sample_seed, `windows ${batch.idempotency_key}`)
  const order = Float64Array.from(scores)
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    const other = order[j]
    order[j] = order[i]
    order[i] = other
  }
  return order
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
