import type { HistoryEvent } from '../service/shapes.ts'
import { CHAIN_START, hashEvent } from './chain.ts'
import type { Storage } from './storage.ts'

export interface NewEvent {
  readonly kind: string
  readonly subject: string
  readonly body: unknown
}

/** What happened in this browser, in the form of the service's history: only ever added to, each event with the hash of the one before. */
export interface Journal {
  events(): Promise<readonly HistoryEvent[]>
  append(event: NewEvent): Promise<HistoryEvent>
}

export function openJournal(storage: Storage, actor: string, now: () => number = Date.now): Journal {
  const events = (): Promise<HistoryEvent[]> => storage.all<HistoryEvent>('journal')
  let turn: Promise<unknown> = Promise.resolve()
  const append = async ({ kind, subject, body }: NewEvent): Promise<HistoryEvent> => {
    // Another tab may have been first with this number: then it is the next one's turn.
    for (;;) {
      const last = (await events()).at(-1)
      const open = { seq: (last?.seq ?? 0) + 1, at: now(), actor, kind, subject, body, prev: last?.hash ?? CHAIN_START }
      const event: HistoryEvent = { ...open, hash: await hashEvent(open) }
      if (await storage.add('journal', event.seq, event)) return event
    }
  }
  return {
    events,
    append(event) {
      const mine = turn.then(() => append(event))
      turn = mine.catch(() => {})
      return mine
    },
  }
}
