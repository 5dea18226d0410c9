import { describe, expect, it } from 'vitest'
import { falseAlarmUpper, falseAlarmUpperIndependent } from '../../src/certificates/false-alarm.js'
import { substream } from '../../src/numeric/random.js'
import { allowedFailures } from './coverage.js'

const RUNS = 2000
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
  const failures = (bound: (nominal: Float64Array, tau: number, delta: number) => number, grain: number): number => {
    let count = 0
    for (let run = 0; run < RUNS; run++) {
      const random = substream(3, 'false alarms', run)
      const round = (x: number): number => (grain > 0 ? Math.ceil(x / grain) * grain : x) // F0(tau) = tau on the grid
      const nominal = Float64Array.from({ length: N0 }, () => round(random.float())).sort()
      const tau = mostFlattering(nominal)
      if (1 - tau > bound(nominal, tau, DELTA) + 1e-12) count++
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
    const nominal = Float64Array.from({ length: 10_000 }, (_, i) => i)
    expect(falseAlarmUpper(nominal, -1, 0.05)).toBe(1)
    expect(falseAlarmUpper(nominal, 10_000, 0.05)).toBeLessThan(0.001)
    expect(falseAlarmUpper(nominal, 9500, 0.05)).toBeGreaterThan(0.05)
    expect(falseAlarmUpper(nominal, 9500, 0.05)).toBeLessThan(0.065)
  })
})
