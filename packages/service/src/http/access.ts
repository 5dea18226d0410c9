import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { XenolithError } from '@xenolith/core'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.js'
import type { Role, TokenRow } from '../store/operations/access.js'
import type { Store } from '../store/operations.js'

/** What each role may do; admin may do all. Health is open to everyone. */
const grants: Record<Role, readonly Need[]> = {
  ingest: ['ingest'],
  read: ['read'],
  review: ['read', 'review'],
  admin: ['read', 'review', 'ingest', 'admin'],
}

/** What a route needs. */
export type Need = 'open' | 'read' | 'review' | 'ingest' | 'admin'

export interface Caller {
  readonly name: string
  readonly role: Role
}

/**
 * What the store keeps of a token: its SHA-256, in hexadecimal.
 *
 * @example
 * ```ts
 * hashToken('xeno_abc').length // => 64
 * ```
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * A new token: 256 random bits, shown once.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const store = await openStore(join(folder, 'xenolith.db'))
 * const { token } = await createToken(store, { name: 'ci', role: 'ingest', expiresAt: null, actor: 'me', at: 0 })
 * token.slice(0, 5) // => 'xeno_'
 * await store.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function createToken(
  store: Store,
  {
    name,
    role,
    expiresAt,
    actor,
    at,
  }: { name: string; role: Role; expiresAt: number | null; actor: string; at: number },
): Promise<{ token: string; id: string }> {
  const token = `xeno_${randomBytes(32).toString('base64url')}`
  const row: TokenRow = {
    id: randomUUID(),
    name,
    sha256: hashToken(token),
    role,
    created_at: at,
    expires_at: expiresAt,
    revoked_at: null,
  }
  await store.call('addToken', { token: row, actor })
  return { token, id: row.id }
}

/** Who may call. It knows the tokens; `refresh` reads them again, since another service on the same database may have made or revoked some. */
export interface Gate {
  check(request: FastifyRequest, need: Need): Caller
  /** Whether a request that was let in would be let in still. */
  admits(request: FastifyRequest, need: Need): boolean
  refresh(): Promise<void>
  /** What the process itself calls with: known to nobody else, written nowhere. */
  readonly own: string
  /** Whether there are tokens; without any, callers on this machine may do everything. */
  readonly guarded: boolean
}

export async function createGate(store: Store, { clock }: Config): Promise<Gate> {
  let byHash = new Map<string, TokenRow>()
  const refresh = async (): Promise<void> => {
    byHash = new Map((await store.call('tokens', null)).map((token) => [token.sha256, token]))
  }
  await refresh()
  const own = randomBytes(32).toString('base64url')
  const ownHash = hashToken(own)
  const gate: Gate = {
    refresh,
    own,
    get guarded() {
      return byHash.size > 0
    },
    admits(request, need) {
      try {
        gate.check(request, need)
        return true
      } catch {
        return false
      }
    },
    check(request, need) {
      if (need === 'open') return { name: 'anyone', role: 'read' }
      if (byHash.size === 0) return { name: 'local', role: 'admin' }
      const [, token] = /^Bearer ([\w-]{1,200})$/.exec(request.headers.authorization ?? '') ?? []
      if (token === undefined) throw new XenolithError('unauthorized', 'a token is needed: Authorization: Bearer ...')
      // A look-up by hash takes the same time whichever tokens there are.
      const hash = hashToken(token)
      if (hash === ownHash) return { name: 'service', role: 'admin' }
      const row = byHash.get(hash)
      if (row === undefined) throw new XenolithError('unauthorized', 'the token is unknown')
      if (row.revoked_at !== null) throw new XenolithError('unauthorized', 'the token was revoked')
      if (row.expires_at !== null && row.expires_at <= clock())
        throw new XenolithError('unauthorized', 'the token has expired')
      if (!grants[row.role].includes(need)) {
        throw new XenolithError('forbidden', `the role ${row.role} may not do this; it takes ${need}`)
      }
      return { name: row.name, role: row.role }
    },
  }
  return gate
}

/** Refuses names that are not ours, which a page of another site could have made point here, and other sites themselves. */
export function checkOrigin(request: FastifyRequest, { host, allowHosts }: Config): void {
  const own = new Set(
    ['localhost', '127.0.0.1', '[::1]', bracketed(host), ...allowHosts].map((name) => name.toLowerCase()),
  )
  const named = hostOf(request.headers.host)
  if (named === null || !own.has(named))
    throw new XenolithError('forbidden', `the host "${request.headers.host ?? ''}" is not one of this service`)
  const { origin } = request.headers
  if (origin === undefined) return
  const [, from] = /^https?:\/\/(.+)$/.exec(origin) ?? []
  if (from === undefined || from.toLowerCase() !== request.headers.host?.toLowerCase()) {
    throw new XenolithError('forbidden', `requests from ${origin} are not taken`)
  }
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

/** The name without the port. */
function hostOf(header: string | undefined): string | null {
  const [, name] = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header ?? '') ?? []
  return name?.toLowerCase() ?? null
}

/** Requests of each caller in the present minute. */
export function createRateLimit({ rateLimit, clock }: Config): (who: string) => void {
  let minute = -1
  let counts = new Map<string, number>()
  return (who) => {
    const now = Math.floor(clock() / 60_000)
    if (now !== minute) {
      minute = now
      counts = new Map()
    }
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    if (count > rateLimit) throw new XenolithError('rate-limited', `more than ${rateLimit} requests in a minute`)
  }
}
