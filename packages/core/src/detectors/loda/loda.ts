import { alignTable, type Column, checkTable, type Feature, featuresOf, type Table } from '../../data/table.js'
import { checkVaries } from '../../data/varies.js'
import { expect } from '../../errors.js'
import { substream } from '../../numeric/random.js'
import { type Fit, type Progress, report } from '../detector.js'
import { liftingColumns, type RareValues } from '../rare-values.js'
import { MOST_BINS, prepareBinChoice } from './bins.js'
import { completeRows, type Encodings, encodeTable, encodeTraining } from './encode.js'
import { type Direction, drawDirection, type LogHistogram, logDensityAt, logHistogram, project } from './projection.js'

export interface LodaOptions extends Progress {
  readonly seed?: number
  /** Lift rows with a rare value in a column in which nearly all nominal rows agree (default true). */
  readonly rareValues?: boolean
  /** Number of projections (default 1000). */
  readonly projections?: number
  /** Bins of every histogram (default: each has the number that its penalised likelihood prefers). */
  readonly bins?: number
}

/** A direction and the histogram of the training rows along it. */
export type Projection = Direction & LogHistogram

export interface LodaModel extends Encodings {
  /** Lifts of rows with a rare value in a nearly constant column. */
  readonly rare?: RareValues
  readonly detector: 'loda'
  readonly features: readonly Feature[]
  readonly seed: number
  readonly projections: readonly Projection[]
}

/** More projections change no ranking that anyone could measure, and the sum of so many log densities is exact. */
export const MOST_PROJECTIONS = 500_000

/** The options of LODA, complete and checked. */
export interface LodaPlan {
  readonly seed: number
  readonly count: number
  readonly bins?: number
}

/** Checks the table and the options. */
export function planLoda(table: Table, options: LodaOptions): LodaPlan {
  const { seed = 1, projections: count = 1000, bins } = options
  checkTable(table, 'the nominal data')
  expect(
    Number.isSafeInteger(count) && count >= 1 && count <= MOST_PROJECTIONS,
    'bad-option',
    `projections must be a whole number from 1 to ${MOST_PROJECTIONS}, got ${count}`,
  )
  expect(
    bins === undefined || (Number.isSafeInteger(bins) && bins >= 1 && bins <= MOST_BINS),
    'bad-option',
    `bins must be a whole number from 1 to ${MOST_BINS}, got ${bins}`,
  )
  expect(table.rows >= 2, 'too-few-rows', `LODA needs at least 2 nominal rows, got ${table.rows}`)
  checkVaries(table)
  return { seed, count, bins }
}

/**
 * Bootstrap LODA as the paper runs it: sparse random projections, each with a histogram of a bootstrap resample;
 * score = minus the mean log density. A training row is scored by the projections whose resample missed it; a row
 * that was in every resample is scored by all of them, and counted. Training medians fill the gaps of a table that has some.
 */
export function fitLoda(table: Table, options: LodaOptions = {}): Fit<LodaModel> {
  const { seed, count, bins } = planLoda(table, options)
  const rows = table.rows
  const features = featuresOf(table)
  const { columns, ...encodings } = encodeTraining(table)
  const choice = prepareBinChoice(rows)
  const projections: Projection[] = []
  const tally = newTally(rows)
  const position = new Float64Array(rows)
  const resample = new Float64Array(rows)
  const drawn = new Uint8Array(rows)
  for (let p = 0; p < count; p++) {
    const random = substream(seed, 'projection', p)
    const direction = drawDirection(columns.length, random)
    project(columns, direction, position)
    drawn.fill(0)
    let size = 0
    for (let i = 0; i < rows; i++) {
      const row = random.below(rows)
      drawn[row] = 1
      if (!Number.isNaN(position[row])) resample[size++] = position[row]
    }
    const histogram = logHistogram(choice, resample, size, bins)
    projections.push({ ...direction, ...histogram })
    for (let i = 0; i < rows; i++) if (drawn[i] === 0) addTo(tally, i, histogram, position[i])
    if ((p + 1) % 8 === 0 || p + 1 === count) report(options, p + 1, count)
  }
  const model: LodaModel = { detector: 'loda', features, seed, ...encodings, projections }
  const scores = scoresOf(tally)
  const inBag = rowsWithout(tally)
  if (inBag.length > 0) {
    const full = scoreLoda(model, table)
    for (const i of inBag) scores[i] = full[i]
  }
  return { model, scores, inBagRows: inBag.length, nominalScores: 'out-of-bag' }
}

/** Rows with other categories that are as common, or with a gap and with the median, are the same to all projections; rare values lift them apart. */
export function seenByLoda(table: Table): Table {
  const positions = encodeTraining(table).columns.map((values): Column => ({ name: '', kind: 'numeric', values }))
  return { rows: table.rows, columns: [...positions, ...liftingColumns(table)] }
}

/**
 * Minus the mean log density over the projections, for every row: higher is more alien. Where training rows had no gaps, a projection that needs a
 * missing value is skipped; a row that every projection would skip is completed by the training medians.
 */
export function scoreLoda(model: LodaModel, table: Table, progress: Progress = {}): Float64Array {
  const columns = encodeTable(alignTable(table, model.features), model)
  const tally = tallyOf(model, columns, table.rows, progress)
  const scores = scoresOf(tally)
  const incomplete = rowsWithout(tally)
  if (incomplete.length > 0) {
    const completed = completeRows(columns, incomplete, model.encodings)
    const completedScores = scoresOf(tallyOf(model, completed, incomplete.length, {}))
    incomplete.forEach((i, k) => {
      scores[i] = completedScores[k]
    })
  }
  return scores
}

/** For each row: the sum of log densities, and over how many projections. */
interface Tally {
  readonly sum: Float64Array
  readonly count: Int32Array
}

function newTally(rows: number): Tally {
  return { sum: new Float64Array(rows), count: new Int32Array(rows) }
}

function addTo(tally: Tally, row: number, histogram: LogHistogram, position: number): void {
  if (Number.isNaN(position)) return
  tally.sum[row] += logDensityAt(histogram, position)
  tally.count[row]++
}

function tallyOf(model: LodaModel, columns: readonly Float64Array[], rows: number, progress: Progress): Tally {
  const tally = newTally(rows)
  const position = new Float64Array(rows)
  const total = model.projections.length
  model.projections.forEach((projection, p) => {
    project(columns, projection, position)
    for (let i = 0; i < rows; i++) addTo(tally, i, projection, position[i])
    if ((p + 1) % 64 === 0 || p + 1 === total) report(progress, p + 1, total)
  })
  return tally
}

function scoresOf({ sum, count }: Tally): Float64Array {
  return sum.map((s, i) => -s / count[i])
}

function rowsWithout({ count }: Tally): number[] {
  const rows: number[] = []
  count.forEach((c, i) => {
    if (c === 0) rows.push(i)
  })
  return rows
}
