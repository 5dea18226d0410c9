import type { Engine } from '@xenolith/engine'
import type { Dataset } from './data/dataset.js'
import type { Settings } from './settings.js'

/** A part of an element that is computed as one: all its cells share a fit in every run. */
export interface Part {
  /** Names the part among those of its element, in the saved records and in seeds. */
  readonly key: string
  /** A guess at the time of one run, in any unit: for the time left. */
  readonly cost: number
}

/** What a run has at hand; one per worker. */
export interface Context {
  readonly engine: Engine
  /** A dataset of the manifest, or the user's table, checked and parsed; kept after the first time. */
  dataset(name: string): Promise<Dataset>
  /** Computes once per worker. */
  once<T>(key: string, make: () => T): T
}

/** A line of results.csv. */
export type Row = Readonly<Record<string, string | number>>

/** What one kind of element does. Records are plain JSON. */
export interface Protocol<Record = unknown> {
  /** Raised when the same settings would give other records than before: older records are then left alone. */
  readonly revision: number
  readonly columns: readonly string[]
  /** Settings that choose parts or how often they run, and so do not change a record. */
  readonly free: readonly (keyof Settings)[]
  parts(settings: Settings): readonly Part[]
  run(settings: Settings, part: Part, run: number, context: Context): Promise<Record>
  /** `records` holds those of each part in the order of their runs. */
  summarise(
    settings: Settings,
    records: ReadonlyMap<string, readonly Record[]>,
    sources: ReadonlyMap<string, SourceRecords>,
  ): readonly Row[]
}

/** The records of an element that another one reads. */
export interface SourceRecords {
  readonly settings: Settings
  readonly records: ReadonlyMap<string, readonly unknown[]>
}
