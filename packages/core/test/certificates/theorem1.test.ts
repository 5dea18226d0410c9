import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bestShare,
  jointFalseAlarmBand,
  theorem1Band,
  theorem1Epsilon,
  theorem1SampleSize,
  unequalEpsilon,
} from '../../src/certificates/bands/theorem1.js'

const alphas = fc.double({ min: 0.01, max: 1, noNaN: true })
const deltas = fc.double({ min: 0.001, max: 0.5, noNaN: true })

describe('Theorem 1', () => {
  it('asks for the published sample sizes (epsilon .05, delta .05)', () => {
    const sizes = [0.1, 0.2, 0.5].map((alpha) => theorem1SampleSize(alpha, 0.05, 0.05))
    expect(sizes).toEqual([315463, 70783, 7865])
    expect(theorem1SampleSize(0.01, 0.05, 0.05) / 1e6).toBeCloseTo(34.6, 1)
    expect(theorem1SampleSize(0.05, 0.05, 0.05) / 1e6).toBeCloseTo(1.33, 2)
  })

  it('is the formula of the paper', () => {
    fc.assert(
      fc.property(alphas, deltas, fc.integer({ min: 10, max: 1e7 }), (alpha, delta, n) => {
        const constant = Math.log(2 / (1 - Math.sqrt(1 - delta)))
        const band = Math.sqrt(constant / (2 * n))
        expect(theorem1Epsilon(alpha, delta, n) / (((2 - alpha) / alpha) * band)).toBeCloseTo(1, 10)
        expect(theorem1Band(delta, n) / band).toBeCloseTo(1, 10)
      }),
    )
  })

  it('sample size and epsilon are each other’s inverse: n rows reach epsilon, n - 1 do not', () => {
    fc.assert(
      fc.property(alphas, deltas, fc.double({ min: 0.005, max: 0.9, noNaN: true }), (alpha, delta, epsilon) => {
        const n = theorem1SampleSize(alpha, delta, epsilon)
        expect(theorem1Epsilon(alpha, delta, n)).toBeLessThan(epsilon * (1 + 1e-12))
        if (n > 1) expect(theorem1Epsilon(alpha, delta, n - 1)).toBeGreaterThan(epsilon * (1 - 1e-12))
      }),
    )
  })

  it('asks for less with more rows, more aliens, less confidence', () => {
    const base = theorem1Epsilon(0.1, 0.05, 1000)
    expect(theorem1Epsilon(0.1, 0.05, 1001)).toBeLessThan(base)
    expect(theorem1Epsilon(0.11, 0.05, 1000)).toBeLessThan(base)
    expect(theorem1Epsilon(0.1, 0.06, 1000)).toBeLessThan(base)
  })

  it('keeps its digits for a delta near 0', () => {
    expect(theorem1Band(1e-15, 1)).toBeCloseTo(Math.sqrt(Math.log(4e15) / 2), 9)
  })
})

describe('JMLR, unequal sizes', () => {
  const epsilonAt = (alpha: number, n0: number, nm: number, d0: number, dm: number): number =>
    Math.sqrt(Math.log(2 / dm) / (2 * nm)) / alpha + ((1 - alpha) / alpha) * Math.sqrt(Math.log(2 / d0) / (2 * n0))

  it('splits delta at its best: no split of a fine grid does better', () => {
    const sizes = fc.integer({ min: 10, max: 100_000 })
    fc.assert(
      fc.property(fc.double({ min: 0.02, max: 0.98, noNaN: true }), deltas, sizes, sizes, (alpha, delta, n0, nm) => {
        const { epsilon, d0, dm } = unequalEpsilon(alpha, delta, n0, nm)
        expect(d0 + dm).toBeCloseTo(delta, 12)
        expect(epsilon).toBeCloseTo(epsilonAt(alpha, n0, nm, d0, dm), 9)
        for (let k = 1; k < 60; k++) {
          const part = (delta * k) / 60
          expect(epsilon).toBeLessThanOrEqual(epsilonAt(alpha, n0, nm, delta - part, part) * (1 + 1e-9))
        }
      }),
    )
  })

  it('needs no nominal rows when everything is alien', () => {
    expect(unequalEpsilon(1, 0.05, 1, 1000).epsilon).toBeCloseTo(Math.sqrt(Math.log(40) / 2000), 12)
  })
})

describe('JMLR Theorem 2', () => {
  it.each([
    [0.1, 0.516, 0.026, 39.75],
    [0.2, 0.534, 0.0272, 18.79],
    [0.5, 0.604, 0.0317, 6.14],
    [0.9, 0.803, 0.0428, 2.14],
  ])('divides a budget as published: alpha %f, share %f, dm %f, epsilon sqrt(n) %f', (alpha, share, dm, epsilon) => {
    const best = bestShare(alpha, 0.05)
    expect(best.mixtureShare).toBeCloseTo(share, 3)
    expect(Math.abs(best.dm - dm)).toBeLessThan(1e-4) // published from a line search; the minimum is flat
    expect(best.epsilon).toBeCloseTo(epsilon, 2)
  })

  it('no other division of the budget does better', () => {
    for (const alpha of [0.05, 0.3, 0.8]) {
      const best = bestShare(alpha, 0.05)
      for (let k = 1; k < 40; k++) {
        const nm = 25_000 * k
        const other = unequalEpsilon(alpha, 0.05, 1_000_000 - nm, nm).epsilon * 1000
        expect(best.epsilon).toBeLessThanOrEqual(other * (1 + 1e-9))
      }
    }
  })

  it('gives everything to the mixture when everything is alien', () => {
    expect(bestShare(1, 0.05).mixtureShare).toBe(1)
  })
})

describe('the joint bound on false alarms', () => {
  it('is sqrt(ln(4/delta) / 2n), and the band of Theorem 1 is a little narrower', () => {
    expect(jointFalseAlarmBand(0.05, 1000)).toBeCloseTo(Math.sqrt(Math.log(80) / 2000), 12)
    for (const delta of [0.001, 0.05, 0.3]) {
      expect(theorem1Band(delta, 500)).toBeLessThan(jointFalseAlarmBand(delta, 500))
    }
  })
})
