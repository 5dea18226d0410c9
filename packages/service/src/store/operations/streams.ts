import { XenolithError } from '@xenolith/core'
import { type Acting, first, reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'

export type StreamStatus = 'valid' | 'at-risk' | 'void' | 'without-promise'

export interface StreamRow {
  readonly id: string
  readonly name: string
  readonly model_id: string
  readonly certificate_id: string
  readonly row_key: string | null
  readonly alpha: number
  readonly confidence: number
  readonly window_rows: number
  readonly sample_rate: number
  readonly sample_seed: number
  readonly keep_days: number
  readonly status: StreamStatus
  readonly reason: string | null
  readonly rows: number
  readonly alarms: number
  readonly created_at: number
}

export const streams = {
  addStream: writes(async (tx: Tx, { stream: s, actor }: { stream: StreamRow; actor: string }) => {
    const taken = await first(tx, 'SELECT id FROM streams WHERE name = ?', s.name)
    if (taken !== undefined) throw new XenolithError('conflict', `there is a stream named "${s.name}" already`)
    await tx.all(
      `INSERT INTO streams (id, name, model_id, certificate_id, row_key, alpha, confidence, window_rows, sample_rate, sample_seed, keep_days, status, reason, rows, alarms, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
      ...([s.id, s.name, s.model_id, s.certificate_id, s.row_key, s.alpha, s.confidence, s.window_rows] as const),
      ...([s.sample_rate, s.sample_seed, s.keep_days, s.status, s.reason, s.created_at] as const),
    )
    await append(tx, { at: s.created_at, actor, kind: 'stream.added', subject: s.id, body: s })
    return s
  }),
  streams: reads((tx: Tx, _: null) =>
    Promise.resolve(tx.all<StreamRow>('SELECT * FROM streams ORDER BY created_at, id')),
  ),
  stream: reads((tx: Tx, id: string) => first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', id)),
  /** Somebody has seen how the certificate stands; nothing changes but the history. */
  acknowledge: writes(async (tx: Tx, { id, reason, actor, at }: { id: string; reason: string } & Acting) => {
    const { status, certificate_id } = (await first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', id))!
    const body = { stream: id, certificate: certificate_id, status, reason }
    return append(tx, { at, actor, kind: 'stream.acknowledged', subject: id, body })
  }),
  setKeepDays: writes(async (tx: Tx, { id, keepDays, actor, at }: { id: string; keepDays: number } & Acting) => {
    await tx.all('UPDATE streams SET keep_days = ? WHERE id = ?', keepDays, id)
    await append(tx, { at, actor, kind: 'stream.changed', subject: id, body: { stream: id, keepDays } })
    return first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', id)
  }),
  /** Another certificate of the same model: the watch begins anew, the windows of the old one stay. */
  setCertificate: writes(
    async (
      tx: Tx,
      input: { id: string; certificate: string; alpha: number; confidence: number; status: StreamStatus } & Acting,
    ) => {
      const { id, certificate, alpha, confidence, status, actor, at } = input
      const before = await first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', id)
      if (before === undefined) throw new XenolithError('not-found', `there is no stream ${id}`)
      const used = await first(
        tx,
        'SELECT number FROM windows WHERE stream_id = ? AND certificate_id = ? LIMIT 1',
        id,
        certificate,
      )
      if (used !== undefined) {
        throw new XenolithError(
          'conflict',
          `certificate ${certificate} was in force on this stream before: void is for good`,
        )
      }
      await tx.all(
        'UPDATE streams SET certificate_id = ?, alpha = ?, confidence = ?, status = ?, reason = NULL, rows = 0, alarms = 0 WHERE id = ?',
        ...([certificate, alpha, confidence, status, id] as const),
      )
      const body = { stream: id, before: before.certificate_id, certificate, alpha, confidence, status }
      await append(tx, { at, actor, kind: 'stream.certificate', subject: id, body })
      return first<StreamRow>(tx, 'SELECT * FROM streams WHERE id = ?', id)
    },
  ),
}
