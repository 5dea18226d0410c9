import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { type OrderedSample, orderedSample } from '../../src/cdf/ordered-sample.js'
import {
  anchorLevel,
  anchorRanks,
  falseAlarmUpper,
  falseAlarmUpperIndependent,
} from '../../src/certificates/false-alarms/false-alarm.js'
import { jointFailure, jointLevel } from '../../src/certificates/false-alarms/joint-level.js'
import { betaQuantile } from '../../src/numeric/beta.js'
import { substream } from '../../src/numeric/random.js'
import { allowedFailures } from './coverage.js'

const RUNS = thorough(1000)
const DELTA = 0.05
const N0 = 500

/** The threshold at which these uniform scores understate the false alarm rate most, relative to it: an adversary's choice. */
function mostFlattering(sorted: Float64Array): number {
  let tau = 0
  let best = -Infinity
  for (let i = N0 / 2; i < N0; i++) {
    const rate = 1 - sorted[i]
    const flattery = (rate - (N0 - 1 - i) / N0) / Math.sqrt(rate)
    if (flattery > best) {
      best = flattery
      tau = sorted[i]
    }
  }
  return tau
}

describe('the bound on the false alarm rate', () => {
  const failures = (bound: (nominal: OrderedSample, tau: number, delta: number) => number, grain: number): number => {
    let count = 0
    for (let run = 0; run < RUNS; run++) {
      const random = substream(3, 'false alarms', run)
      const round = (x: number): number => (grain > 0 ? Math.ceil(x / grain) * grain : x) // F0(tau) = tau on the grid
      const nominal = Float64Array.from({ length: N0 }, () => round(random.float())).sort()
      const tau = mostFlattering(nominal)
      if (1 - tau > bound(orderedSample(nominal), tau, DELTA) + 1e-12) count++
    }
    return count
  }

  it.each([0, 0.01])('holds for a threshold chosen to break it; grain %d', (grain) => {
    expect(failures(falseAlarmUpper, grain)).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })

  it('would not hold as plain Clopper-Pearson, and this test sees it', () => {
    expect(failures(falseAlarmUpperIndependent, 0)).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })

  it('is 1 below all scores and small above them', () => {
    const nominal = orderedSample(Float64Array.from({ length: 10_000 }, (_, i) => i))
    expect(falseAlarmUpper(nominal, -1, 0.05)).toBe(1)
    expect(falseAlarmUpper(nominal, 10_000, 0.05)).toBeLessThan(0.001)
    expect(falseAlarmUpper(nominal, 9500, 0.05)).toBeGreaterThan(0.05)
    expect(falseAlarmUpper(nominal, 9500, 0.05)).toBeLessThan(0.065)
  })
})

describe('the joint level of the anchors', () => {
  const references = JSON.parse(
    readFileSync(new URL('./fixtures/joint-level.json', import.meta.url), 'utf8'),
  ) as readonly { n: number; ranks: number[]; level: number; failure: number }[]

  it.each(references)('has the failure probability of an independent computation: n $n, level $level', (reference) => {
    const { n, ranks, level, failure } = reference
    const computed = jointFailure(n, ranks, level)
    expect(computed).toBeGreaterThanOrEqual(failure)
    expect(computed).toBeLessThan(failure + 3e-9)
  })

  it.each([
    [20, 0.05],
    [300, 0.2],
    [1000, 0.05],
    [1000, 0.001],
  ])('spends delta and no more: n0 %d, delta %d', (n0, delta) => {
    const ranks = anchorRanks(n0)
    const level = jointLevel(n0, ranks, delta)
    const spent = jointFailure(n0, ranks, level)
    expect(spent).toBeLessThanOrEqual(delta)
    expect(spent).toBeGreaterThan(0.995 * delta)
    expect(level).toBeGreaterThan((1.8 * delta) / ranks.length) // Bonferroni
    expect(anchorLevel(n0, delta)).toBe(level)
  })

  it('is Bonferroni for a sample so large that it hardly matters', () => {
    expect(anchorLevel(200_000, 0.05)).toBe(0.05 / anchorRanks(200_000).length)
  })

  it('fails in as many draws as computed: some uniform order statistic is below its quantile', () => {
    const [n0, delta, runs] = [60, 0.2, 2000]
    const ranks = anchorRanks(n0)
    const crossings = (level: number): number => {
      const bounds = ranks.map((rank) => betaQuantile(level, rank, n0 + 1 - rank))
      let count = 0
      for (let run = 0; run < runs; run++) {
        const random = substream(4, 'anchors', run)
        const sorted = Float64Array.from({ length: n0 }, () => random.float()).sort()
        if (ranks.some((rank, j) => sorted[rank - 1] < bounds[j])) count++
      }
      return count
    }
    const level = anchorLevel(n0, delta)
    expect(crossings(level)).toBeLessThanOrEqual(allowedFailures(runs, delta))
    expect(crossings(level)).toBeGreaterThan(0.8 * delta * runs)
    expect(crossings(1.5 * level)).toBeGreaterThan(allowedFailures(runs, delta)) // the twin that must fail
  })
})
