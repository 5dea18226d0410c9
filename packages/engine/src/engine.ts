import {
  fit as coreFit,
  score as coreScore,
  DEFAULT_DETECTOR,
  type Fit,
  type FitOptions,
  type FittedOptions,
  type Model,
  type Progress,
  selectRows,
  type Table,
} from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { detectorOf } from '@xenolith/core/internals'
import type { Kernel } from './kernel.js'
import { fitPerClass, scorePerClass } from './per-class.js'
import type { WebWorker } from './platform/platform.js'
import { Pool } from './pool/pool.js'
import { Shards } from './pool/shards.js'
import { kernelOf } from './table.js'

type Fitted = internals.FittedModel
type One = Exclude<Model, { detector: 'per-class' }>

export interface EngineOptions {
  /** Threads for large work (default: the machine's cores). 1 keeps all work on the calling thread. */
  readonly workers?: number
  /** Rows times trees (or projections) below which work stays on the calling thread (default 2 million). */
  readonly smallWork?: number
  /**
   * Starts a worker of your own in a browser, for a page that may load no other file. It must run the script
   * `@xenolith/engine/worker`: with Vite, `import EngineWorker from '@xenolith/engine/worker?worker&inline'` and
   * `worker: () => new EngineWorker()`.
   */
  readonly worker?: () => WebWorker
}

/** Options of `fit` that only the engine knows. */
export interface EngineFitOptions {
  /** Whether the training rows are scored out-of-bag (default true). Without, `scores` is empty. */
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

/**
 * @example
 * ```ts
 * import { numericTable } from '@xenolith/core'
 *
 * const engine = createEngine({ workers: 1 })
 * const { model, scores } = await engine.fit(numericTable([[0], [1], [2], [3], [9]]), { trees: 50 })
 * scores.length // => 5
 * model.detector // => 'iforest'
 * await engine.close()
 * ```
 */
export function createEngine({ workers, smallWork, worker }: EngineOptions = {}): Engine {
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
  const pool = new Pool(workers, smallWork, worker)
  const shards = new Shards(pool)

  async function fit(table: Table, options: FitOptions & EngineFitOptions = {}): Promise<Fit<Model>> {
    internals.checkOptions(options)
    const fitted = await fitWhole(table, options)
    const alike = internals.alikeRowsOf(fitted, table)
    if (alike === undefined) return fitted
    const whole = await score(fitted.model, alike.examples, { signal: options.signal })
    return { ...fitted, scores: internals.settleAlike(fitted.scores, alike, whole) }
  }

  async function fitWhole(table: Table, options: FitOptions & EngineFitOptions): Promise<Fit<Model>> {
    if (!internals.areOfLearner(options) || options.classes === undefined) return fitOne(table, options)
    const { classes, seed = 1 } = options
    const parts = {
      fit: (rows: Table, classSeed: number, progress: Progress): Promise<Fit<Fitted>> =>
        fitOne(rows, { ...options, outOfBag: true, ...progress, seed: classSeed }) as Promise<Fit<Fitted>>,
      score: scoreOne,
    }
    return fitPerClass(table, classes, seed, parts, options)
  }

  async function fitOne(table: Table, options: FitOptions & EngineFitOptions): Promise<Fit<One>> {
    const { outOfBag = true, detector = DEFAULT_DETECTOR } = options
    const wanted = { keepModel: true, outOfBag, others: [] }
    const fitted = await ifMemoryServes(() => kernelOf(detector)?.fit(pool, table, options, wanted))
    if (fitted === undefined) return coreFit(table, { ...options, classes: undefined } as FitOptions) as Fit<One>
    const { scores, inBag } = fitted
    const model = fitted.model!
    if (inBag.length > 0) {
      const full = await scoreOne(model, selectRows(table, inBag), { signal: options.signal })
      inBag.forEach((row, k) => {
        scores[row] = full[k]
      })
    }
    const { mixtureScores, scored } = fitted
    const whole: Fit<One> = {
      model,
      scores,
      inBagRows: inBag.length,
      nominalScores: detectorOf(detector).trainingScores,
      ...(scored && { scored }),
      ...(mixtureScores && { mixtureScores }),
    }
    return outOfBag ? internals.withRareValues(whole, table, options) : withoutOwnScores(whole, table, options)
  }

  /** Lifts are measured by the scores of the training rows; where out-of-bag ones are not wanted, by those of the whole model. */
  async function withoutOwnScores(fitted: Fit<One>, table: Table, options: FitOptions): Promise<Fit<One>> {
    if (!internals.usesRareValues(options) || !internals.hasNearlyConstant(table)) return fitted
    const scores = await scoreOne(fitted.model, table, { signal: options.signal })
    const { model } = internals.withRareValues({ ...fitted, scores }, table, options)
    return { ...fitted, model }
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
    const kernel = kernelOf(options.detector ?? DEFAULT_DETECTOR)
    if (kernel && options.classes === undefined && !kernel.scoresFasterWhole(nominal, aligned, options)) {
      // Examples of rows that are alike in great number are judged as new rows, beside the others.
      const alike = internals.alikeRows(nominal, options.detector ?? DEFAULT_DETECTOR)
      const tables = alike === undefined ? aligned : [...aligned, alike.examples]
      const wanted = { keepModel: false, outOfBag: true, others: tables }
      const fitted = await ifMemoryServes(() => kernel.fit(pool, nominal, options, wanted))
      if (fitted !== undefined && fitted.inBag.length === 0) {
        const { otherScores } = fitted
        const lifted = internals.usesRareValues(options)
          ? internals.liftTrainingRows(nominal, fitted.scores)
          : undefined
        const rare = lifted?.rare
        if (rare) for (const [k, own] of otherScores.entries()) internals.liftRareValues(own, rare, tables[k])
        const { scores } = lifted ?? fitted
        if (alike === undefined) return { scores, inBagRows: 0, otherScores }
        const settled = internals.settleAlike(scores, alike, otherScores[aligned.length])
        return { scores: settled, inBagRows: 0, otherScores: otherScores.slice(0, -1) }
      }
    }
    const { model, scores, inBagRows } = await fit(nominal, options)
    const otherScores: Float64Array[] = []
    for (const other of others) otherScores.push(await score(model, other, { signal: options.signal }))
    if (model.detector !== 'per-class' && kernel) await shards.close(kernel.openAs(model))
    return { scores, inBagRows, otherScores }
  }

  async function score(model: Model, table: Table, progress: Progress = {}): Promise<Float64Array> {
    if (model.detector !== 'per-class') {
      const kernel = kernelOf(model.detector)
      if (kernel?.readsAsIs(model, table)) return scoreBy(kernel, model, table, progress)
    }
    const rows = internals.alignTable(table, model.features)
    internals.checkValues(rows)
    return model.detector === 'per-class'
      ? scorePerClass(model, rows, scoreOne, progress)
      : scoreOne(model, rows, progress)
  }

  async function scoreOne(model: One, table: Table, progress: Progress): Promise<Float64Array> {
    const kernel = kernelOf(model.detector)
    if (kernel === null) return coreScore(model, table, progress)
    return scoreBy(kernel, model, internals.alignTable(table, model.features), progress)
  }

  async function scoreBy(kernel: Kernel, model: One, table: Table, progress: Progress): Promise<Float64Array> {
    const scores = await ifMemoryServes(() => kernel.score(pool, shards, model, table, progress))
    return scores === undefined ? coreScore(model, table, progress) : internals.withLifts(model, table, scores)
  }

  return { fit, score, fitAndScore, close: () => pool.end() }
}

/** What kernels make of it; undefined where they could not have the memory, so that core's own code, which needs less at a time, takes over. */
async function ifMemoryServes<T>(work: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (internals.isOutOfMemory(error)) return undefined
    throw error
  }
}
