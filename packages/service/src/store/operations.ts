import { access } from './operations/access.js'
import { alarms } from './operations/alarms.js'
import { archive } from './operations/archive.js'
import { draws } from './operations/draws.js'
import { events } from './operations/events.js'
import { ingest } from './operations/ingest.js'
import { models } from './operations/models.js'
import { records } from './operations/records.js'
import { retention } from './operations/retention.js'
import { streams } from './operations/streams.js'
import { verdicts } from './operations/verdicts.js'

/** Everything that is asked of a store. */
export const operations = {
  ...models,
  ...streams,
  ...ingest,
  ...alarms,
  ...verdicts,
  ...draws,
  ...events,
  ...access,
  ...retention,
  ...records,
  ...archive,
} as const

export type Operations = typeof operations
export type Name = keyof Operations
export type Input<N extends Name> = Parameters<Operations[N]['run']>[1]
export type Output<N extends Name> = Awaited<ReturnType<Operations[N]['run']>>

/** A store: SQLite in a file, or PostgreSQL. A write that was answered is durable. */
export interface Store {
  readonly kind: 'sqlite' | 'postgres'
  call<N extends Name>(name: N, input: Input<N>): Promise<Output<N>>
  /** Writes that wait or are under way. */
  readonly waiting: number
  close(): Promise<void>
}
