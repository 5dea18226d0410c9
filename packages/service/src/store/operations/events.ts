import { CHAIN_START, hashEvent, type StoredEvent } from '../chain.js'
import { first, reads, type Tx } from '../driver.js'

/** All that the history tells. */
export const eventKinds = [
  ...(['model.added', 'certificate.issued', 'scores.kept'] as const),
  ...(['stream.added', 'stream.changed', 'stream.certificate', 'stream.acknowledged', 'stream.imported'] as const),
  ...(['rows.scored', 'rows.expired'] as const),
  ...(['certificate.valid', 'certificate.at-risk', 'certificate.void', 'certificate.without-promise'] as const),
  ...(['verdict.given', 'draw.made', 'draw.certified'] as const),
  ...(['token.added', 'token.revoked', 'hook.added', 'hook.removed'] as const),
] as const

export type EventKind = (typeof eventKinds)[number]

export interface NewEvent {
  readonly at: number
  readonly actor: string
  readonly kind: EventKind
  readonly subject: string
  readonly body: unknown
}

/** Appends to the history, within the transaction of what happened. */
export async function append(tx: Tx, event: NewEvent): Promise<number> {
  const last = await first<{ seq: number; hash: string }>(tx, 'SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1')
  const next = {
    ...event,
    body: JSON.stringify(event.body),
    seq: (last?.seq ?? 0) + 1,
    prev: last?.hash ?? CHAIN_START,
  }
  await tx.all(
    'INSERT INTO events (seq, at, actor, kind, subject, body, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ...([next.seq, next.at, next.actor, next.kind, next.subject, next.body, next.prev, hashEvent(next)] as const),
  )
  return next.seq
}

export const events = {
  events: reads((tx: Tx, { after, limit }: { after: number; limit: number }) =>
    Promise.resolve(
      tx.all<StoredEvent>(
        'SELECT seq, at, actor, kind, subject, body, prev, hash FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
        after,
        limit,
      ),
    ),
  ),
  lastEvent: reads(async (tx: Tx, _: null) => {
    const last = await first<{ seq: number; hash: string }>(
      tx,
      'SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1',
    )
    return last ?? { seq: 0, hash: CHAIN_START }
  }),
}
