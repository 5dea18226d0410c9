import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { nominalRanks } from '../../src/cdf/nominal-ranks.js'
import { type Random, substream } from '../../src/numeric/random.js'
import { countScores, type WatchCounts } from '../../src/watch/counts.js'
import { readWatch } from '../../src/watch/evidence.js'
import { planWatch, type WatchPlan } from '../../src/watch/plan.js'
import { allowedFailures } from '../certificates/coverage.js'

const DELTA = 0.1
const ALPHA = 0.1
const RUNS = thorough(40)
const [N0, WINDOWS, ROWS] = [120, 12, 400]

/** Scores with or without ties; aliens score above everything, which takes most from every region. */
const laws: Record<string, (random: Random) => number> = {
  continuous: (random) => random.float(),
  'ten values': (random) => Math.floor(10 * random.float()) / 10,
  'half in one value': (random) => (random.float() < 0.5 ? 0.3 : random.float()),
}

function stream(
  law: (random: Random) => number,
  run: number,
  twist: (plan: WatchPlan, nominal: Float64Array) => WatchPlan = (plan) => plan,
): { plan: WatchPlan; windows: WatchCounts[]; scores: Float64Array[] } {
  const random = substream(3, 'watch', run)
  const nominal = Float64Array.from({ length: N0 }, () => law(random)).sort()
  const tau = nominal[Math.floor(0.95 * N0)]
  const plan = twist(planWatch({ ranks: nominalRanks(nominal), alpha: ALPHA, tau, confidence: 1 - DELTA }), nominal)
  const scores = Array.from({ length: WINDOWS }, () =>
    Float64Array.from({ length: ROWS }, () => (random.float() < ALPHA ? 2 : law(random))),
  )
  return { plan, windows: scores.map((part) => countScores(plan, part)), scores }
}

/** Whether it is void after any window. Void at one time is void for good, and evidence can fall again, so every time is looked at. */
function everVoid({ plan, windows }: ReturnType<typeof stream>): boolean {
  return windows.some((_, last) => readWatch(plan, windows.slice(0, last + 1)).state === 'void')
}

function count(happens: (run: number) => boolean): number {
  let times = 0
  for (let run = 0; run < RUNS; run++) if (happens(run)) times++
  return times
}

describe('a certificate whose assumptions hold', () => {
  it.each(Object.keys(laws))('is voided in at most delta of the streams: %s', (name) => {
    expect(count((run) => everVoid(stream(laws[name], run)))).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })

  it('twin: with the nominal shares seen in place of their lower bounds it is voided too often', () => {
    const asSeen = (plan: WatchPlan): WatchPlan => ({
      ...plan,
      regions: plan.regions.map((region) => ({
        ...region,
        atLeast: (1 - ALPHA) * (region.levels[1] - region.levels[0]),
      })),
    })
    expect(count((run) => everVoid(stream(laws.continuous, run, asSeen)))).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })

  it('twin: open regions are empty where scores tie', () => {
    const open = ({ plan, windows, scores }: ReturnType<typeof stream>): ReturnType<typeof stream> => ({
      plan,
      scores,
      // A row on an edge is taken for one above it.
      windows: windows.map(({ rows, alarms, cells }) => ({
        rows,
        alarms,
        cells: cells.map((c, i) => (i % 2 === 1 ? 0 : c + (cells[i - 1] ?? 0))),
      })),
    })
    expect(count((run) => everVoid(open(stream(laws['ten values'], run))))).toBeGreaterThan(
      allowedFailures(RUNS, DELTA),
    )
  })

  it('twin: a Kolmogorov-Smirnov test of each window cries wolf', () => {
    const cries = (run: number): boolean => {
      const random = substream(3, 'wolf', run)
      return Array.from({ length: WINDOWS }, () => {
        const sorted = Float64Array.from({ length: ROWS }, () => random.float()).sort()
        const gap = sorted.reduce((most, s, i) => Math.max(most, (i + 1) / ROWS - s, s - i / ROWS), 0)
        return gap > 1.358 / Math.sqrt(ROWS)
      }).some(Boolean)
    }
    expect(count(cries)).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })
})
