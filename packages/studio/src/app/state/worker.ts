import type { Answer, Asked, Failure, Reply, Request, TaskName } from '../worker/protocol.ts'

export interface Hearing {
  readonly onProgress?: (label: string, done: number, total: number) => void
  readonly onNote?: (note: string) => void
  /** Aborted with the reason `AT_ONCE`, work that does not listen is ended with its worker, and with all that it holds. */
  readonly signal?: AbortSignal
}

/** Why a signal is aborted where the user insists. Work that is merely overtaken must not take the files with it. */
export const AT_ONCE = 'at once'

/** A failure with its stable code. `aborted` is what the user asked for, so nobody need say it. */
export class WorkFailed extends Error {
  readonly code: string
  constructor({ code, message }: Failure) {
    super(message)
    this.code = code
  }
}

interface Waiting extends Hearing {
  readonly resolve: (answer: never) => void
  readonly reject: (failure: WorkFailed) => void
}

const waiting = new Map<number, Waiting>()
let worker: Worker | undefined
let ids = 0

/** Asks the worker for a piece of work. */
export function ask<Name extends TaskName>(
  task: Name,
  asked: Asked<Name>,
  hearing: Hearing = {},
): Promise<Answer<Name>> {
  const id = ++ids
  worker ??= start()
  return new Promise<Answer<Name>>((resolve, reject) => {
    waiting.set(id, { ...hearing, resolve: resolve as (answer: never) => void, reject })
    const { signal } = hearing
    signal?.addEventListener(
      'abort',
      () => cancel(id, signal.reason === AT_ONCE, task === 'score' ? PATIENCE_MS.score : PATIENCE_MS.other),
      {
        once: true,
      },
    )
    post({ id, task, asked })
  })
}

/** For questions that follow each other quickly: an answer that was overtaken never arrives. */
export function latest<Name extends TaskName>(task: Name): (asked: Asked<Name>) => Promise<Answer<Name> | undefined> {
  let current = 0
  let controller: AbortController | undefined
  return async (asked) => {
    const mine = ++current
    controller?.abort()
    controller = new AbortController()
    try {
      const answer: Answer<Name> = await ask<Name>(task, asked, { signal: controller.signal })
      return mine === current ? answer : undefined
    } catch (error) {
      if (mine !== current) return undefined
      throw error
    }
  }
}

/** How long work may take to notice that it is to stop. Training hears of it between two detectors, and to end it sooner would cost the files. */
const PATIENCE_MS = { score: 15_000, other: 1500 }
let onLost: () => void = () => {}

/** Calls back when the worker had to be ended, and with it all that it held. */
export function whenLost(call: () => void): void {
  onLost = call
}

/** Asks the work to stop. Where the user insists, work that does not listen, such as the reading of a large file, is ended with its worker. */
function cancel(id: number, insists: boolean, patience: number): void {
  const asked = worker
  post({ id, cancel: true })
  if (!insists) return
  setTimeout(() => {
    if (!waiting.has(id) || worker !== asked) return
    end(new WorkFailed({ code: 'aborted', message: 'the work was stopped' }))
    onLost()
  }, patience)
}

/** Ends the worker; whoever waits for it hears why. */
function end(failure: WorkFailed): void {
  worker?.terminate()
  worker = undefined
  const left = [...waiting.values()]
  waiting.clear()
  for (const { reject } of left) reject(failure)
}

function post(request: Request): void {
  worker?.postMessage(request)
}

function start(): Worker {
  const textOf = (id: string): string => document.getElementById(id)!.textContent!
  const script = textOf('worker')
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const started = new Worker(address, { name: 'studio' })
  started.postMessage({ script, parquet: textOf('parquet') } satisfies Request)
  started.onmessage = (event: MessageEvent<Reply>) => hear(event.data)
  started.onerror = (event) => {
    end(new WorkFailed({ code: 'internal', message: event.message || 'the worker could not be started' }))
    onLost()
  }
  return started
}

function hear(reply: Reply): void {
  const one = waiting.get(reply.id)
  if (one === undefined) return
  if ('progress' in reply) one.onProgress?.(reply.progress.label, reply.progress.done, reply.progress.total)
  else if ('note' in reply) one.onNote?.(reply.note)
  else {
    waiting.delete(reply.id)
    if ('failure' in reply) one.reject(new WorkFailed(reply.failure))
    else one.resolve(reply.answer as never)
  }
}
