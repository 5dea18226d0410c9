import { exp } from '../numeric/elementary.js'
import { LogisticRegression } from '../numeric/logistic.js'
import type { LogisticRows } from '../numeric/logistic-rows.js'
import { report } from '../numeric/progress.js'
import { quantile } from '../numeric/quantile.js'
import { type Random, sampleToFront, substream } from '../numeric/random.js'
import { kthSmallest, sortedCopy } from '../numeric/sort.js'
import { poolRows } from '../trees/pooled-rows.js'
import { NOTHING_VARIES } from './classifier-scores.js'
import type { Method, Prepared, RowsAndScores, Work } from './estimator.js'
import { drawFourier, plainFourier } from './fourier-features.js'
import { type KernelRows, kernelRows } from './kernel-rows.js'
import { resample } from './resample.js'
import { rocSlopeEstimate } from './roc-slope.js'

/** The two samples are divided anew this often; the estimate is the median. */
const DIVISIONS = 5
const FEATURES = 500
const FOLDS = 5
/** Kernel widths as multiples of the median distance between nominal and mixture rows, and penalties, tried by cross-validation. */
const WIDTHS: readonly number[] = [0.125, 0.25, 0.5, 1, 2]
const PENALTIES: readonly number[] = [0.01, 0.1, 1, 10, 100]
/** Rows that the search for width and penalty looks at, at most. */
const SEARCH_ROWS = 2000
/** Thresholds of the curve whose area is compared, evenly spaced in probability. */
const AREA_STEPS = 20

/** Probabilities of "mixture", ascending, for the half of the rows that a classifier was not trained on. */
export interface HeldOut {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
}

/**
 * Kernel logistic regression of mixture against nominal rows, trained on a random half and read on the other, once for
 * each division. What Scott's ROC estimator (AISTATS 2015) does, as the authors ran it.
 */
export function kernelLogisticScores(rows: KernelRows, seed: number, work: Work): HeldOut[] {
  return Array.from({ length: DIVISIONS }, (_, k) => {
    const { onProgress } = work
    const total = WIDTHS.length + 1
    return divide(rows, substream(seed, 'kernel logistic regression', k), {
      ...work,
      onProgress: onProgress && ((done) => onProgress(k * total + done, DIVISIONS * total)),
    })
  })
}

function divide(rows: KernelRows, random: Random, work: Work): HeldOut {
  const n = rows.n0 + rows.nm
  const order = new Int32Array(n)
  sampleToFront(order, n, random)
  const trained = order.subarray(0, n >>> 1)
  const others = order.subarray(n >>> 1)
  const search = trained.length <= SEARCH_ROWS ? trained : trained.subarray(0, SEARCH_ROWS)
  const label = (row: number): number => (row < rows.n0 ? 1 : -1)
  const features = (work.kernels?.fourier ?? plainFourier)(rows, drawFourier(rows.width, FEATURES, random))
  const typical = medianDistance(rows, search)
  const searchLabels = Int8Array.from(search, label)
  const folds = foldsOf(search.length, random)
  let best = { area: 0, width: typical, penalty: 1 }
  WIDTHS.forEach((multiple, k) => {
    const width = multiple * typical
    const areas = crossValidate(features.of(search, width), searchLabels, folds)
    PENALTIES.forEach((penalty, j) => {
      if (areas[j] > best.area) best = { area: areas[j], width, penalty }
    })
    report(work, k + 1, WIDTHS.length + 1)
  })
  const regression = new LogisticRegression(features.of(trained, best.width), Int8Array.from(trained, label))
  regression.fit(1 / best.penalty)
  const scores = probabilities(regression, features.of(others, best.width)).map((p) => 1 - p)
  report(work, WIDTHS.length + 1, WIDTHS.length + 1)
  return {
    nominal: sortedCopy(scores.filter((_, i) => others[i] < rows.n0)),
    mixture: sortedCopy(scores.filter((_, i) => others[i] >= rows.n0)),
  }
}

/** The mean area under the ROC curve of the folds, for each penalty. Fits of one fold start from the next stronger penalty. */
function crossValidate(rows: LogisticRows, labels: Int8Array, folds: Int32Array): Float64Array {
  const areas = new Float64Array(PENALTIES.length)
  const all = Int32Array.from(folds.keys())
  for (let fold = 0; fold < FOLDS; fold++) {
    const train = all.filter((i) => folds[i] !== fold)
    const test = all.filter((i) => folds[i] === fold)
    const regression = new LogisticRegression(
      rows.only(train),
      Int8Array.from(train, (i) => labels[i]),
    )
    const testRows = rows.only(test)
    for (let j = PENALTIES.length - 1; j >= 0; j--) {
      regression.fit(1 / PENALTIES[j])
      areas[j] += areaUnderCurve(probabilities(regression, testRows), test, labels) / FOLDS
    }
  }
  return areas
}

/** How likely each row is nominal. */
function probabilities({ weights }: LogisticRegression, rows: LogisticRows): Float64Array {
  const decisions = new Float64Array(rows.count)
  rows.multiply(weights, decisions)
  return decisions.map(probability)
}

/** By trapezes between evenly spaced thresholds: probabilities that hardly vary get no more than one half. */
function areaUnderCurve(scores: Float64Array, rows: Int32Array, labels: Int8Array): number {
  let positives = 0
  for (const row of rows) if (labels[row] > 0) positives++
  const negatives = rows.length - positives
  if (positives === 0 || negatives === 0) return 0
  let area = 0
  let before = [0, 0]
  for (let k = 0; k < AREA_STEPS; k++) {
    const t = 1 - k / (AREA_STEPS - 1)
    let hits = 0
    let alarms = 0
    for (let i = 0; i < rows.length; i++) {
      if (scores[i] <= t) continue
      if (labels[rows[i]] > 0) hits++
      else alarms++
    }
    const now = [hits / positives, alarms / negatives]
    area += ((now[0] + before[0]) / 2) * (now[1] - before[1])
    before = now
  }
  return area
}

function probability(x: number): number {
  const e = exp(-Math.abs(x))
  return x >= 0 ? 1 / (1 + e) : e / (1 + e)
}

/** A fold for every row, sizes as equal as they can be. */
function foldsOf(rows: number, random: Random): Int32Array {
  const order = new Int32Array(rows)
  sampleToFront(order, rows, random)
  return order.map((place) => Math.floor((place * FOLDS) / rows))
}

/** Between nominal and mixture rows among those listed; 1 if they do not differ. */
function medianDistance({ n0, width, values }: KernelRows, listed: Int32Array): number {
  const nominal = listed.filter((row) => row < n0)
  const mixture = listed.filter((row) => row >= n0)
  const squares = new Float64Array(nominal.length * mixture.length)
  if (squares.length === 0) return 1
  let count = 0
  for (const a of nominal) {
    for (const b of mixture) {
      let sum = 0
      for (let j = 0, p = a * width, q = b * width; j < width; j++, p++, q++) {
        const gap = values[p] - values[q]
        sum += gap * gap
      }
      squares[count++] = sum
    }
  }
  const last = squares.length - 1
  const middle = [last >>> 1, last - (last >>> 1)].map((k) => kthSmallest(squares, k))
  const median = Math.sqrt(quantile(middle, 0.5))
  return median > 0 ? median : 1
}

function prepare({ rows }: RowsAndScores, seed: number, work: Work): Prepared | string {
  const pooled = rows && poolRows(rows)
  if (pooled === undefined || pooled.columns.length === 0) return NOTHING_VARIES
  const divisions = kernelLogisticScores(kernelRows(pooled), seed, work)
  const median = (estimate: (half: HeldOut) => number): number =>
    quantile(sortedCopy(Float64Array.from(divisions, estimate)), 0.5)
  return {
    alpha: median(({ nominal, mixture }) => rocSlopeEstimate(nominal, mixture)),
    again: (random) =>
      median(({ nominal, mixture }) => rocSlopeEstimate(resample(nominal, random), resample(mixture, random))),
  }
}

export const roc: Method = {
  title: 'ROC slope of kernel logistic regression',
  needs: 'rows',
  largest: null,
  about:
    'Kernel logistic regression of nominal against mixture rows on random halves; alpha from the least slope of the ROC curve on the other halves, the median of 5. Low, markedly so below 500 rows. The interval holds the classifiers fixed.',
  prepare,
}
