import type { Tasks } from './tasks.ts'

/** A piece of work that the page asks of the worker. */
export type TaskName = keyof Tasks
export type Asked<Name extends TaskName> = Parameters<Tasks[Name]>[0]
export type Answer<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

/** What the page says. */
export type Request =
  /** First of all: the worker's own text, from which the engine starts workers of its own, and that of the decoder of Parquet. */
  | { readonly script: string; readonly parquet: string }
  | { readonly id: number; readonly task: TaskName; readonly asked: unknown }
  | { readonly id: number; readonly cancel: true }

/** A failure as the user reads it: one line, and a stable code. */
export interface Failure {
  readonly code: string
  readonly message: string
}

/** What the worker says of one piece of work: how it goes, then one answer or one failure. */
export type Reply =
  | {
      readonly id: number
      readonly progress: { readonly label: string; readonly done: number; readonly total: number }
    }
  | { readonly id: number; readonly note: string }
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: Failure }
