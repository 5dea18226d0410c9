import { parentPort, workerData } from 'node:worker_threads'
import { XenolithError } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import type { DataPlace } from '../data/place.js'
import type { Part } from '../element.js'
import { protocols } from '../protocols.js'
import type { Settings } from '../settings.js'
import { createContext } from './context.js'

/** What the runner asks of a worker, one at a time. */
export interface Job {
  readonly settings: Settings
  readonly part: Part
  readonly run: number
}

export type JobReply =
  | { readonly record: unknown }
  | { readonly error: { readonly code?: string; readonly message: string; readonly stack?: string } }

const port = parentPort!
const context = createContext(createEngine({ workers: 1 }), workerData as DataPlace)

port.on('message', async ({ settings, part, run }: Job) => {
  try {
    const record = await protocols[settings.kind].run(settings, part, run, context)
    port.postMessage({ record } satisfies JobReply)
  } catch (error) {
    const { message, stack } = error as Error
    const code = error instanceof XenolithError ? error.code : undefined
    port.postMessage({ error: { code, message, stack } } satisfies JobReply)
  }
})
