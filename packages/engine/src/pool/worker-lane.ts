import { platform } from '#platform'
import type { WebWorker } from '../platform/platform.js'
import type { TaskName } from '../tasks.js'
import type { Lane, Request, TaskFailure } from './lane.js'

interface Pending {
  resolve(value: unknown): void
  reject(error: Error): void
}

type WithoutId = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never

/** Starts a worker. `onLost` is called when it stops without having been told to. */
export function startWorkerLane(module: WebAssembly.Module, onLost: () => void, web?: () => WebWorker): Lane {
  const pending = new Map<number, Pending>()
  /** Where values stand, and memory that has been given back. */
  const rooms = new WeakMap<object, ArrayBuffer>()
  let spare: ArrayBuffer[] = []
  let nextId = 1
  let lost: Error | undefined
  let ending = false
  const worker = platform.start(
    {
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
        lost ??= failure(`a worker of the engine stopped: ${reason}`, /memory/i.test(reason))
        for (const { reject } of pending.values()) reject(lost)
        pending.clear()
        if (!ending) onLost()
      },
    },
    web,
  )
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
    ping: () => ask({ kind: 'ping' }, []),
    async end() {
      ending = true
      lost ??= new Error('the engine was closed')
      for (const { reject } of pending.values()) reject(lost)
      pending.clear()
      await worker.stop()
    },
  }
}

function taskError({ message, stack, range }: TaskFailure): Error {
  const error = failure(`a worker of the engine failed: ${message}`, range)
  if (stack !== undefined) error.stack = `${error.message}\n${stack}`
  return error
}

function failure(message: string, range: boolean): Error {
  return range ? new RangeError(message) : new Error(message)
}
