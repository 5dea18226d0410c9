import { createHash } from 'node:crypto'
import { breakIn, eventText, type StoredEvent } from '@xenolith/pages/bundle'

export type { StoredEvent }

/** One entry of the history. Its body is complete in itself. */
export interface Event extends Omit<StoredEvent, 'body'> {
  readonly body: unknown
}

/** What the first event follows. */
export const CHAIN_START: string = '0'.repeat(64)

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

/** Checks a chain event by event, so that it can be read in pages. */
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
