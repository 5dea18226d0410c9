import type { Store } from './operations.js'

/** `postgres://...` is a database, anything else the name of an SQLite file. */
export async function openStore(where: string): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(where)) return (await import('./postgres.js')).openPostgres(where)
  return (await import('./sqlite.js')).openSqlite(where)
}
