import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import type { Samples } from '../../src/cdf/samples.js'
import { rawThreshold } from '../../src/certificates/algorithm1/algorithm1.js'
import { dkwEpsilon, dkwSampleSizes, dkwThreshold } from '../../src/certificates/bands/dkw.js'
import { theorem1Epsilon } from '../../src/certificates/bands/theorem1.js'
import { allowedFailures, draw, normalLaw } from './coverage.js'

describe('dkw epsilon', () => {
  it.each([
    [0.1, 10_000, 10_000],
    [0.5, 1000, 4000],
    [0.9, 100, 100],
  ])('is the best split: alpha %d, n0 %d, nm %d', (alpha, n0, nm) => {
    const delta = 0.05
    const { epsilon, d0, dm } = dkwEpsilon({ alpha, delta, n0, nm })
    expect((1 - d0) * (1 - dm)).toBeCloseTo(1 - delta, 12)
    for (let i = 1; i < 200; i++) {
      const m = (delta * i) / 200
      const rest = (delta - m) / (1 - m)
      const other =
        (Math.sqrt(Math.log(1 / m) / (2 * nm)) + (1 - alpha) * Math.sqrt(Math.log(1 / rest) / (2 * n0))) / alpha
      expect(epsilon).toBeLessThanOrEqual(other + 1e-12)
    }
  })

  it('is smaller than that of Theorem 1', () => {
    for (const alpha of [0.05, 0.2, 0.9]) {
      const { epsilon } = dkwEpsilon({ alpha, delta: 0.05, n0: 5000, nm: 5000 })
      expect(epsilon).toBeLessThan(0.93 * theorem1Epsilon(alpha, 0.05, 5000))
    }
  })

  it('keeps a hundredth of delta for the nominals where everything may be alien', () => {
    const { epsilon, d0, dm, e0 } = dkwEpsilon({ alpha: 1, delta: 0.05, n0: 10, nm: 1000 })
    expect(dm).toBeCloseTo(0.0495, 9)
    expect((1 - d0) * (1 - dm)).toBeCloseTo(0.95, 12)
    expect(epsilon).toBeCloseTo(Math.sqrt(Math.log(1 / 0.0495) / 2000), 9)
    expect(e0).toBeCloseTo(Math.sqrt(Math.log(1 / d0) / 20), 12)
  })

  it('stays within the range of Massart’s constant for a delta above one half', () => {
    const { d0, dm } = dkwEpsilon({ alpha: 0.5, delta: 0.9, n0: 100, nm: 100 })
    expect(Math.max(d0, dm)).toBeLessThanOrEqual(0.5)
  })

  it('turns into sample sizes and back', () => {
    const sizes = dkwSampleSizes({ alpha: 0.2, delta: 0.05, epsilon: 0.05 }, 3)
    expect(dkwEpsilon({ alpha: 0.2, delta: 0.05, ...sizes }).epsilon).toBeLessThanOrEqual(0.05)
    const smaller = { n0: sizes.n0 - 1, nm: 3 * (sizes.n0 - 1) }
    expect(dkwEpsilon({ alpha: 0.2, delta: 0.05, ...smaller }).epsilon).toBeGreaterThan(0.05)
  })
})

describe('dkw certificates', () => {
  const RUNS = thorough(400)
  const terms = { alpha: 0.5, eta: 0.2, delta: 0.05 }
  const size = { n0: 600, nm: 900, alpha: 0.5 }
  const count = (grain: number, tauOf: (samples: Samples) => number): number => {
    const law = normalLaw(2, grain)
    let failures = 0
    for (let run = 0; run < RUNS; run++) {
      const { samples } = draw(law, size, 'dkw', run)
      if (law.missRate(tauOf(samples)) > terms.eta) failures++
    }
    return failures
  }

  it.each([0, 0.5])('keep the promise, alone and with the false alarm bound; grain %d', (grain) => {
    const law = normalLaw(2, grain)
    let failures = 0
    for (let run = 0; run < RUNS; run++) {
      const { nominal, samples } = draw(law, size, 'dkw', run)
      const { tau, e0 } = dkwThreshold(samples, terms)!
      const nominalShare = nominal.filter((s) => s <= tau).length / nominal.length
      if (law.missRate(tau) > terms.eta || 1 - law.nominalCdf(tau) > 1 - nominalShare + e0) failures++
    }
    expect(failures).toBeLessThanOrEqual(allowedFailures(RUNS, terms.delta))
  })

  it('break it without epsilon, and this test sees it', () => {
    const failures = count(0, (samples) => rawThreshold(samples, terms.alpha, terms.eta))
    expect(failures).toBeGreaterThan(allowedFailures(RUNS, terms.delta))
  })

  it('are refused when epsilon exceeds eta', () => {
    const { samples } = draw(normalLaw(2), { n0: 50, nm: 50, alpha: 0.1 }, 'dkw', 0)
    expect(dkwThreshold(samples, { alpha: 0.1, eta: 0.1, delta: 0.05 })).toBeNull()
  })
})
