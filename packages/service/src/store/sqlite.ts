import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { XenolithError } from '@xenolith/core'
import { startLane } from './lane.js'
import { type Input, type Name, type Output, operations, type Store } from './operations.js'

/** sqlite-worker.ts and all that it needs, as one file. */
const script = new URL('../threads/sqlite.js', import.meta.url)

/** Opens or makes an SQLite file. One process at a time may have it open. */
export async function openSqlite(path: string): Promise<Store> {
  if (path === '' || path.startsWith(':'))
    throw new XenolithError('store-unusable', `a store is a file or a PostgreSQL database, got "${path}"`)
  const unlock = lockFile(path)
  try {
    const writer = await startLane(script, { path, readOnly: false })
    const reader = await startLane(script, { path, readOnly: true })
    return {
      kind: 'sqlite',
      get waiting() {
        return writer.waiting
      },
      call: <N extends Name>(name: N, input: Input<N>): Promise<Output<N>> =>
        (operations[name].writes ? writer : reader).call(name, input) as Promise<Output<N>>,
      close: async () => {
        await reader.close()
        await writer.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    if (!(error instanceof XenolithError) || error.code !== 'store-unusable') throw error
    throw new XenolithError('store-unusable', error.message.replace('the store', path))
  }
}

/** A file that is not there yet is made for its owner alone: it will hold rows and secrets. The files of the log take its rights. */
function makePrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/**
 * Holds a lock for as long as the process lives: an open exclusive transaction on a small file beside the store. The
 * operating system releases it however the process ends, so nothing is left over after a kill.
 */
function lockFile(path: string): () => void {
  let lock: InstanceType<typeof DatabaseSync> | undefined
  try {
    for (const file of [path, `${path}-lock`]) makePrivate(file)
    lock = new DatabaseSync(`${path}-lock`)
    lock.exec('PRAGMA journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    try {
      lock?.close()
    } catch {}
    if (/locked|busy/i.test(message)) {
      throw new XenolithError('store-locked', `${path} is in use by another process`)
    }
    throw new XenolithError('store-unusable', `${path} cannot be opened: ${message}`)
  }
  const held = lock
  return () => {
    held.exec('ROLLBACK')
    held.close()
  }
}
