import { alignTable, checkTable, checkValues, type Feature, type Table } from '../../data/table.js'
import { checkVaries } from '../../data/varies.js'
import { expect } from '../../errors.js'
import { commonFeatures } from '../../trees/pooled-rows.js'

/** Both samples with their common features. */
export interface BothSamples {
  readonly features: readonly Feature[]
  readonly nominal: Table
  readonly mixture: Table
}

export const MOST_FOLDS = 100
/** Rows that each sample needs. */
export const LEAST_ROWS = 20

/** Refuses a request without a mixture, or with an impossible number of folds. */
export function checkBoth(nominal: Table, mixture: Table | undefined, folds: number, detector: string): void {
  checkTable(nominal, 'the nominal data')
  expect(
    mixture !== undefined,
    'bad-option',
    `${detector} learns from the mixture too: expected its rows as the option mixture`,
  )
  expect(
    Number.isSafeInteger(folds) && folds >= 1 && folds <= MOST_FOLDS,
    'bad-option',
    `folds must be a whole number from 1 to ${MOST_FOLDS}, got ${folds}`,
  )
}

/** Both samples, aligned and checked; `detector` needs at least so many nominal rows. */
export function alignBoth(table: Table, other: Table, detector: string, least: number = LEAST_ROWS): BothSamples {
  const features = commonFeatures(table, other)
  const nominal = alignTable(table, features)
  const mixture = alignTable(other, features)
  checkValues(mixture, 'the mixture')
  expect(
    nominal.rows >= least && mixture.rows >= LEAST_ROWS,
    'too-few-rows',
    `${detector} needs at least ${least} nominal and ${LEAST_ROWS} mixture rows, got ${nominal.rows} and ${mixture.rows}`,
  )
  checkVaries(nominal)
  return { features, nominal, mixture }
}
