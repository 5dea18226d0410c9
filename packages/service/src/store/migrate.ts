import { XenolithError } from '@xenolith/core'
import { first, type Tx } from './driver.js'
import { migrations } from './schema.js'

/** Brings a store to the present version inside one transaction; a newer one is refused. */
export async function migrate(tx: Tx): Promise<void> {
  await tx.all('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)')
  const found = await first<{ version: number }>(tx, 'SELECT version FROM schema_version')
  const version = found?.version ?? 0
  if (version > migrations.length) {
    throw new XenolithError(
      'store-newer',
      `the store has version ${version}, this Xenolith knows versions up to ${migrations.length}`,
    )
  }
  if (version === migrations.length) return
  for (const statements of migrations.slice(version)) for (const statement of statements) await tx.all(statement)
  await tx.all('DELETE FROM schema_version')
  await tx.all('INSERT INTO schema_version (version) VALUES (?)', migrations.length)
}
