import { paperTable, selectRows, sortScores, substream, type Table } from '@xenolith/core'
import { deriveSeed, shareAbove } from '@xenolith/core/internals'
import { round6 } from '../csv.js'
import type { Context, Part, Protocol, Row } from '../element.js'
import { type Delivered, deliver } from '../protocol/certificates.js'
import { drawOrder } from '../protocol/draw.js'
import { type Outcome, RESULT_COLUMNS, summariseOutcomes, tauOf, variants } from '../protocol/outcome.js'
import { optionsFor } from '../protocol/per-class.js'
import type { Settings } from '../settings.js'
import { ascending, mean, quantile } from '../statistics.js'
import { version } from '../version.js'

/** One run at one n: all its cells, and the certificates on the same scores. */
export interface SyntheticRecord {
  /** By alpha, q and variant. */
  readonly cells: readonly (readonly (readonly Outcome[])[])[]
  /** By q: the false alarm rate at the true q-quantile of the alien scores. */
  readonly oracle: readonly number[]
  /** By alpha, promised recall and method. */
  readonly certificates: readonly (readonly (readonly Delivered[])[])[]
}

/** Q1 and Q2 of the papers: 9-dimensional normal rows, n nominal and n mixture rows, 20,000 test rows of each kind. */
export const synthetic: Protocol<SyntheticRecord> = {
  revision: 1,
  columns: RESULT_COLUMNS,
  free: ['runs', 'sizes', 'title', 'quick'],
  parts: (settings) => settings.sizes!.map((n) => ({ key: `n=${n}`, cost: costOf(settings, n) })),
  run,
  summarise,
}

function costOf({ testRows, detector }: Settings, n: number): number {
  return detector === 'loda' ? 2 * testRows! + 9 * n : 2 * testRows! + 6 * n
}

const sizeOf = (part: Part): number => Number(part.key.slice(2))

/** How many of n mixture rows are aliens. */
export function alienCount(alpha: number, n: number): number {
  return Math.round(alpha * n)
}

async function run(settings: Settings, part: Part, index: number, context: Context): Promise<SyntheticRecord> {
  const n = sizeOf(part)
  const seed = deriveSeed(settings.seed, `synthetic ${part.key}`, index)
  const aliens = Math.max(...settings.alphas!.map((alpha) => alienCount(alpha, n)))
  const nominal = paperTable(n, () => false, substream(seed, 'nominal'))
  const pool = paperTable(n, () => false, substream(seed, 'mixture'))
  const alienPool = paperTable(aliens, () => true, substream(seed, 'aliens'))
  const tests = context.once(`test ${settings.testRows} ${settings.seed}`, () => testTables(settings))
  const detector = optionsFor(settings, n, deriveSeed(seed, 'detector', 0))
  const fitted = await context.engine.fitAndScore(nominal, [pool, alienPool, ...tests], detector)
  const [poolScores, alienScores, nominalTest, alienTest] = fitted.otherScores
  const own = sortScores(fitted.scores, 'nominal')
  const testNominal = sortScores(nominalTest, 'nominal test')
  const testAlien = sortScores(alienTest, 'alien test')
  const mixtureOf = (alpha: number): Float64Array => {
    const count = alienCount(alpha, n)
    const mixture = new Float64Array(n)
    mixture.set(alienScores.subarray(0, count))
    mixture.set(poolScores.subarray(0, n - count), count)
    return mixture
  }
  const cells = settings.alphas!.map((alpha) => {
    const mixture = sortScores(mixtureOf(alpha), 'mixture')
    return settings.targets!.map((q) =>
      variants.map((variant): Outcome => {
        const tau = tauOf(own, mixture, alpha, q, variant)
        return [shareAbove(testAlien, tau), shareAbove(testNominal, tau)]
      }),
    )
  })
  const oracle = settings.targets!.map((q) => shareAbove(testNominal, quantile(testAlien, q)))
  const wish = settings.certificates
  const asked = wish?.sizes?.includes(n) ? wish.alphas : []
  const certificates = asked.map((alpha) => {
    const mixture = mixtureOf(alpha)
    const count = alienCount(alpha, n)
    const labels = Math.min(wish!.audit, n)
    const audited = Array.from(drawOrder(n, labels, substream(seed, 'audit')))
    const isAlien = (row: number): boolean => row < count
    return deliver({ nominal: own, mixture, isAlien, alpha, audited, testNominal, testAlien }, wish!)
  })
  return { cells, oracle, certificates }
}

/** Drawn once for all runs, sizes and detectors. */
function testTables({ seed, testRows }: Settings): [Table, Table] {
  const rows = testRows!
  const both = paperTable(2 * rows, (row) => row >= rows, substream(seed, 'synthetic test'))
  const range = (from: number): Int32Array => Int32Array.from({ length: rows }, (_, i) => from + i)
  return [selectRows(both, range(0)), selectRows(both, range(rows))]
}

function summarise(settings: Settings, records: ReadonlyMap<string, readonly SyntheticRecord[]>): Row[] {
  const { alphas, targets, seed, detector } = settings
  return [...records].flatMap(([key, runs]) =>
    alphas!.flatMap((alpha, a) =>
      targets!.flatMap((q, t) =>
        variants.map((variant, v): Row => {
          const oracles = ascending(runs.map(({ oracle }) => oracle[t]))
          return {
            dataset: 'synthetic',
            detector: detector!,
            n: Number(key.slice(2)),
            alpha,
            alphaUsed: alpha,
            q,
            variant,
            runs: runs.length,
            seed,
            version,
            ...summariseOutcomes(
              runs.map(({ cells }) => cells[a][t][v]),
              alpha,
              q,
            ),
            oracle: round6(mean(oracles)),
            oracleMedian: round6(quantile(oracles, 0.5)),
          }
        }),
      ),
    ),
  )
}
