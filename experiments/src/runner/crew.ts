import { Worker } from 'node:worker_threads'
import { type ErrorCode, XenolithError } from '@xenolith/core'
import type { DataPlace } from '../data/place.js'
import type { Job, JobReply } from './worker.js'

/** Under a test runner the sources run as TypeScript; workers are then the built ones. */
function scriptUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? '../../dist/runner/worker.js' : './worker.js', import.meta.url)
}

/**
 * Runs jobs on threads, each of which takes the next as soon as it is free. What a job gives does not depend on the
 * thread, so neither do results on their number. Throws at the first error, or when the signal says so.
 */
export async function runJobs<J extends Job>(
  jobs: readonly J[],
  workers: number,
  place: DataPlace,
  done: (job: J, record: unknown) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = [...jobs]
  const crew = Array.from(
    { length: Math.min(workers, jobs.length) },
    () => new Worker(scriptUrl(), { workerData: place }),
  )
  let stop: (error: Error) => void = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = reject
  })
  const onAbort = (): void => stop(new XenolithError('aborted', 'stopped; the same command goes on from here'))
  try {
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    await Promise.race([stopped, Promise.all(crew.map((worker) => serve(worker, queue, done)))])
  } finally {
    signal?.removeEventListener('abort', onAbort)
    await Promise.all(crew.map((worker) => worker.terminate()))
  }
}

async function serve<J extends Job>(
  worker: Worker,
  queue: J[],
  done: (job: J, record: unknown) => Promise<void>,
): Promise<void> {
  for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
    const { settings, part, run } = job
    const reply = await ask(worker, { settings, part, run })
    if ('error' in reply) throw jobError(reply.error)
    await done(job, reply.record)
  }
}

function ask(worker: Worker, job: Job): Promise<JobReply> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number): void => reject(new Error(`a worker of the runner stopped with code ${code}`))
    const settle = (): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
    }
    const onMessage = (reply: JobReply): void => {
      settle()
      resolve(reply)
    }
    const onError = (error: Error): void => {
      settle()
      reject(error)
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(job)
  })
}

function jobError({ code, message, stack }: { code?: string; message: string; stack?: string }): Error {
  const error = code === undefined ? new Error(message) : new XenolithError(code as ErrorCode, message)
  if (stack !== undefined) error.stack = stack
  return error
}
