import { Worker } from 'node:worker_threads'
import { XenolithError } from '@xenolith/core'
import { fromPlain, type PlainError } from '../store/errors.js'
import type { TaskInput, TaskName, TaskOutput } from './tasks.js'

const script = new URL('./worker.js', import.meta.url)
/** Tasks at once, and tasks that may wait. */
const MOST_TOGETHER = 2
const MOST_WAITING = 20

/** Runs what takes long, each task in a thread of its own that ends with it. */
export interface Workshop {
  run<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>>
  /** Gives up what is under way. */
  close(): Promise<void>
}

export function createWorkshop(): Workshop {
  const running = new Set<Worker>()
  const waiting: (() => void)[] = []
  let places = MOST_TOGETHER
  let closed = false
  const enter = async (): Promise<void> => {
    if (places > 0) return void places--
    if (waiting.length >= MOST_WAITING)
      throw new XenolithError('rate-limited', `${MOST_WAITING} fits, certificates and reports wait already`)
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** The place goes to the next that waits, if there is one. */
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) places++
    else next()
  }
  return {
    async run<N extends TaskName>(name: N, input: TaskInput<N>): Promise<TaskOutput<N>> {
      await enter()
      try {
        if (closed) throw stopping()
        return await inThread<TaskOutput<N>>(running, { name, input })
      } finally {
        leave()
      }
    },
    async close() {
      closed = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

function inThread<T>(running: Set<Worker>, workerData: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData })
    running.add(worker)
    worker.once('message', ({ value, error }: { value?: T; error?: PlainError }) => {
      if (error === undefined) resolve(value as T)
      else reject(fromPlain(error))
    })
    worker.once('error', (error: Error & { code?: string }) =>
      reject(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new XenolithError('out-of-memory', 'the data are too large for the memory of one thread')
          : error,
      ),
    )
    worker.once('exit', () => {
      running.delete(worker)
      reject(stopping())
    })
  })
}

function stopping(): XenolithError {
  return new XenolithError('not-ready', 'the service is stopping')
}
