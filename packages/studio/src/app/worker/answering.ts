import { XenolithError } from '@xenolith/core'
import type { Context } from './context.ts'
import { setScript } from './engine.ts'
import { setDecoder } from './parquet.ts'
import type { Failure, Reply, Request } from './protocol.ts'
import { tasks } from './tasks.ts'

type Send = (reply: Reply, transfer?: Transferable[]) => void
type AnyTask = (asked: unknown, context: Context) => unknown

/** Progress is told at most this often, so that the page has time to draw. */
const TELL_EVERY_MS = 50

/** Hears what the page asks and answers it. */
export function answering(send: Send): (request: Request) => Promise<void> {
  const underWay = new Map<number, AbortController>()
  return async (request) => {
    if ('script' in request) {
      setScript(request.script)
      setDecoder(request.parquet)
      return
    }
    const { id } = request
    if ('cancel' in request) {
      underWay.get(id)?.abort()
      return
    }
    const controller = new AbortController()
    underWay.set(id, controller)
    try {
      const context: Context = {
        signal: controller.signal,
        note: (note) => send({ id, note }),
        progress: (label) => {
          let told = 0
          send({ id, progress: { label, done: 0, total: 1 } })
          return (done, total) => {
            const now = performance.now()
            if (now - told < TELL_EVERY_MS && done < total) return
            told = now
            send({ id, progress: { label, done, total } })
          }
        },
      }
      send({ id, answer: await (tasks[request.task] as AnyTask)(request.asked, context) })
    } catch (error) {
      send({ id, failure: failureOf(error) })
    } finally {
      underWay.delete(id)
    }
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof XenolithError) return { code: error.code, message: error.message }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) }
}
