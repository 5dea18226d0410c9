import { Worker } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import { XenolithError } from '@xenolith/core'
import { fromPlain, type PlainError, plainError } from './errors.js'
import { type Input, type Name, type Output, operations, type Store } from './operations.js'
import type { Answer } from './sqlite-worker.js'

/** Opens or makes an SQLite file. One process at a time may have it open. */
export async function openSqlite(path: string): Promise<Store> {
  const unlock = lockFile(path)
  try {
    const writer = await startLane(path, false)
    const reader = await startLane(path, true)
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
    throw error
  }
}

/**
 * Holds a lock for as long as the process lives: an open exclusive transaction on a small file beside the store. The
 * operating system lets go of it however the process ends, so nothing is left over after a kill.
 */
function lockFile(path: string): () => void {
  let lock: InstanceType<typeof DatabaseSync> | undefined
  try {
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

interface Lane {
  readonly waiting: number
  call(name: Name, input: unknown): Promise<unknown>
  close(): Promise<void>
}

async function startLane(path: string, readOnly: boolean): Promise<Lane> {
  const worker = new Worker(new URL('./sqlite-worker.js', import.meta.url), { workerData: { path, readOnly } })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let next = 1
  let ended: Error | null = null
  const failAll = (error: Error): void => {
    ended = error
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  await new Promise<void>((resolve, reject) => {
    worker.once('message', (message: 'ready' | { failed: PlainError }) => {
      if (message === 'ready') resolve()
      else reject(fromPlain(message.failed))
    })
    worker.once('error', (error) => reject(fromPlain(plainError(error))))
  })
  worker.on('message', (answers: Answer[]) => {
    for (const { id, value, error } of answers) {
      const caller = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) caller?.resolve(value)
      else caller?.reject(fromPlain(error))
    }
  })
  worker.on('error', (error) => failAll(fromPlain(plainError(error))))
  worker.on('exit', () => failAll(new XenolithError('not-ready', 'the store is closed')))
  return {
    get waiting() {
      return waiting.size
    },
    call: (name, input) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended)
        waiting.set(next, { resolve, reject })
        worker.postMessage({ id: next++, name, input })
      }),
    close: () =>
      new Promise((resolve) => {
        if (ended !== null) return resolve()
        worker.once('exit', () => resolve())
        worker.postMessage('close')
      }),
  }
}
