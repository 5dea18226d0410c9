import { XenolithError } from '@xenolith/core'
import type { Store } from './operations.js'

/**
 * `postgres://...` is a database, anything else the name of an SQLite file.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const store = await openStore(join(folder, 'xenolith.db'))
 * store.kind // => 'sqlite'
 * const { seq } = await store.call('lastEvent', null)
 * seq // => 0
 * await store.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function openStore(where: string): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(where)) return (await import('./postgres.js')).openPostgres(where)
  // SQLite's names for a database that is no file. Each thread of the store would open one of its own.
  if (where === '' || /^:memory:$|^file:|^[a-z][a-z0-9+.-]+:\/\//i.test(where)) {
    throw new XenolithError('store-unusable', `a store is a file or postgres://..., got '${where}'`)
  }
  return (await import('./sqlite.js')).openSqlite(where)
}
