import type { DataFingerprint, Model, Table } from '@xenolith/core'
import type { Asked } from '@xenolith/core/internals'
import type { Work } from '../listener.js'

/**
 * Two samples of which a part is held: rows drawn by a hash of their names. The drawn nominal rows train; all others certify, wherever they are. What a
 * report says of columns and the rows that it shows are of the drawn rows, too.
 */
export interface DrawnData {
  /** The drawn rows of each sample, in the order of the draw. */
  readonly nominal: Table
  readonly mixture: Table
  /** The nominal category of each drawn nominal row. */
  readonly classes?: readonly string[]
  /** Ids of the drawn mixture rows; without, `mixtureRows`. */
  readonly mixtureIds?: readonly (string | null)[]
  /** Where the drawn mixture rows stand in their file, from 0. */
  readonly mixtureRows?: ArrayLike<number>
  readonly data?: readonly DataFingerprint[]
  readonly audit?: undefined
  /** Scores all nominal rows that were not drawn, and all mixture rows. */
  score(model: Model, work: Work): Promise<ScoredRows>
}

/** Scores that certify, held or not. */
export interface ScoredRows {
  /** Asks something of both samples of scores. */
  ask<Answer>(question: Asked<Answer>): Promise<Answer>
  close(): Promise<void>
}

export function isDrawn(data: object): data is DrawnData {
  return 'score' in data
}
