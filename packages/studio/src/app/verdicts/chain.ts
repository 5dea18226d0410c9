import { sha256 } from '@xenolith/files/pure'
import type { HistoryEvent } from '../service/shapes.ts'

/** What the first event follows. */
export const CHAIN_START: string = '0'.repeat(64)

export interface ChainCheck {
  readonly whole: boolean
  readonly events: number
  readonly head: string
  /** The first event that does not follow, and why. */
  readonly broken: { readonly seq: number; readonly reason: string } | null
}

export interface ChainChecker {
  /** Takes the next events, oldest first. After the first that does not follow, the rest is passed over. */
  add(events: readonly HistoryEvent[]): Promise<void>
  result(): ChainCheck
}

/** Walks a history in this browser: every event must carry the hash of the one before, and its own must be right. */
export function chainChecker(): ChainChecker {
  let [head, count] = [CHAIN_START, 0]
  let broken: ChainCheck['broken'] = null
  return {
    async add(events) {
      if (broken !== null) return
      const hashes = await Promise.all(events.map(hashEvent))
      for (const [i, event] of events.entries()) {
        const reason =
          event.seq !== count + 1
            ? `event ${count + 1} is missing`
            : event.prev !== head
              ? 'it does not follow the event before'
              : hashes[i] !== event.hash
                ? 'its content is not what was hashed'
                : null
        if (reason !== null) {
          broken = { seq: event.seq, reason }
          return
        }
        head = event.hash
        count++
      }
    },
    result: () => ({ whole: broken === null, events: count, head, broken }),
  }
}

/** Every field, each as JSON text on a line of its own, after the hash of the event before; the body as the text it was stored as. */
export async function hashEvent(event: Omit<HistoryEvent, 'hash'>): Promise<string> {
  const { prev, seq, at, actor, kind, subject, body } = event
  const lines = [prev, seq, at, actor, kind, subject, JSON.stringify(body)].map((field) => JSON.stringify(field))
  return hashText(lines.join('\n'))
}

async function hashText(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  // A page that came over plain HTTP from another machine has no WebCrypto.
  if (globalThis.crypto?.subtle === undefined) return sha256(bytes)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
