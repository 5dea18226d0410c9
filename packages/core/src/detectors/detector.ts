import type { Fields } from '../codec/shape.js'
import type { Feature, Table } from '../data/table.js'
import type { Progress } from '../numeric/progress.js'
import type { RareValues } from './rare-values.js'

export { type Progress, report } from '../numeric/progress.js'

/**
 * Where the scores of the training rows come from. `out-of-bag`: only parts of the model that did not use a row judge
 * it. `leave-one-out`: the whole model judges a row as if that row alone had not been trained on. `folds`: a model fitted
 * to the other folds judges it. `cross-fitted`: the same for both samples, and new rows are judged in the same way.
 * `left-out`: by several detectors, each in one of these ways.
 * `given`: nothing was trained, so the scores owe nothing to the rows.
 */
export type TrainingScores = 'out-of-bag' | 'leave-one-out' | 'folds' | 'cross-fitted' | 'left-out' | 'given'

/** The answer of every `fit`. */
export interface Fit<Model> {
  readonly model: Model
  /** Scores of the training rows, out-of-bag wherever a row was left out of some part of the model. */
  readonly scores: Float64Array
  /** Rows that no part of the model left out; their scores are in-bag. */
  readonly inBagRows: number
  /** Where `scores` come from; hand it to `certify`, so that the certificate states the right assumption. */
  readonly nominalScores: TrainingScores
  /** The training rows that `scores` are of, ascending, where the others were set aside for parts of the model; absent: all. */
  readonly scored?: Int32Array
  /** Scores of the mixture's rows, if the detector learned from them too, made as those of the nominal rows are. */
  readonly mixtureScores?: Float64Array
}

/** The answer of a detector that learns from the mixture too. */
export interface FitOfBoth<Model> extends Fit<Model> {
  readonly mixtureScores: Float64Array
}

/** A model is plain data that names its detector and its features. */
export interface AnyModel {
  readonly detector: string
  readonly features: readonly Feature[]
  /** What lifts a score whoever gave it, where the detector itself sees little of it. */
  readonly rare?: RareValues
}

/** What differs from detector to detector in types. */
export interface DetectorTypes {
  /** Whether it learns from nominal rows; if not, it reads what another program made of them. */
  readonly learns: boolean
  /** Declared by a detector that learns from the mixture too; its options then hold the mixture. */
  readonly learnsFromMixture?: true
  readonly options: object
  readonly model: AnyModel
}

/** Types of a detector that learns from both samples. */
interface TypesOfBoth extends DetectorTypes {
  readonly learnsFromMixture: true
  readonly options: { readonly mixture: Table }
}

/** An option of a detector as a person sees it. */
export interface DetectorOption<Options = object> {
  /** Its name among the options of `fit`. */
  readonly option: string & keyof Options
  /** The flag of the command. */
  readonly flag: string
  /** What the flag takes: a whole number, any number, several names, one of some words, a whole number or a word, or nothing (it switches the option off). */
  readonly takes: 'count' | 'number' | 'names' | 'off' | readonly string[] | { readonly countOr: readonly string[] }
  readonly help: string
}

/** A detector with everything that belongs to it; one that learns from the mixture says so and scores both samples. */
export type Detector<Types extends DetectorTypes = DetectorTypes> = DetectorParts<Types> &
  (Types extends TypesOfBoth
    ? {
        readonly learnsFromMixture: true
        fit(table: Table, options: Types['options'] & Progress): FitOfBoth<Types['model']>
      }
    : { readonly learnsFromMixture?: undefined })

interface DetectorParts<Types extends DetectorTypes> {
  readonly learns: Types['learns']
  /** Whether rare values in nearly constant columns lift its scores, by its options; a detector without it has a way of its own to use them. */
  liftsRareValues?(options: Types['options']): boolean
  readonly trainingScores: TrainingScores
  /** What it is, in a few words. */
  readonly description: string
  readonly options: readonly DetectorOption<Types['options']>[]
  /** Fits a table; checks the table and the options first. */
  fit(table: Table, options: Types['options'] & Progress): Fit<Types['model']>
  /** Training rows as it sees them, where rows that differ may be the same to it: alike here, they have one score as new rows. */
  seen?(table: Table): Table
  /** Scores an aligned and checked table. */
  score(model: Types['model'], table: Table, progress: Progress): Float64Array
  /** The model that explanations are taken from, where it differs: one whose answer for a row does not depend on a draw. */
  steady?(model: Types['model']): Types['model']
  /**
   * By feature, an ordinary number or the code of an ordinary category: what explanations put in place of a value to
   * take it away. Without, they make it missing; a detector to which a gap is a sign of its own needs this.
   */
  ordinary?(model: Types['model']): Float64Array
  /** A model in words, with the options that it was made with. */
  describe(model: Types['model']): string
  /** The model as plain data for a model file, its fields in a fixed order. */
  pack(model: Types['model']): unknown
  /** The model again, every part of it checked. */
  unpack(packed: Fields, features: readonly Feature[]): Types['model']
}

/** Rows that are scored together: small enough for their block to stay in cache. */
export const BLOCK_ROWS = 1024

/** Sums of depths and log densities are taken in multiples of these units, so that they are exact and their order cannot matter. */
export function toUnit(x: number, unit: number): number {
  return Math.round(x / unit) * unit
}
