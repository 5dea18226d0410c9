import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { auditedBounds } from '../../src/proportion/audited-bound.js'
import { bestBinEstimate } from '../../src/proportion/bbe.js'
import { alphaLowerBound, alphaLowerBoundDkw } from '../../src/proportion/lower-bound.js'
import { separationBound, separationBoundAtQuantile } from '../../src/proportion/separation-bound.js'
import { allowedFailures, draw, normalLaw } from '../certificates/coverage.js'

const RUNS = thorough(40)
const DELTA = 0.05
const sizes = { n0: 400, nm: 600, alpha: 0.3 }

describe.each([
  ['exact', alphaLowerBound],
  ['by bands', alphaLowerBoundDkw],
] as const)('the lower bound on alpha, %s', (_, bound) => {
  it.each([0, 1])('fails no more often than promised, with aliens that are all recognisable; grain %d', (grain) => {
    // Fa = 0 up to high scores: the bound is as tight as it can be, so this is where it might fail.
    const law = normalLaw(12, grain)
    let failures = 0
    let careless = 0
    for (let run = 0; run < RUNS; run++) {
      const { samples, mixture } = draw(law, sizes, 'lower bound', run)
      if (bound(samples, DELTA) > sizes.alpha) failures++
      if (1 - mixture.filter((s) => s <= 3).length / mixture.length > sizes.alpha) careless++
    }
    expect(failures).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
    expect(careless).toBeGreaterThan(allowedFailures(RUNS, DELTA)) // the estimate in its place would fail half the time
  })

  it('is 0 for a useless detector, nearly always', () => {
    let positive = 0
    for (let run = 0; run < RUNS; run++) {
      const { samples } = draw(normalLaw(0), sizes, 'useless', run)
      if (bound(samples, DELTA) > 0) positive++
    }
    expect(positive).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })
})

it('the exact lower bound is the sharper one', () => {
  const { samples } = draw(normalLaw(4), { n0: 2000, nm: 2000, alpha: 0.1 }, 'sharper', 0)
  expect(alphaLowerBound(samples, DELTA)).toBeGreaterThan(alphaLowerBoundDkw(samples, DELTA) + 0.01)
})

describe('the upper bound under separation', () => {
  it.each([0, 0.5])('fails no more often than promised where the assumption just holds; grain %d', (grain) => {
    const law = normalLaw(3, grain)
    let failures = 0
    let careless = 0
    for (let run = 0; run < RUNS; run++) {
      const { samples } = draw(law, sizes, 'separation', run)
      const rho = law.missRate(0) / law.nominalCdf(0)
      if (separationBound(samples, { t0: 0, rho, delta: DELTA }).upper < sizes.alpha) failures++
      if (separationBound(samples, { t0: 0, rho, delta: 1 }).upper < sizes.alpha) careless++
    }
    expect(failures).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
    expect(careless).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })

  it('states its assumption in words', () => {
    const { samples } = draw(normalLaw(3), sizes, 'words', 0)
    const at = separationBound(samples, { t0: 0.25, rho: 0, delta: DELTA })
    expect(at.assumption).toBe('No alien is assumed to score at most 0.25.')
    const half = separationBoundAtQuantile(samples, { quantile: 0.5, rho: 0.1, delta: DELTA })
    expect(half.assumption).toMatch(/at most 0\.1 times as likely as nominals to score below .*most ordinary 50 %/)
  })
})

it('audited bounds count unsure rows against the claim', () => {
  const { lower, upper } = auditedBounds({ labelled: 100, aliens: 10, unsure: 5 }, 0.05)
  expect(lower).toBe(auditedBounds({ labelled: 100, aliens: 10, unsure: 0 }, 0.05).lower)
  expect(upper).toBe(auditedBounds({ labelled: 100, aliens: 15, unsure: 0 }, 0.05).upper)
  expect(lower).toBeLessThan(0.1)
  expect(upper).toBeGreaterThan(0.15)
})

describe('best bin estimation', () => {
  it('is close where the aliens keep away from low scores, and says that it promises nothing', () => {
    const { samples } = draw(normalLaw(4), { n0: 5000, nm: 5000, alpha: 0.2 }, 'bbe', 0)
    const { alpha, interval, guarantee } = bestBinEstimate(samples, 0.1)
    expect(Math.abs(alpha - 0.2)).toBeLessThan(0.03)
    expect(interval[0]).toBeLessThan(0.2)
    expect(interval[1]).toBeGreaterThan(0.2)
    expect(guarantee).toBe(false)
  })

  it('understates alpha when aliens look nominal: why it is no bound', () => {
    const { samples } = draw(normalLaw(0.5), { n0: 5000, nm: 5000, alpha: 0.5 }, 'bbe', 1)
    expect(bestBinEstimate(samples, 0.1).alpha).toBeLessThan(0.4)
  })
})
