import { substream, type Table } from '@xenolith/core'
import { deriveSeed } from '@xenolith/core/internals'
import type { Dataset } from '../data/dataset.js'
import { maxSoftmax } from '../data/outputs.js'
import type { Context, Part, Protocol } from '../element.js'
import { crossValidate } from '../protocol/cross-validate.js'
import { drawFolds, drawOrder } from '../protocol/draw.js'
import { RESULT_COLUMNS } from '../protocol/outcome.js'
import { alienRows, checkRoom, sampleSize } from '../protocol/sample-plan.js'
import type { Settings } from '../settings.js'
import { alphaPlus, type BenchmarkRecord, joined, summariseCells } from './benchmarks.js'

/** The papers' Tiny ImageNet rows: scores of a classifier that nothing here trains, so that a run only draws rows. */
export const scores: Protocol<BenchmarkRecord> = {
  revision: 1,
  columns: RESULT_COLUMNS,
  free: ['runs', 'datasets', 'title', 'quick'],
  parts: ({ datasets }) => datasets!.map((name) => ({ key: name, cost: 1 })),
  run,
  summarise: summariseCells,
}

interface Scored {
  readonly nominal: Float64Array
  readonly alien: Float64Array
}

async function run(settings: Settings, part: Part, index: number, context: Context): Promise<BenchmarkRecord> {
  const dataset = await context.dataset(part.key)
  const { nominal, alien } = context.once(`scores ${part.key} ${settings.seed}`, () => scoreAll(dataset, settings.seed))
  const n = sampleSize(nominal.length, alien.length, settings.largest!, settings.alphas)
  checkRoom(dataset.name, nominal.length, alien.length, n, settings.alphas!)
  const seed = deriveSeed(settings.seed, `scores ${dataset.name}`, index)
  const most = n - alienRows(Math.min(...settings.alphas!), n)
  const own = Float64Array.from(drawOrder(nominal.length, n + most, substream(seed, 'nominal')), (row) => nominal[row])
  const count = alienRows(Math.max(...settings.alphas!), n)
  const aliens = Float64Array.from(drawOrder(alien.length, count, substream(seed, 'aliens')), (row) => alien[row])
  const sample = own.slice(0, n).sort()
  const cells = settings.alphas!.map((alpha) => {
    const inMixture = alienRows(alpha, n)
    const mixture = joined(aliens.subarray(0, inMixture), own.subarray(n, 2 * n - inMixture))
    const fold = drawFolds(n, settings.folds!, substream(seed, `folds ${alpha}`))
    const used = settings.over!.map((extra) => alphaPlus(alpha, extra))
    const folded = { scores: mixture, aliens: inMixture, fold, folds: settings.folds! }
    return crossValidate(sample, folded, used, settings.targets!)
  })
  return { n, cells, certificates: [] }
}

/** Scores of all rows, by the outputs for the nominal classes alone. */
function scoreAll(dataset: Dataset, seed: number): Scored {
  const { labels, outputs } = dataset
  const rows = Int32Array.from(labels.keys())
  const chosen = outputs!.divide ? halfOf(outputs!.classes.length, seed) : outputs!.classes.map((_, k) => k)
  const known = new Set(outputs!.divide ? chosen.map((k) => outputs!.classes[k]) : dataset.nominal)
  const all = dataset.take(rows)
  const kept: Table = { rows: all.rows, columns: chosen.map((k) => all.columns[k]) }
  const score = maxSoftmax(kept, outputs!.kind)
  return {
    nominal: score.filter((_, row) => known.has(labels[row])),
    alien: score.filter((_, row) => !known.has(labels[row])),
  }
}

/** Half of the classes at random, drawn once for all runs; the others are the aliens. */
function halfOf(classes: number, seed: number): number[] {
  return Array.from(drawOrder(classes, Math.floor(classes / 2), substream(seed, 'nominal classes'))).sort(
    (a, b) => a - b,
  )
}
