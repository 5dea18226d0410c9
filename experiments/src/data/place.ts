import type { OwnTable } from './own-table.js'

/** Where datasets come from: a data directory, or a table of the user's. */
export interface DataPlace {
  readonly directory?: string
  readonly table?: OwnTable
}
