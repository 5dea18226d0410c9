import type { TaskName } from '../tasks.js'
import type { Lane, Reply, Request } from './lane.js'

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

/** What Node's and the browser's workers have in common, once started. */
interface WorkerHandle {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void
  /** Whether an idle process waits for it. */
  hold(on: boolean): void
  stop(): Promise<void>
}

interface Listener {
  onReply(reply: Reply): void
  onEnd(reason: string): void
}

type WithoutId = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never

/** Starts a worker. `onLost` is called when it stops without having been told to. */
export async function startWorkerLane(module: WebAssembly.Module, onLost: () => void): Promise<Lane> {
  const pending = new Map<number, Pending>()
  /** Where values stand, and memory that has been given back. */
  const rooms = new WeakMap<object, ArrayBuffer>()
  let spare: ArrayBuffer[] = []
  let nextId = 1
  let lost: Error | undefined
  let ending = false
  const worker = await start({
    onReply(reply) {
      const waiting = pending.get(reply.id)
      pending.delete(reply.id)
      if (pending.size === 0 && !ending) worker.hold(false)
      if ('error' in reply) waiting?.reject(taskError(reply.error))
      else {
        if (reply.room !== undefined) rooms.set(reply.value as object, reply.room)
        waiting?.resolve(reply.value)
      }
    },
    onEnd(reason) {
      lost ??= new Error(`a worker of the engine stopped: ${reason}`)
      for (const { reject } of pending.values()) reject(lost)
      pending.clear()
      if (!ending) onLost()
    },
  })
  worker.hold(false)
  worker.post({ module }, [])

  function ask<Value>(request: WithoutId, transfer: readonly ArrayBuffer[]): Promise<Value> {
    if (lost) return Promise.reject(lost)
    const id = nextId++
    return new Promise<Value>((resolve, reject) => {
      pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
      worker.hold(true)
      worker.post({ ...request, id }, transfer)
    })
  }

  return {
    local: false,
    open: (handle: number, task: TaskName, setup: unknown, transfer = []) =>
      ask({ kind: 'open', handle, task, input: setup }, transfer),
    run<Value>(handle: number, input: unknown, transfer: readonly ArrayBuffer[] = []) {
      const room = spare.pop()
      return ask<Value>({ kind: 'run', handle, input, room }, room === undefined ? transfer : [...transfer, room])
    },
    giveBack(value) {
      const room = rooms.get(value as object)
      if (room !== undefined) spare.push(room)
    },
    close(handle) {
      spare = []
      ask({ kind: 'close', handle }, []).catch(() => {}) // a worker that is gone has closed it
    },
    async end() {
      ending = true
      lost ??= new Error('the engine was closed')
      for (const { reject } of pending.values()) reject(lost)
      pending.clear()
      await worker.stop()
    },
  }
}

function taskError({ message, stack }: { readonly message: string; readonly stack?: string }): Error {
  const error = new Error(`a worker of the engine failed: ${message}`)
  if (stack !== undefined) error.stack = `${error.message}\n${stack}`
  return error
}

/** Under a test runner the sources run as TypeScript; workers are then the built ones. */
function scriptUrl(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? '../../dist/pool/worker.js' : './worker.js', import.meta.url)
}

async function start(listener: Listener): Promise<WorkerHandle> {
  return isNode() ? startInNode(listener) : startInBrowser(listener)
}

export function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}

async function startInNode(listener: Listener): Promise<WorkerHandle> {
  const { Worker } = await import('node:worker_threads')
  const worker = new Worker(scriptUrl())
  let reason = ''
  worker.on('message', (reply: Reply) => listener.onReply(reply))
  worker.on('error', (error) => {
    reason = error.message
  })
  worker.on('exit', (code) => listener.onEnd(reason || `exit code ${code}`))
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as ArrayBuffer[]),
    hold: (on) => (on ? worker.ref() : worker.unref()),
    stop: async () => {
      worker.ref() // else a process could end while it waits for this
      await worker.terminate()
    },
  }
}

async function startInBrowser(listener: Listener): Promise<WorkerHandle> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
  worker.onmessage = (event: MessageEvent<Reply>) => listener.onReply(event.data)
  worker.onerror = (event) => {
    worker.terminate()
    listener.onEnd(event.message || 'its script could not be loaded')
  }
  return {
    post: (message, transfer) => worker.postMessage(message, transfer as ArrayBuffer[]),
    hold: () => {},
    stop: async () => worker.terminate(),
  }
}
