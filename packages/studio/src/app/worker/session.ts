import type { ModelFile, Table } from '@xenolith/core'
import type { Kind } from '@xenolith/files/pure'
import type { Parted, Scored, StudyData, StudyRequest } from '@xenolith/study'

/** A file that the user gave, with all its columns as they were read. */
export interface OpenFile {
  readonly name: string
  readonly blob: Blob
  readonly table: Table
  readonly fingerprint: { readonly name: string; readonly bytes: number; readonly sha256: string }
  /** By which its rows are known again. */
  readonly sample: readonly number[]
  readonly notes: readonly string[]
}

export type Role = 'nominal' | 'mixture'

/** How both files are read: what the user changed, column by column. */
export interface Reading {
  readonly kinds: Readonly<Record<string, Kind>>
  readonly decimal?: string
  readonly thousands?: string
}

/** Rows that were scored, and what was asked for when they were. */
export interface Scoring {
  /** By which the same columns, detector, seed and pilot are known again. */
  readonly key: string
  readonly data: StudyData
  readonly request: StudyRequest
  readonly scored: Scored
  /** The scores that sliders may see, and those that they may not; absent where all rows certify. */
  readonly parted?: Parted
}

/** A model with its certificate: made here, or opened. */
export interface Issued {
  readonly file: ModelFile
  readonly bytes: Uint8Array
}

/** What this worker holds. The page holds no rows. */
export interface Session {
  files: { readonly [Key in Role]?: OpenFile }
  reading: Reading
  scoring?: Scoring
  issued?: Issued
  /** The last one that was made here and certified: it stands, whatever is asked afterwards. */
  certified?: Issued
}

export const session: Session = { files: {}, reading: { kinds: {} } }
