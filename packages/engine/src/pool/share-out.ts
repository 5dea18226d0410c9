import { type Progress, XenolithError } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Lane } from './lane.js'

/** Work that is divided into pieces from .. to - 1 of `total`, on tasks already open. */
export interface Shared<Value> {
  readonly lanes: readonly Lane[]
  readonly total: number
  /** Most that a lane takes at a time; less towards the end, so that all lanes end at about the same time. */
  readonly piece: number
  /** Pieces that a worker has at hand, so that it need not wait for the next (default 1). */
  readonly atHand?: number
  run(lane: Lane, from: number, to: number): Promise<Value>
  /** Called for every piece, in order. */
  accept(value: Value, from: number, to: number): void
}

/** Runs the pieces, each on the lane that is free first. Ends early, with an error, on an abort or when a lane fails. */
export async function shareOut<Value>(work: Shared<Value>, progress: Progress): Promise<void> {
  const { lanes, total, piece, atHand = 1, run, accept } = work
  const takers = lanes.flatMap((lane) => Array<Lane>(lane.local ? 1 : atHand).fill(lane))
  const early = new Map<number, { readonly value: Value; readonly to: number; readonly lane: Lane }>()
  let next = 0
  let done = 0
  let accepted = 0
  let stopped = false
  const drain = async (lane: Lane): Promise<void> => {
    while (next < total && !stopped) {
      const from = next
      const fair = Math.ceil((total - from) / takers.length)
      const to = from + Math.min(piece, takers.length === 1 ? fair : Math.ceil(fair / 2))
      next = to
      early.set(from, { value: await run(lane, from, to), to, lane })
      if (stopped) return
      for (let ready = early.get(accepted); ready !== undefined; ready = early.get(accepted)) {
        early.delete(accepted)
        accept(ready.value, accepted, ready.to)
        ready.lane.giveBack(ready.value)
        accepted = ready.to
      }
      done += to - from
      internals.report(progress, done, total)
      if (lane.local && next < total) await letOthersRun()
    }
  }
  try {
    await unlessAborted(Promise.all(takers.map(drain)), progress.signal)
  } finally {
    stopped = true
  }
}

let lastPause = 0

/** Lets the calling thread do other things, and notice an abort, a few times a second. */
async function letOthersRun(): Promise<void> {
  if (performance.now() - lastPause < 50) return
  await new Promise((resolve) => setTimeout(resolve, 0))
  lastPause = performance.now()
}

/** The work, or an error as soon as the signal says so. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) {
    await work
    return
  }
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new XenolithError('aborted', 'the work was stopped before it was done'))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
  work.catch(() => {}) // what comes after an abort interests nobody
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop!)
  }
}
