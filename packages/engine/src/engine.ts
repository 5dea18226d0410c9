import {
  fit as coreFit,
  score as coreScore,
  type Fit,
  type FitOptions,
  type FittedOptions,
  internals,
  type Model,
  type Progress,
  selectRows,
  type Table,
} from '@xenolith/core'
import { fitForest } from './forest.js'
import { scoreForest } from './forest-score.js'
import { RANK_FROM_ROWS } from './forest-score-task.js'
import { fitLoda } from './loda.js'
import { scoreLoda } from './loda-score.js'
import { fitPerClass, scorePerClass } from './per-class.js'
import { Pool } from './pool.js'
import { isMixed, isPlain } from './rows.js'
import { Shards } from './shards.js'

type Fitted = internals.FittedModel

/** The largest forest that is kept to judge many rows as a whole, ranked, in a third of the time of its trees one by one: about 150 MB. */
const WHOLE_MOST_NODES = 4_000_000

function judgesBetterWhole(nominal: Table, others: readonly Table[], options: FittedOptions): boolean {
  if (options.detector === 'loda') return false
  const { trees, subsample } = internals.planForest(nominal, options)
  const rows = others.reduce((sum, other) => sum + other.rows, 0)
  return rows >= RANK_FROM_ROWS && trees * subsample <= WHOLE_MOST_NODES && ![nominal, ...others].some(isMixed)
}

export interface EngineOptions {
  /** Threads for large work; the machine's cores unless told. 1 keeps all work on the calling thread. */
  readonly workers?: number
  /** Rows times trees (or projections) below which work stays on the calling thread; 2 million unless told. */
  readonly smallWork?: number
}

/** Options of `fit` that only the engine knows. */
export interface EngineFitOptions {
  /** Whether the training rows are scored out-of-bag; yes unless told. Without, `scores` is empty. */
  readonly outOfBag?: boolean
}

/** Scores of the nominal rows and of other tables, without a model. */
export interface FitAndScore {
  readonly scores: Float64Array
  readonly inBagRows: number
  readonly otherScores: readonly Float64Array[]
}

/** Core's `fit` and `score`, bit for bit, on kernels and workers. */
export interface Engine {
  fit(table: Table, options?: FitOptions & EngineFitOptions): Promise<Fit<Model>>
  score(model: Model, table: Table, progress?: Progress): Promise<Float64Array>
  /**
   * Fits, scores the nominal rows out-of-bag and the others in full. Each tree or projection is dropped as soon as it
   * has judged, so that memory does not grow with their number; a forest of moderate size is kept until it has judged
   * many rows at once, which is faster.
   */
  fitAndScore(nominal: Table, others: readonly Table[], options?: FittedOptions): Promise<FitAndScore>
  /** Ends the workers. Work under way fails. */
  close(): Promise<void>
}

export function createEngine({ workers, smallWork }: EngineOptions = {}): Engine {
  internals.expect(
    workers === undefined || (Number.isSafeInteger(workers) && workers >= 1),
    'bad-option',
    `workers must be a whole number of at least 1, got ${workers}`,
  )
  internals.expect(
    smallWork === undefined || smallWork >= 0,
    'bad-option',
    `smallWork must be at least 0, got ${smallWork}`,
  )
  const pool = new Pool(workers, smallWork)
  const shards = new Shards(pool)

  async function fit(table: Table, options: FitOptions & EngineFitOptions = {}): Promise<Fit<Model>> {
    internals.checkOptions(options)
    if (options.detector === 'softmax' || options.detector === 'given') return coreFit(table, options)
    const { classes, seed = 1 } = options
    if (classes === undefined) return fitOne(table, options)
    const parts = {
      fit: (rows: Table, classSeed: number, progress: Progress): Promise<Fit<Fitted>> =>
        fitOne(rows, { ...options, outOfBag: true, ...progress, seed: classSeed }),
      score: scoreFitted,
    }
    return fitPerClass(table, classes, seed, parts, options)
  }

  async function fitOne(table: Table, options: FittedOptions & EngineFitOptions): Promise<Fit<Fitted>> {
    const { outOfBag = true } = options
    const wishes = { keepModel: true, outOfBag, others: [] }
    const fitted =
      options.detector === 'loda'
        ? await fitLoda(pool, table, options, wishes)
        : await fitForest(pool, table, options, wishes)
    if (fitted === undefined) return coreFit(table, options) as Fit<Fitted>
    const { scores, inBag } = fitted
    const model = fitted.model!
    if (inBag.length > 0) {
      const full = await scoreFitted(model, selectRows(table, inBag), { signal: options.signal })
      inBag.forEach((row, k) => {
        scores[row] = full[k]
      })
    }
    return { model, scores, inBagRows: inBag.length }
  }

  async function fitAndScore(
    nominal: Table,
    others: readonly Table[],
    options: FittedOptions = {},
  ): Promise<FitAndScore> {
    internals.checkOptions(options)
    const features = internals.featuresOf(nominal)
    const aligned = others.map((other) => {
      const table = internals.alignTable(other, features)
      internals.checkValues(table)
      return table
    })
    if (options.classes === undefined && !judgesBetterWhole(nominal, aligned, options)) {
      const wishes = { keepModel: false, outOfBag: true, others: aligned }
      const fitted =
        options.detector === 'loda'
          ? await fitLoda(pool, nominal, options, wishes)
          : await fitForest(pool, nominal, options, wishes)
      if (fitted !== undefined && fitted.inBag.length === 0) {
        return { scores: fitted.scores, inBagRows: 0, otherScores: fitted.otherScores }
      }
    }
    const { model, scores, inBagRows } = await fit(nominal, options)
    const otherScores: Float64Array[] = []
    for (const other of others) otherScores.push(await score(model, other, { signal: options.signal }))
    if (model.detector === 'iforest') await shards.close(model.forest)
    return { scores, inBagRows, otherScores }
  }

  async function score(model: Model, table: Table, progress: Progress = {}): Promise<Float64Array> {
    if (model.detector === 'softmax' || model.detector === 'given') return coreScore(model, table, progress)
    if (model.detector === 'iforest' && isPlain(table, model.features)) {
      return scoreForest(pool, shards, model, table, false, progress)
    }
    const rows = internals.alignTable(table, model.features)
    internals.checkValues(rows)
    return model.detector === 'per-class'
      ? scorePerClass(model, rows, scoreFitted, progress)
      : scoreFitted(model, rows, progress)
  }

  async function scoreFitted(model: Fitted, table: Table, progress: Progress): Promise<Float64Array> {
    const rows = internals.alignTable(table, model.features)
    return model.detector === 'loda'
      ? scoreLoda(pool, shards, model, rows, progress)
      : scoreForest(pool, shards, model, rows, isMixed(rows), progress)
  }

  return { fit, score, fitAndScore, close: () => pool.end() }
}
