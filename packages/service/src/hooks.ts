import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { XenolithError } from '@xenolith/core'
import type { Config } from './config.js'
import type { HookRow } from './store/operations/access.js'
import type { Store } from './store/operations.js'

const TIMEOUT_MS = 10_000
const LONGEST_WAIT_MS = 3_600_000

/** Addresses of machines and networks of one's own, which a hook must not reach unless it was allowed. */
const own = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  own.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  own.addSubnet(net, bits, 'ipv6')

export function isPrivateAddress(address: string): boolean {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  const plain = mapped ?? address
  return own.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** Refuses addresses that no event may be sent to. */
export async function checkHookUrl(text: string, allowPrivate: boolean): Promise<void> {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new XenolithError('bad-request', `the hook's address is not a URL: ${text}`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new XenolithError('bad-request', `a hook goes to http or https, not ${url.protocol}`)
  }
  if (url.username !== '' || url.password !== '')
    throw new XenolithError('bad-request', 'a hook has no password in its address')
  if (allowPrivate) return
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses =
    isIP(host) !== 0 ? [host] : (await lookup(host, { all: true }).catch(() => [])).map((found) => found.address)
  if (addresses.length === 0) throw new XenolithError('bad-request', `the hook's host ${host} is not known`)
  if (addresses.some(isPrivateAddress))
    throw new XenolithError('forbidden', `the hook's host ${host} is a private address`)
}

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

/** HMAC-SHA256 of time and body: a receiver can tell that it is ours and not old. */
export function signHook(secret: string, timestamp: number, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
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
  const post = async (hook: HookRow, body: string, seq: number): Promise<boolean> => {
    try {
      // Looked up again before every delivery: a name may point elsewhere by now.
      await checkHookUrl(hook.url, privateHooks)
      const timestamp = clock()
      const response = await fetch(hook.url, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: {
          'content-type': 'application/json',
          'xenolith-event': `${seq}`,
          'xenolith-timestamp': `${timestamp}`,
          'xenolith-signature': `sha256=${signHook(hook.secret, timestamp, body)}`,
        },
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
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
