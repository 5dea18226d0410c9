import { type ReadModelFile, XenolithError } from '@xenolith/core'
import { createEngine, type Engine } from '@xenolith/engine'
import type { Listener } from '@xenolith/study'
import { writeFrame } from './frames.js'

/** What lives as long as the program: one engine, the models that were opened, and whoever listens at the other end. */
export interface Session {
  readonly engine: Engine
  readonly listener: Listener
  /** Keeps a model under a number, by which later requests name it. */
  keep(file: ReadModelFile): number
  model(handle: unknown): ReadModelFile
  forget(handle: unknown): void
}

const PROGRESS_MS = 100

export function createSession(workers?: number): Session {
  const models = new Map<number, ReadModelFile>()
  let last = 0
  return {
    engine: createEngine({ workers }),
    listener: { note: (text) => writeFrame({ event: 'note', text: inPython(text) }), progress, nameOf: snakeCase },
    keep(file) {
      models.set(++last, file)
      return last
    },
    model(handle) {
      const file = models.get(handle as number)
      if (file === undefined) throw new XenolithError('not-found', `no model ${handle} is open`)
      return file
    },
    forget: (handle) => void models.delete(handle as number),
  }
}

/** Tells how far work has come, at most ten times a second. */
function progress(label: string): (done: number, total: number) => void {
  let told = 0
  return (done, total) => {
    const now = performance.now()
    if (done < total && now - told < PROGRESS_MS) return
    told = now
    writeFrame({ event: 'progress', label, done, total })
  }
}

function snakeCase(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Words that were written for the command line, where options are flags. */
export function inPython(text: string): string {
  return text.replace(/--([a-z][a-z0-9-]*)/g, (_, flag: string) => flag.replaceAll('-', '_'))
}
