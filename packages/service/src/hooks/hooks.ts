import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from '../config.js'
import type { HookRow } from '../store/operations/access.js'
import type { Store } from '../store/operations.js'
import { sendEvent } from './send.js'

const LONGEST_WAIT_MS = 3_600_000
/** How long a hook stays with the service that took it, should that be killed. */
const CLAIM_MS = 30_000

export function newHook(url: string, kinds: readonly string[], after: number): HookRow {
  return {
    id: randomUUID(),
    url,
    kinds: JSON.stringify(kinds),
    secret: randomBytes(32).toString('base64url'),
    delivered_seq: after,
    failures: 0,
    next_at: 0,
  }
}

export interface Hooks {
  /** Sends what is due; events of one hook go one after the other. */
  deliver(): Promise<void>
  /** Lets go of deliveries under way; they are made again after the next start. */
  close(): Promise<void>
}

export function createHooks(store: Store, { clock, privateHooks }: Config): Hooks {
  const busy = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  const deliverTo = async (id: string): Promise<void> => {
    const hook = await store.call('claimHook', { id, at: clock(), until: clock() + CLAIM_MS })
    if (hook === undefined) return
    let { delivered_seq: seq, failures, next_at: until } = hook
    /** What was delivered, and until when the hook rests or stays with this service. */
    const note = (nextAt: number): Promise<null> => store.call('hookDelivered', { id, seq, failures, nextAt })
    try {
      for (;;) {
        const events = await store.call('events', { after: seq, limit: 100 })
        if (events.length === 0) return void (await note(0))
        for (const { body, ...event } of events) {
          if (clock() > until - CLAIM_MS / 2) {
            until = clock() + CLAIM_MS
            await note(until)
          }
          if (wants(hook, event.kind)) {
            const sent = await post(hook, JSON.stringify({ ...event, body: JSON.parse(body) as unknown }), event.seq)
            if (stopped.signal.aborted) return void (await note(0))
            if (!sent) {
              failures++
              const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(20, failures - 1))
              return void (await note(clock() + wait))
            }
            failures = 0
          }
          seq = event.seq
        }
        until = clock() + CLAIM_MS
        await note(until)
      }
    } finally {
      busy.delete(id)
    }
  }
  const post = ({ url, secret }: HookRow, body: string, seq: number): Promise<boolean> =>
    sendEvent({
      ...{ url, secret, seq, body },
      timestamp: clock(),
      allowPrivate: privateHooks,
      signal: stopped.signal,
    })
  return {
    async close() {
      stopped.abort()
      await Promise.allSettled(busy.values())
    },
    async deliver() {
      const { seq: last } = await store.call('lastEvent', null)
      const due = (await store.call('hooks', null)).filter(
        ({ id, next_at, delivered_seq }) => delivered_seq < last && next_at <= clock() && !busy.has(id),
      )
      for (const { id } of due) if (!stopped.signal.aborted) busy.set(id, deliverTo(id))
      await Promise.all(due.map(({ id }) => busy.get(id)))
    },
  }
}

function wants({ kinds }: HookRow, kind: string): boolean {
  const wanted = JSON.parse(kinds) as string[]
  return wanted.length === 0 || wanted.includes(kind)
}
