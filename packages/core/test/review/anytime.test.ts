import { readFileSync } from 'node:fs'
import { assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logEvidenceAbove, logEvidenceBelow } from '../../src/numeric/bernoulli-evidence.js'
import { clopperPearsonLower, clopperPearsonUpper } from '../../src/numeric/clopper-pearson.js'
import { anytimeInterval, anytimeLower, anytimeUpper } from '../../src/review/anytime.js'
import { crossingProbability } from './crossing.js'

const reference: {
  evidence: { k: number; n: number; p: number; log: number }[]
  upper: { k: number; n: number; delta: number; p: number }[]
} = JSON.parse(readFileSync(new URL('./fixtures/anytime.json', import.meta.url), 'utf8'))

describe('evidence of yes-or-no trials', () => {
  it('is what quadrature in 60 digits gives', () => {
    for (const { k, n, p, log } of reference.evidence) expect(logEvidenceBelow(k, n, p)).toBeCloseTo(log, 9)
    expect(reference.evidence.length).toBeGreaterThan(5)
  })

  it('is 1 before the first trial, rises in p, and mirrors', () => {
    expect(logEvidenceBelow(0, 0, 0.3)).toBe(0)
    const p = double({ min: 0.01, max: 0.98, noNaN: true })
    assert(
      property(integer({ min: 1, max: 400 }), double({ min: 0, max: 1, noNaN: true }), p, (n, share, p) => {
        const k = Math.round(share * n)
        expect(logEvidenceBelow(k, n, p + 0.01)).toBeGreaterThanOrEqual(logEvidenceBelow(k, n, p) - 1e-9)
        expect(logEvidenceAbove(k, n, p)).toBeCloseTo(logEvidenceBelow(n - k, n, 1 - p), 12)
      }),
    )
  })

  it('has mean 1 after one more trial at p itself, and less above it', () => {
    for (const p of [0.03, 0.4, 0.9]) {
      for (const [k, n] of [
        [0, 0],
        [3, 9],
        [40, 60],
      ]) {
        const mean = (truth: number): number =>
          truth * Math.exp(logEvidenceBelow(k + 1, n + 1, p)) + (1 - truth) * Math.exp(logEvidenceBelow(k, n + 1, p))
        expect(mean(p)).toBeCloseTo(Math.exp(logEvidenceBelow(k, n, p)), 9)
        expect(mean(p + 0.05)).toBeLessThan(mean(p))
      }
    }
  })
})

describe('bounds that hold at all times', () => {
  it('are what bisection in 60 digits gives', () => {
    for (const { k, n, delta, p } of reference.upper) expect(anytimeUpper(k, n, delta)).toBeCloseTo(p, 9)
  })

  it('lie about the share, mirror each other, and say nothing where nothing was seen', () => {
    expect(anytimeUpper(0, 0, 0.05)).toBe(1)
    expect(anytimeLower(0, 0, 0.05)).toBe(0)
    expect(anytimeUpper(7, 7, 0.05)).toBe(1)
    assert(
      property(
        integer({ min: 1, max: 2000 }),
        double({ min: 0, max: 1, noNaN: true }),
        double({ min: 0.001, max: 0.5, noNaN: true }),
        (n, share, delta) => {
          const k = Math.round(share * n)
          const [lower, upper] = [anytimeLower(k, n, delta), anytimeUpper(k, n, delta)]
          expect(lower).toBeLessThanOrEqual(k / n)
          expect(upper).toBeGreaterThanOrEqual(k / n)
          expect(upper).toBeGreaterThanOrEqual(clopperPearsonUpper(k, n, delta) - 1e-9)
          expect(1 - anytimeUpper(n - k, n, delta)).toBe(lower)
          if (k < n) expect(anytimeUpper(k + 1, n, delta)).toBeGreaterThanOrEqual(upper)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('count unsure verdicts on both sides', () => {
    const delta = 0.1
    expect(anytimeInterval({ yes: 5, no: 20, unsure: 3 }, delta)).toEqual({
      lower: anytimeLower(5, 28, delta / 2),
      upper: anytimeUpper(8, 28, delta / 2),
    })
  })

  it('refuse counts and levels that cannot be', () => {
    for (const [k, n, delta] of [
      [3, 2, 0.1],
      [-1, 2, 0.1],
      [0.5, 2, 0.1],
      [Number.NaN, 2, 0.1],
      [1, 2, 0],
      [1, 2, Number.NaN],
    ])
      expect(() => anytimeUpper(k, n, delta)).toThrow(/must be/)
  })

  const TRIALS = 500
  const DELTA = 0.05

  it.each([0.002, 0.05, 0.2, 0.5, 0.8, 0.97])(
    'are wrong at some time with probability at most delta when p = %f',
    (p) => {
      const below = (k: number, n: number): boolean => logEvidenceBelow(k, n, p) >= -Math.log(DELTA / 2)
      const above = (k: number, n: number): boolean => logEvidenceAbove(k, n, p) >= -Math.log(DELTA / 2)
      expect(crossingProbability(p, TRIALS, below)).toBeLessThanOrEqual(DELTA / 2)
      expect(crossingProbability(p, TRIALS, (k, n) => below(k, n) || above(k, n))).toBeLessThanOrEqual(DELTA)
    },
  )

  it('the evidence crosses exactly where the bound passes p', () => {
    for (const [k, n] of [
      [0, 20],
      [3, 60],
      [30, 200],
    ]) {
      const p = anytimeUpper(k, n, 0.05)
      expect(logEvidenceBelow(k, n, p)).toBeGreaterThanOrEqual(-Math.log(0.05))
      expect(logEvidenceBelow(k, n, p * (1 - 1e-8))).toBeLessThan(-Math.log(0.05))
    }
  })

  it('twin: Clopper-Pearson looked at after every trial is wrong at some time far more often than delta', () => {
    const outside = (p: number) => (k: number, n: number) =>
      clopperPearsonUpper(k, n, DELTA / 2) < p || clopperPearsonLower(k, n, DELTA / 2) > p
    expect(crossingProbability(0.2, 400, outside(0.2))).toBeGreaterThan(3 * DELTA)
  })

  it('twin: the likelihood ratio of the best q, not averaged over q, is wrong too often', () => {
    const p = 0.2
    const best = (k: number, n: number): boolean => {
      const q = Math.min(p, Math.max(k / n, 1e-9))
      return k * Math.log(q / p) + (n - k) * Math.log((1 - q) / (1 - p)) >= -Math.log(DELTA / 2)
    }
    expect(crossingProbability(p, TRIALS, best)).toBeGreaterThan(DELTA / 2)
  })
})
