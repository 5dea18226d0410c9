import { decodeModelFile, type ReadModelFile, XenolithError } from '@xenolith/core'
import { createEngine, type Engine } from '@xenolith/engine'
import { type SignatureState, signatureOf } from '@xenolith/files'
import type { Listener } from '@xenolith/study'
import { writeFrame } from './frames.js'

/** A model that was opened, and what its bytes say of a signature. */
export interface Opened extends ReadModelFile {
  readonly signature: SignatureState
}

/** What lives as long as the program: one engine, the models that were opened, and whoever listens at the other end. */
export interface Session {
  readonly engine: Engine
  readonly listener: Listener
  /** Opens the bytes of a model file under a number, by which later requests name it. */
  open(bytes: Uint8Array): number
  model(handle: unknown): Opened
  forget(handle: unknown): void
}

const PROGRESS_MS = 100

export function createSession(workers?: number): Session {
  const models = new Map<number, Opened>()
  let last = 0
  return {
    engine: createEngine({ workers }),
    listener: { note: (text) => writeFrame({ event: 'note', text: inPython(text) }), progress, nameOf: snakeCase },
    open(bytes) {
      models.set(++last, { ...decodeModelFile(bytes), signature: signatureOf(bytes) })
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

/** An option as Python writes it. */
export function snakeCase(option: string): string {
  if (FLAGS) return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return option.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Whoever submits a job from the command line reads flags. */
const FLAGS = process.env.XENOLITH_WORDS === 'command'

/** Words that were written for the command line, where options are flags. */
export function inPython(text: string): string {
  if (FLAGS) return text
  return text.replace(/--([a-z][a-z0-9-]*)/g, (_, flag: string) => flag.replaceAll('-', '_'))
}
