import { Worker } from 'node:worker_threads'
import { XenolithError } from '@xenolith/core'
import { fromPlain, type PlainError, plainError } from './errors.js'
import type { Name } from './operations.js'

export interface Request {
  readonly id: number
  readonly name: Name
  readonly input: unknown
}

export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: PlainError
}

/** A thread that runs operations of a store. What is asked is plain data, and so is the answer. */
export interface Lane {
  readonly waiting: number
  /** Why it takes no more work; null while it does. */
  readonly ended: Error | null
  call(name: Name, input: unknown): Promise<unknown>
  close(): Promise<void>
}

/** Starts a thread and waits until its store is open. */
export async function startLane(script: URL, workerData: unknown): Promise<Lane> {
  const worker = new Worker(script, { workerData })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let next = 1
  let ended: Error | null = null
  const failAll = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  await new Promise<void>((resolve, reject) => {
    worker.once('message', (message: 'ready' | { failed: PlainError }) => {
      if (message === 'ready') resolve()
      else reject(fromPlain(message.failed))
    })
    worker.once('error', (error) => reject(fromPlain(plainError(error))))
    worker.once('exit', () => reject(new XenolithError('store-unusable', 'the thread of the store ended')))
  })
  worker.on('message', (answers: Answer[]) => {
    for (const { id, value, error } of answers) {
      const caller = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) caller?.resolve(value)
      else caller?.reject(fromPlain(error))
    }
  })
  worker.on('error', (error) =>
    failAll(
      new XenolithError('store-unusable', `the store cannot be used: ${String((error as Error)?.message ?? error)}`),
    ),
  )
  worker.on('exit', () => failAll(new XenolithError('not-ready', 'the store is closed')))
  return {
    get waiting() {
      return waiting.size
    },
    get ended() {
      return ended
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
