import { type ChainCheck, chainChecker, type StoredEvent } from './store/chain.js'
import type { Store } from './store/operations.js'

const PAGE = 1000

export interface VerifyOptions {
  /** Whether the records of the store are compared with the history too: files, certificates, scores, rows, verdicts, standings. */
  readonly records?: boolean
  /** The hash of an event that was the head once: the chain must hold it still. */
  readonly head?: string
}

/**
 * Walks the whole history and names the first event that does not follow, or whose record is not as it says.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const store = await openStore(join(folder, 'xenolith.db'))
 * await createToken(store, { name: 'ci', role: 'ingest', expiresAt: null, actor: 'me', at: 0 })
 * const { whole, events } = await verifyHistory(store, { records: true })
 * whole // => true
 * events // => 1
 * await store.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function verifyHistory(store: Store, { records = false, head }: VerifyOptions = {}): Promise<ChainCheck> {
  const checker = chainChecker()
  const standings = createStandings()
  let after = 0
  let known = head === undefined
  for (;;) {
    const events = await store.call('events', { after, limit: PAGE })
    for (const event of events) {
      checker.add(event)
      standings.add(event)
      known ||= event.hash === head
    }
    const chain = checker.result()
    if (!chain.whole) return chain
    if (events.length > 0) {
      after = events[events.length - 1].seq
      const wrong = records ? await store.call('checkRecords', events) : null
      if (wrong !== null) return { ...chain, whole: false, broken: wrong }
      continue
    }
    if (!known) return broken(chain, `the chain does not hold ${head}: it was written anew or cut short`)
    if (!records) return chain
    const wrong = standings.wrong(await store.call('streams', null)) ?? (await store.call('strayRecords', null))
    // What was written meanwhile is read before anything is said of it.
    const { seq } = await store.call('lastEvent', null)
    if (seq > after) continue
    return wrong === null ? chain : broken(chain, wrong)
  }
}

function broken(chain: ChainCheck, reason: string): ChainCheck {
  return { ...chain, whole: false, broken: { seq: chain.events, reason } }
}

interface Standing {
  readonly name: string
  readonly certificate_id: string
  readonly status: string
  readonly rows: number
  readonly alarms: number
}

/** How the streams stand by the history; those that were imported have only part of theirs here. */
function createStandings() {
  const known = new Map<string, Standing>()
  const change = (id: string, by: (now: Standing) => Partial<Standing>): void => {
    const now = known.get(id)
    if (now !== undefined) known.set(id, { ...now, ...by(now) })
  }
  return {
    add({ kind, subject, body: text }: StoredEvent): void {
      if (kind === 'stream.added') {
        const { name, certificate_id, status } = JSON.parse(text) as Standing
        known.set(subject, { name, certificate_id, status, rows: 0, alarms: 0 })
      } else if (kind === 'rows.scored') {
        const { rows, alarms } = JSON.parse(text) as Standing
        change(subject, (now) => ({ rows: now.rows + rows, alarms: now.alarms + alarms }))
      } else if (kind === 'stream.certificate') {
        const { certificate, status } = JSON.parse(text) as { certificate: string; status: string }
        change(subject, () => ({ certificate_id: certificate, status, rows: 0, alarms: 0 }))
      } else if (/^certificate\.(valid|at-risk|void)$/.test(kind)) {
        const { status } = JSON.parse(text) as Standing
        change(subject, () => ({ status }))
      }
    },
    /** The first stream that does not stand as its history says. */
    wrong(streams: readonly (Standing & { readonly id: string })[]): string | null {
      for (const stream of streams) {
        const now = known.get(stream.id)
        if (now === undefined) continue
        for (const field of ['certificate_id', 'status', 'rows', 'alarms'] as const)
          if (now[field] !== stream[field])
            return `the stream "${stream.name}" has ${field} ${stream[field]}, by its history ${now[field]}`
      }
      return null
    },
  }
}
