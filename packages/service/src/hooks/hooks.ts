import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from '../config.js'
import type { HookRow } from '../store/operations/access.js'
import type { Store } from '../store/operations.js'
import { sendEvent } from './send.js'

const LONGEST_WAIT_MS = 3_600_000

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
  close(): void
}

export function createHooks(store: Store, { clock, privateHooks }: Config): Hooks {
  const busy = new Set<string>()
  const stopped = new AbortController()
  const deliverTo = async (hook: HookRow): Promise<void> => {
    const kinds = JSON.parse(hook.kinds) as string[]
    let { delivered_seq: seq } = hook
    for (;;) {
      const events = await store.call('events', { after: seq, limit: 100 })
      if (events.length === 0) return
      for (const { body, ...event } of events) {
        const wanted = kinds.length === 0 || kinds.includes(event.kind)
        const sent =
          !wanted || (await post(hook, JSON.stringify({ ...event, body: JSON.parse(body) as unknown }), event.seq))
        if (stopped.signal.aborted) return
        if (!sent) {
          const failures = hook.failures + 1
          const nextAt = clock() + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** Math.min(20, failures - 1))
          await store.call('hookDelivered', { id: hook.id, seq, failures, nextAt })
          return
        }
        seq = event.seq
      }
      await store.call('hookDelivered', { id: hook.id, seq, failures: 0, nextAt: 0 })
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
    close: () => stopped.abort(),
    async deliver() {
      const due = (await store.call('hooks', null)).filter((hook) => hook.next_at <= clock() && !busy.has(hook.id))
      await Promise.all(
        due.map(async (hook) => {
          busy.add(hook.id)
          try {
            await deliverTo(hook)
          } finally {
            busy.delete(hook.id)
          }
        }),
      )
    },
  }
}
