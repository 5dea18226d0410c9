import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { substream } from '../../src/numeric/random.js'
import {
  type SeparationTest,
  separationBound,
  separationBoundAtQuantile,
  separationPValue,
} from '../../src/proportion/separation-bound.js'
import { allowedFailures } from '../certificates/coverage.js'

interface Reference {
  readonly test: SeparationTest
  readonly delta: number
  readonly upper: number
  readonly pValue: Record<string, number>
}

const references = JSON.parse(
  readFileSync(new URL('./fixtures/separation.json', import.meta.url), 'utf8'),
) as readonly Reference[]

/** Two samples with ranks 1 .. n0 for scores, `below` of the mixture below rank k: what the test sees. */
function samplesOf({ k, n0, below, nm }: SeparationTest): { nominal: Float64Array; mixture: Float64Array } {
  return {
    nominal: Float64Array.from({ length: n0 }, (_, i) => i + 1),
    mixture: Float64Array.from({ length: nm }, (_, i) => (i < below ? k - 0.5 : k)),
  }
}

describe.each(references)('the exact separation test on $test', ({ test, delta, upper, pValue }) => {
  it('bounds the p-value from above, by one percent at most where it matters', () => {
    for (const [share, exact] of Object.entries(pValue)) {
      const ratio = separationPValue(test, Number(share)) / exact
      expect(ratio).toBeGreaterThanOrEqual(1 - 1e-7)
      if (exact > 0.001) expect(ratio).toBeLessThan(1.01)
    }
  })

  it('gives the largest share that is not refuted', () => {
    const { nominal, mixture } = samplesOf(test)
    const quantile = test.k / test.n0
    const bound = separationBoundAtQuantile({ nominal, mixture }, { quantile, rho: test.rho, delta })
    expect(bound.t0).toBe(test.k)
    expect(bound.upper).toBeGreaterThanOrEqual(upper - 1e-7)
    expect(bound.upper).toBeLessThan(upper + 0.01)
  })
})

it('is sharper than two Clopper-Pearson bounds: .167 for .210 at alpha .1 and 1000 rows in each sample', () => {
  const { test, upper } = references[0]
  const { nominal, mixture } = samplesOf(test)
  const twoBounds = separationBound({ nominal, mixture }, { t0: test.k - 0.25, rho: 0, delta: 0.05 })
  expect(upper).toBeCloseTo(0.167, 2)
  expect(twoBounds.upper).toBeGreaterThan(0.2)
})

/** Nominals on (0, 1), or on ten values; aliens above all but as many nominals as the assumption just allows. */
function broken({ values, level, runs }: { values: number; level: number; runs: number }): number {
  const [n0, nm, alpha, quantile] = [60, 150, 0.3, 0.5]
  const round = (x: number): number => (values > 0 ? Math.ceil(x * values) / values : x)
  let count = 0
  for (let run = 0; run < runs; run++) {
    const random = substream(5, `separation ${values}`, run)
    const nominal = Float64Array.from({ length: n0 }, () => round(random.float())).sort()
    const mixture = Float64Array.from({ length: nm }, () => (random.float() < alpha ? 2 : round(random.float()))).sort()
    // The bound is below alpha exactly when alpha is refuted.
    const below = mixture.filter((s) => s < nominal[n0 * quantile - 1]).length
    if (separationPValue({ k: n0 * quantile, n0, below, nm, rho: 0 }, alpha) <= level) count++
  }
  return count
}

describe('the bound', () => {
  const [runs, delta] = [400, 0.2]

  it.each([0, 10, 3, 1])('fails no more often than promised; %d values (0: no ties)', (values) => {
    expect(broken({ values, level: delta, runs })).toBeLessThanOrEqual(allowedFailures(runs, delta))
  })

  it('fails too often at twice the level, and this test sees it', () => {
    expect(broken({ values: 0, level: 2 * delta, runs })).toBeGreaterThan(allowedFailures(runs, delta))
  })
})
