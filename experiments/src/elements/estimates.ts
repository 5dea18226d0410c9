import { type EstimatorName, estimators, paperTable, selectRows, substream, type Table } from '@xenolith/core'
import { deriveSeed } from '@xenolith/core/internals'
import { estimateAlpha } from '@xenolith/engine'
import { round6 } from '../csv.js'
import type { Context, Part, Protocol, Row } from '../element.js'
import { optionsFor, scorePerClass } from '../protocol/per-class.js'
import { alienRows } from '../protocol/sample-plan.js'
import type { Settings } from '../settings.js'
import { halfWidth, mean } from '../statistics.js'
import { version } from '../version.js'
import { drawRows } from './benchmarks.js'
import { alienCount } from './synthetic.js'

/** One run at one n or on one dataset. */
export interface EstimatesRecord {
  readonly n: number
  /** By alpha and estimator; null where it refuses or does not take part. */
  readonly estimates: readonly (readonly (number | null)[])[]
}

/** Figures 16 to 18 of the journal paper: what the estimators of alpha say, on synthetic data or on benchmarks. */
export const estimates: Protocol<EstimatesRecord> = {
  revision: 2,
  columns: ['dataset', 'estimator', 'alpha', 'n', 'runs', 'seed', 'version', 'mean', 'sd', 'ci'],
  free: ['runs', 'sizes', 'datasets', 'title', 'quick'],
  parts: ({ sizes = [], datasets = [] }) => [
    ...sizes.map((n) => ({ key: `n=${n}`, cost: n + (n * n) / 500 })),
    ...datasets.map((name) => ({ key: name, cost: COSTS[name] ?? 4000 })),
  ],
  run,
  summarise,
}

/** About how the times of runs compare. */
const COSTS: Readonly<Record<string, number>> = {
  letter: 1500,
  pageblocks: 2000,
  landsat: 4000,
  optdigits: 4000,
  shuttle: 18000,
  covertype: 25000,
}

/** The rows of a run with their scores. Every mixture takes the first rows of two pools. */
interface Drawn {
  readonly n: number
  readonly nominal: Table
  readonly nominalScores: Float64Array
  /** Nominal rows, then aliens. */
  readonly pool: Table
  readonly poolScores: Float64Array
  readonly nominalPool: number
  readonly aliens: (alpha: number) => number
}

async function run(settings: Settings, part: Part, index: number, context: Context): Promise<EstimatesRecord> {
  const names = settings.estimators as readonly EstimatorName[]
  const tooSlow = (name: string): boolean => index >= (settings.fewer?.[name] ?? Infinity)
  if (tooSlow(part.key)) return { n: 0, estimates: settings.alphas!.map(() => names.map(() => null)) }
  const seed = deriveSeed(settings.seed, `estimates ${part.key}`, index)
  const drawn = part.key.startsWith('n=')
    ? await drawSynthetic(settings, Number(part.key.slice(2)), seed, context)
    : await drawDataset(settings, part.key, seed, context)
  const { n, nominalPool } = drawn
  const said: (number | null)[][] = []
  for (const [a, alpha] of settings.alphas!.entries()) {
    const count = drawn.aliens(alpha)
    const rows = Int32Array.from({ length: n }, (_, i) => (i < count ? nominalPool + i : i - count))
    const samples = {
      nominal: drawn.nominalScores,
      mixture: Float64Array.from(rows, (row) => drawn.poolScores[row]),
      rows: { nominal: drawn.nominal, mixture: selectRows(drawn.pool, rows) },
    }
    const answers: (number | null)[] = []
    for (const name of names) {
      const { largest } = estimators[name]
      const out = (largest !== null && n > largest) || tooSlow(name) || tooSlow(`${name} ${part.key}`)
      const options = { seed: deriveSeed(seed, 'estimator', a) }
      answers.push(out ? null : (await estimateAlpha(name, samples, options)).alpha)
    }
    said.push(answers)
  }
  return { n, estimates: said }
}

async function drawSynthetic(settings: Settings, n: number, seed: number, context: Context): Promise<Drawn> {
  const most = Math.max(...settings.alphas!.map((alpha) => alienCount(alpha, n)))
  const nominal = paperTable(n, () => false, substream(seed, 'nominal'))
  const pool = paperTable(n + most, (row) => row >= n, substream(seed, 'mixture'))
  const options = optionsFor(settings, n, deriveSeed(seed, 'detector', 0))
  const { scores, otherScores } = await context.engine.fitAndScore(nominal, [pool], options)
  return {
    n,
    nominal,
    nominalScores: scores,
    pool,
    poolScores: otherScores[0],
    nominalPool: n,
    aliens: (alpha) => alienCount(alpha, n),
  }
}

async function drawDataset(settings: Settings, name: string, seed: number, context: Context): Promise<Drawn> {
  const dataset = await context.dataset(name)
  const { n, sample, pool, nominalPool } = drawRows(dataset, settings, seed)
  const nominal = dataset.take(sample)
  const others = dataset.take(pool)
  const labels = Array.from(sample, (row) => dataset.labels[row])
  const scores = await scorePerClass(context.engine, nominal, others, labels, settings, deriveSeed(seed, 'detector', 0))
  return {
    n,
    nominal,
    nominalScores: scores.nominal,
    pool: others,
    poolScores: scores.others,
    nominalPool,
    aliens: (alpha) => alienRows(alpha, n),
  }
}

function summarise(settings: Settings, records: ReadonlyMap<string, readonly EstimatesRecord[]>): Row[] {
  const { alphas, seed } = settings
  return [...records].flatMap(([key, runs]) =>
    settings.estimators!.flatMap((estimator, e) =>
      alphas!.flatMap((alpha, a): Row[] => {
        const values = runs.map(({ estimates: said }) => said[a][e]).filter((value) => value !== null)
        if (values.length === 0) return []
        const ci = halfWidth(values)
        return [
          {
            dataset: key.startsWith('n=') ? 'synthetic' : key,
            estimator,
            alpha,
            n: runs[0].n,
            runs: values.length,
            seed,
            version,
            mean: round6(mean(values)),
            ...(values.length > 1 ? { sd: round6(deviation(values)), ci: round6(ci) } : {}),
          },
        ]
      }),
    ),
  )
}

function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1))
}
