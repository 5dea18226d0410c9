import { XenolithError } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'

/** Whoever wants to know how the work goes: a terminal, an event stream, a page. */
export interface Listener {
  /** A sentence that a person should read: something was decided, or is not as it might seem. */
  note(text: string): void
  /** Called when work of some length starts; the function it returns hears how much of it is done. */
  progress(label: string): (done: number, total: number) => void
  /** What the person calls an option in this place, such as `--holdout` on a command line (default: its own name). */
  nameOf?(option: string): string
}

/** Hears nothing. */
export const silent: Listener = { note: () => {}, progress: () => () => {} }

/** What every step of a study works with. */
export interface Work {
  readonly engine: Engine
  readonly listener: Listener
  readonly signal?: AbortSignal
}

/** Stops between two steps; within one, the engine does. */
export function stopIfAborted({ signal }: Pick<Work, 'signal'>): void {
  if (signal?.aborted) throw new XenolithError('aborted', 'the work was stopped before it was done')
}

/** What the person calls an option. */
export function named(listener: Listener, option: string): string {
  return listener.nameOf?.(option) ?? option
}

/** Notes are passed on as soon as the work begins, and not before the request is checked: after a mistake the user sees the error alone. */
export function tellFirst(notes: readonly string[], listener: Listener): { listener: Listener; tell(): void } {
  let told = false
  const tell = (): void => {
    if (told) return
    told = true
    for (const text of notes) listener.note(text)
  }
  const progress: Listener['progress'] = (label) => {
    const heard = listener.progress(label)
    return (done, total) => {
      tell()
      heard(done, total)
    }
  }
  const note: Listener['note'] = (text) => {
    tell()
    listener.note(text)
  }
  return { listener: { ...listener, note, progress }, tell }
}
