import { createHash } from 'node:crypto'
import { breakIn, eventText, type StoredEvent } from '@xenolith/pages/bundle'

export type { StoredEvent }

/** One entry of the history. Its body is complete in itself. */
export interface Event extends Omit<StoredEvent, 'body'> {
  readonly body: unknown
}

/** What the first event follows. */
export const CHAIN_START: string = '0'.repeat(64)

/**
 * The SHA-256 of an event and of the hash before it, in hexadecimal.
 *
 * @example
 * ```ts
 * const event = { prev: '0'.repeat(64), seq: 1, at: 0, actor: 'me', kind: 'note', subject: 's', body: '{}' }
 * hashEvent(event).slice(0, 8) // => '3b0b0986'
 * ```
 */
export function hashEvent(event: Omit<StoredEvent, 'hash'>): string {
  return createHash('sha256').update(eventText(event)).digest('hex')
}

export interface ChainCheck {
  readonly whole: boolean
  readonly events: number
  readonly head: string
  /** The first event that does not follow, and why. */
  readonly broken?: { readonly seq: number; readonly reason: string }
}

/**
 * Checks a chain event by event, so that it can be read in pages.
 *
 * @example
 * ```ts
 * const event = { prev: '0'.repeat(64), seq: 1, at: 0, actor: 'me', kind: 'note', subject: 's', body: '{}' }
 * const checker = chainChecker()
 * checker.add({ ...event, hash: hashEvent(event) })
 * checker.result().whole // => true
 * const other = chainChecker()
 * other.add({ ...event, actor: 'somebody else', hash: hashEvent(event) })
 * other.result().broken // => { seq: 1, reason: 'its content is not what was hashed' }
 * ```
 */
export function chainChecker(): { add(event: StoredEvent): void; result(): ChainCheck } {
  let [head, events] = [CHAIN_START, 0]
  let broken: ChainCheck['broken']
  return {
    add(event) {
      if (broken !== undefined) return
      const reason = breakIn(event, events + 1, head, hashEvent(event))
      if (reason !== null) {
        broken = { seq: event.seq, reason }
        return
      }
      head = event.hash
      events++
    },
    result: () => ({ whole: broken === undefined, events, head, ...(broken === undefined ? {} : { broken }) }),
  }
}
