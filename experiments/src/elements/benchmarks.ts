import { sortScores, substream } from '@xenolith/core'
import { deriveSeed } from '@xenolith/core/internals'
import type { Dataset } from '../data/dataset.js'
import type { Context, Part, Protocol, Row } from '../element.js'
import { type Delivered, deliver } from '../protocol/certificates.js'
import { crossValidate } from '../protocol/cross-validate.js'
import { drawFolds, drawOrder } from '../protocol/draw.js'
import { type Outcome, RESULT_COLUMNS, summariseOutcomes, variants } from '../protocol/outcome.js'
import { scorePerClass } from '../protocol/per-class.js'
import { alienRows, certificateMixture, checkRoom, type HeldOutMixture, sampleSize } from '../protocol/sample-plan.js'
import type { CertificateSettings, Settings } from '../settings.js'
import { version } from '../version.js'

/** One run on one dataset: all its cells, and the certificates on the same scores. */
export interface BenchmarkRecord {
  readonly n: number
  /** By alpha, alpha', q and variant. */
  readonly cells: readonly (readonly (readonly (readonly Outcome[])[])[])[]
  /** By alpha, promised recall and method. */
  readonly certificates: readonly (readonly (readonly Delivered[])[])[]
}

/** Q3 and Q4 of the papers, by the JMLR protocol: real tables, a detector for each nominal class. */
export const benchmarks: Protocol<BenchmarkRecord> = {
  revision: 1,
  columns: RESULT_COLUMNS,
  free: ['runs', 'datasets', 'title', 'quick'],
  parts: ({ datasets }) => datasets!.map((name) => ({ key: name, cost: COSTS[name] ?? 1 })),
  run,
  summarise: summariseCells,
}

/** About how the times of runs compare. */
const COSTS: Readonly<Record<string, number>> = {
  landsat: 1.5,
  letter: 1.5,
  optdigits: 2.5,
  pageblocks: 1.5,
  shuttle: 5,
  covertype: 6,
  mnist: 27,
}

/** Test rows of each kind for certificates, at most. */
const MOST_TEST_ROWS = 5000

async function run(settings: Settings, part: Part, index: number, context: Context): Promise<BenchmarkRecord> {
  const dataset = await context.dataset(part.key)
  const seed = deriveSeed(settings.seed, `benchmarks ${dataset.name}`, index)
  const drawn = drawRows(dataset, settings, seed)
  const { n, sample, pool, nominalPool } = drawn
  const labels = Array.from(sample, (row) => dataset.labels[row])
  const tables = [dataset.take(sample), dataset.take(pool)] as const
  const scores = await scorePerClass(context.engine, ...tables, labels, settings, deriveSeed(seed, 'detector', 0))
  const nominal = sortScores(scores.nominal, 'nominal')
  const nominals = scores.others.subarray(0, nominalPool)
  const aliens = scores.others.subarray(nominalPool)

  const cells = settings.alphas!.map((alpha) => {
    const count = alienRows(alpha, n)
    const mixture = joined(aliens.subarray(0, count), nominals.subarray(0, n - count))
    const fold = drawFolds(n, settings.folds!, substream(seed, `folds ${alpha}`))
    const used = settings.over!.map((extra) => alphaPlus(alpha, extra))
    const folded = { scores: mixture, aliens: count, fold, folds: settings.folds! }
    return crossValidate(nominal, folded, used, settings.targets!)
  })
  const wish = certificatesOn(settings, dataset.name)
  const certificates = drawn.held.map(({ size, aliens: count }, a) =>
    deliver(
      {
        nominal,
        mixture: joined(aliens.subarray(0, count), nominals.subarray(0, size - count)),
        isAlien: (row) => row < count,
        alpha: wish!.alphas[a],
        audited: Array.from(drawOrder(size, Math.min(wish!.audit, size), substream(seed, 'audit'))),
        testNominal: sortScores(nominals.subarray(size - count), 'nominal test'),
        testAlien: sortScores(aliens.subarray(count), 'alien test'),
      },
      wish!,
    ),
  )
  return { n, cells, certificates }
}

/** The rows of one run. One fit serves all alphas: every mixture takes the first rows of two pools in random order. */
export interface DrawnRows {
  readonly n: number
  readonly sample: Int32Array
  /** Nominal rows, then aliens. */
  readonly pool: Int32Array
  readonly nominalPool: number
  /** The mixtures of certificates, by alpha. */
  readonly held: readonly HeldOutMixture[]
}

export function drawRows(dataset: Dataset, settings: Settings, seed: number): DrawnRows {
  const { nominals, aliens } = divide(dataset)
  const alphas = settings.alphas!
  const n = sampleSize(nominals.length, aliens.length, settings.largest!, alphas)
  checkRoom(dataset.name, nominals.length, aliens.length, n, alphas)
  const left = nominals.length - n
  const held =
    certificatesOn(settings, dataset.name)?.alphas.map((alpha) => certificateMixture(alpha, n, left, aliens.length)) ??
    []
  const nominalPool = poolSize(left, n - alienRows(Math.min(...alphas), n), held, (h) => h.size - h.aliens)
  const alienPool = poolSize(aliens.length, alienRows(Math.max(...alphas), n), held, (h) => h.aliens)
  const own = drawOrder(nominals.length, n + nominalPool, substream(seed, 'nominal')).map((i) => nominals[i])
  const alien = drawOrder(aliens.length, alienPool, substream(seed, 'aliens')).map((i) => aliens[i])
  const pool = new Int32Array(nominalPool + alienPool)
  pool.set(own.subarray(n))
  pool.set(alien, nominalPool)
  return { n, sample: own.subarray(0, n), pool, nominalPool, held }
}

/** The rows of nominal classes, and all others. */
function divide({ labels, nominal }: Dataset): { nominals: number[]; aliens: number[] } {
  const known = new Set(nominal)
  const nominals: number[] = []
  const aliens: number[] = []
  labels.forEach((label, row) => {
    ;(known.has(label) ? nominals : aliens).push(row)
  })
  return { nominals, aliens }
}

function certificatesOn({ certificates }: Settings, dataset: string): CertificateSettings | undefined {
  return certificates?.datasets?.includes(dataset) ? certificates : undefined
}

/** Enough for every mixture, and for test rows beyond those of certificates. */
function poolSize(
  available: number,
  needed: number,
  held: readonly HeldOutMixture[],
  part: (mixture: HeldOutMixture) => number,
): number {
  const most = held.length === 0 ? 0 : Math.max(...held.map(part)) + MOST_TEST_ROWS
  return Math.min(available, Math.max(needed, most))
}

export function joined(first: Float64Array, second: Float64Array): Float64Array {
  const all = new Float64Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** alpha' as the decimal it is meant to be: .1 + .002 is .102. */
export function alphaPlus(alpha: number, extra: number): number {
  return Math.round((alpha + extra) * 1e9) / 1e9
}

export function summariseCells(settings: Settings, records: ReadonlyMap<string, readonly BenchmarkRecord[]>): Row[] {
  const { alphas, over, targets, seed, detector } = settings
  return [...records].flatMap(([dataset, runs]) =>
    alphas!.flatMap((alpha, a) =>
      over!.flatMap((extra, o) =>
        targets!.flatMap((q, t) =>
          variants.map(
            (variant, v): Row => ({
              dataset,
              detector: detector ?? 'max-softmax',
              n: runs[0].n,
              alpha,
              alphaUsed: alphaPlus(alpha, extra),
              q,
              variant,
              runs: runs.length,
              seed,
              version,
              ...summariseOutcomes(
                runs.map(({ cells }) => cells[a][o][t][v]),
                alpha,
                q,
              ),
            }),
          ),
        ),
      ),
    ),
  )
}
