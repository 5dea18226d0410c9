import type { TaskName } from '../tasks.js'

/** A place where tasks run: the calling thread, or a worker. */
export interface Lane {
  readonly local: boolean
  /** Opens a task under a number of the caller's choice. */
  open(handle: number, task: TaskName, setup: unknown, transfer?: readonly ArrayBuffer[]): Promise<void>
  run<Value>(handle: number, input: unknown, transfer?: readonly ArrayBuffer[]): Promise<Value>
  /** Says that a value has been read, so that its memory can be used for the next. */
  giveBack(value: unknown): void
  close(handle: number): void
  /** Resolves when it answers; rejects if it is gone. */
  ping(): Promise<void>
  end(): Promise<void>
}

export type Request =
  | {
      readonly id: number
      readonly kind: 'open'
      readonly handle: number
      readonly task: TaskName
      readonly input: unknown
    }
  | {
      readonly id: number
      readonly kind: 'run'
      readonly handle: number
      readonly input: unknown
      /** Memory that the value of the reply may stand in. */
      readonly room?: ArrayBuffer
    }
  | { readonly id: number; readonly kind: 'close'; readonly handle: number }
  | { readonly id: number; readonly kind: 'ping' }

export type Reply =
  | { readonly id: number; readonly value: unknown; readonly room?: ArrayBuffer }
  | { readonly id: number; readonly error: TaskFailure }

export interface TaskFailure {
  readonly message: string
  readonly stack?: string
  /** A RangeError: it may have been memory that could not be had. */
  readonly range: boolean
}
