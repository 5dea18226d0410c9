import { holdOut, type Split, selectRows, type Table } from '@xenolith/core'
import { deriveSeed } from '@xenolith/core/internals'
import type { StudyData } from '../request.js'

/** The share of both samples that chooses, where no holdout says how much is left to certify. */
const CHOOSING = 1 / 3

/** Of each sample: `kept` chooses, `heldOut` certifies. */
export interface Parts {
  readonly nominal: Split
  readonly mixture: Split
}

export function partsOf({ nominal, mixture }: StudyData, holdout: number | undefined, seed: number): Parts {
  const certifying = holdout ?? 1 - CHOOSING
  return {
    nominal: holdOut(nominal.rows, certifying, seed),
    mixture: holdOut(mixture.rows, certifying, deriveSeed(seed, 'holdout of the mixture', 0)),
  }
}

/** The rows that train and choose. */
export interface ChoosingRows {
  readonly nominal: Table
  readonly mixture: Table
  readonly classes?: readonly string[]
}

export function choosingRows({ nominal, mixture, classes }: StudyData, parts: Parts): ChoosingRows {
  const { kept } = parts.nominal
  return {
    nominal: selectRows(nominal, kept),
    mixture: selectRows(mixture, parts.mixture.kept),
    classes: classes && Array.from(kept, (row) => classes[row]),
  }
}

export interface Sizes {
  readonly nominal: number
  readonly mixture: number
}

export function sizes({ nominal, mixture }: { readonly nominal: Table; readonly mixture: Table }): Sizes {
  return { nominal: nominal.rows, mixture: mixture.rows }
}
