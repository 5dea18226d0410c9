import { XenolithError } from '@xenolith/core'
import { type Acting, first, reads, type Tx, writes } from '../driver.js'
import { append } from './events.js'

export type Role = 'ingest' | 'read' | 'review' | 'admin'

export interface TokenRow {
  readonly id: string
  readonly name: string
  /** The token itself is not kept. */
  readonly sha256: string
  readonly role: Role
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

export interface HookRow {
  readonly id: string
  readonly url: string
  /** Kinds of events, as a JSON list; all when it is empty. */
  readonly kinds: string
  readonly secret: string
  readonly delivered_seq: number
  readonly failures: number
  readonly next_at: number
}

export const access = {
  addToken: writes(async (tx: Tx, { token, actor }: { token: TokenRow; actor: string }) => {
    const { id, name, sha256, role, created_at, expires_at } = token
    await tx.all(
      'INSERT INTO tokens (id, name, sha256, role, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...([id, name, sha256, role, created_at, expires_at] as const),
    )
    await append(tx, { at: created_at, actor, kind: 'token.added', subject: id, body: { id, name, role, expires_at } })
    return null
  }),
  tokens: reads((tx: Tx, _: null) => Promise.resolve(tx.all<TokenRow>('SELECT * FROM tokens ORDER BY created_at, id'))),
  revokeToken: writes(async (tx: Tx, { id, actor, at }: { id: string } & Acting) => {
    const token = await first(tx, 'SELECT id FROM tokens WHERE id = ?', id)
    if (token === undefined) throw new XenolithError('not-found', `there is no token ${id}`)
    await tx.all('UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', at, id)
    await append(tx, { at, actor, kind: 'token.revoked', subject: id, body: { id } })
    return null
  }),
  addHook: writes(async (tx: Tx, { hook, actor, at }: { hook: HookRow } & Acting) => {
    const { id, url, kinds, secret, delivered_seq } = hook
    await tx.all(
      'INSERT INTO hooks (id, url, kinds, secret, delivered_seq) VALUES (?, ?, ?, ?, ?)',
      ...([id, url, kinds, secret, delivered_seq] as const),
    )
    await append(tx, { at, actor, kind: 'hook.added', subject: id, body: { id, url, kinds: JSON.parse(kinds) } })
    return null
  }),
  hooks: reads((tx: Tx, _: null) => Promise.resolve(tx.all<HookRow>('SELECT * FROM hooks ORDER BY id'))),
  removeHook: writes(async (tx: Tx, { id, actor, at }: { id: string } & Acting) => {
    const hook = await first(tx, 'SELECT id FROM hooks WHERE id = ?', id)
    if (hook === undefined) throw new XenolithError('not-found', `there is no hook ${id}`)
    await tx.all('DELETE FROM hooks WHERE id = ?', id)
    await append(tx, { at, actor, kind: 'hook.removed', subject: id, body: { id } })
    return null
  }),
  /** Takes a hook that is due until a time, so that one service delivers at once; undefined where another has it or it has to wait. */
  claimHook: writes((tx: Tx, { id, at, until }: { id: string; at: number; until: number }) =>
    first<HookRow>(tx, 'UPDATE hooks SET next_at = ? WHERE id = ? AND next_at <= ? RETURNING *', until, id, at),
  ),
  hookDelivered: writes(
    async (tx: Tx, input: { id: string; seq: number; failures: number; nextAt: number }): Promise<null> => {
      const { id, seq, failures, nextAt } = input
      await tx.all(
        'UPDATE hooks SET delivered_seq = ?, failures = ?, next_at = ? WHERE id = ?',
        ...([seq, failures, nextAt, id] as const),
      )
      return null
    },
  ),
}
