import { holdOut, type Split, selectRows, type Table } from '@xenolith/core'
import { deriveSeed } from '@xenolith/core/internals'
import { firstRows } from '../first-rows.js'
import type { StudyData } from '../request.js'

/** The share of both samples that chooses, where no holdout says how much is left to certify. */
const CHOOSING = 1 / 3
/** The share that is looked at first, unless it has fewer rows than these. */
const FIRST = 2 / 9
const LEAST_FIRST = 120
/** No more rows of a sample choose than these, or than hold so many aliens: the choice is good enough, and every other row certifies. */
const MOST_CHOOSING = 2000
const MOST_ALIENS = 300

/** Of each sample: `kept` chooses, `heldOut` certifies. */
export interface Parts {
  readonly nominal: Split
  readonly mixture: Split
}

type Both = Pick<StudyData, 'nominal' | 'mixture'>

/**
 * Which rows choose and which certify, by their numbers, alpha and the seed alone; `share`: what may choose of each sample, default a third.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 90 }, (_, i) => [i]))
 * const parts = partsOf({ nominal, mixture: nominal }, 0.1, undefined, 1)
 * parts.nominal.kept.length // => 30
 * parts.nominal.heldOut.length // => 60
 * ```
 */
export function partsOf(
  { nominal, mixture }: Both,
  alpha: number,
  holdout: number | undefined,
  seed: number,
  share?: number,
): Parts {
  const certifying = (rows: number): number => holdout ?? 1 - choosingShare(rows, alpha, share ?? CHOOSING)
  return {
    nominal: holdOut(nominal.rows, certifying(nominal.rows), seed),
    mixture: holdOut(mixture.rows, certifying(mixture.rows), deriveSeed(seed, 'holdout of the mixture', 0)),
  }
}

/**
 * The stages in which rows are shown to the choice, by numbers and alpha alone, each with all rows of the one before: a choice that
 * is easy on the first leaves the others to certify. A holdout says how many rows certify, so that there is nothing to be won.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 900 }, (_, i) => [i]))
 * const stages = stagesOf({ nominal, mixture: nominal }, 0.1, undefined, 1)
 * stages.map((parts) => parts.nominal.kept.length) // => [ 200, 300 ]
 * ```
 */
export function stagesOf(data: Both, alpha: number, holdout: number | undefined, seed: number): Parts[] {
  const last = partsOf(data, alpha, holdout, seed)
  if (holdout !== undefined) return [last]
  const first = partsOf(data, alpha, holdout, seed, FIRST)
  const [few, all] = [first, last].map(({ nominal, mixture }) => [nominal.kept.length, mixture.kept.length])
  const worthIt = Math.min(...few) >= LEAST_FIRST && few.some((rows, k) => rows < all[k])
  return worthIt ? [first, last] : [last]
}

/**
 * Which rows choose and which certify where a pilot is set aside: those that choose are the first of it, so that rows which a pilot of
 * that size or a larger one leaves to certify are the same whatever is chosen, and at whatever alpha.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 90 }, (_, i) => [i]))
 * const parts = partsOfPilot({ nominal, mixture: nominal }, 0.1)
 * parts.nominal.kept.length // => 30
 * ```
 */
export function partsOfPilot({ nominal, mixture }: Both, alpha: number): Parts {
  const choosing = (rows: number): number => rows - Math.round((1 - choosingShare(rows, alpha, CHOOSING)) * rows)
  return {
    nominal: firstRows(nominal.rows, choosing(nominal.rows), 'nominal'),
    mixture: firstRows(mixture.rows, choosing(mixture.rows), 'mixture'),
  }
}

function choosingShare(rows: number, alpha: number, share: number): number {
  return Math.min(share, Math.max(MOST_CHOOSING, MOST_ALIENS / alpha) / rows)
}

/** The rows that train and choose. */
export interface ChoosingRows {
  readonly nominal: Table
  readonly mixture: Table
  readonly classes?: readonly string[]
}

/**
 * The rows that `partsOf` has given to the choice, with their classes.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 90 }, (_, i) => [i]))
 * const data = { nominal, mixture: nominal, classes: Array.from({ length: 90 }, (_, i) => (i < 45 ? 'low' : 'high')) }
 * const own = choosingRows(data, partsOf(data, 0.1, undefined, 1))
 * own.nominal.rows // => 30
 * own.classes!.length // => 30
 * ```
 */
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
