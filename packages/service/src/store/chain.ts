import { createHash } from 'node:crypto'

/** One entry of the history. Its body is complete in itself. */
export interface Event {
  readonly seq: number
  readonly at: number
  readonly actor: string
  readonly kind: string
  readonly subject: string
  readonly body: unknown
  readonly prev: string
  readonly hash: string
}

/** What the first event follows. */
export const CHAIN_START: string = '0'.repeat(64)

/** An event as it is stored: the body as text, since the hash is of bytes. */
export interface StoredEvent extends Omit<Event, 'body'> {
  readonly body: string
}

/** Every field, each as JSON text on a line of its own, after the hash of the event before: no two events share an encoding. */
export function hashEvent(event: Omit<StoredEvent, 'hash'>): string {
  const { prev, seq, at, actor, kind, subject, body } = event
  const lines = [prev, seq, at, actor, kind, subject, body].map((field) => JSON.stringify(field))
  return createHash('sha256').update(lines.join('\n')).digest('hex')
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
      const fail = (reason: string): void => {
        broken = { seq: event.seq, reason }
      }
      if (event.seq !== events + 1) return fail(`event ${events + 1} is missing`)
      if (event.prev !== head) return fail('it does not follow the event before')
      if (hashEvent(event) !== event.hash) return fail('its content is not what was hashed')
      head = event.hash
      events++
    },
    result: () => ({ whole: broken === undefined, events, head, ...(broken === undefined ? {} : { broken }) }),
  }
}
