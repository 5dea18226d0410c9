import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  binomialCdf,
  binomialPmf,
  binomialSurvival,
  logBinomialCdf,
  logBinomialPmf,
  logBinomialSurvival,
} from '../../src/numeric/binomial.js'
import { expectClose, reference, withinRange } from './reference.js'

describe('against mpmath, n up to 1e8 and tails down to 1e-300', () => {
  test.each([
    ['binomialPmf', binomialPmf, 3],
    ['logBinomialPmf', logBinomialPmf, 4],
    ['binomialCdf', binomialCdf, 5],
    ['binomialSurvival', binomialSurvival, 6],
    ['logBinomialCdf', logBinomialCdf, 7],
    ['logBinomialSurvival', logBinomialSurvival, 8],
  ] as const)('%s', (_, f, column) => {
    const rows = withinRange(reference.binomial.map((row) => [row[0], row[1], row[2], row[column]]))
    expectClose(
      rows.filter((row) => row[3] !== 0),
      1e-12,
      f,
    )
  })
})

test('outside 0..n the functions take their limits', () => {
  expect([binomialPmf(-1, 5, 0.3), binomialCdf(-1, 5, 0.3), binomialSurvival(-1, 5, 0.3)]).toEqual([0, 0, 1])
  expect([binomialPmf(6, 5, 0.3), binomialCdf(5, 5, 0.3), binomialSurvival(5, 5, 0.3)]).toEqual([0, 1, 0])
  expect([logBinomialCdf(-1, 5, 0.3), logBinomialSurvival(-1, 5, 0.3)]).toEqual([-Infinity, 0])
  expect([logBinomialCdf(5, 5, 0.3), logBinomialSurvival(5, 5, 0.3)]).toEqual([0, -Infinity])
  expect([logBinomialPmf(-1, 5, 0.3), logBinomialPmf(6, 5, 0.3)]).toEqual([-Infinity, -Infinity])
})

test('p = 0 puts all mass on 0, p = 1 on n', () => {
  expect([0, 1, 5].map((k) => binomialPmf(k, 5, 0))).toEqual([1, 0, 0])
  expect([0, 4, 5].map((k) => binomialPmf(k, 5, 1))).toEqual([0, 0, 1])
  expect([binomialCdf(0, 5, 0), binomialSurvival(0, 5, 0)]).toEqual([1, 0])
  expect([binomialCdf(4, 5, 1), binomialSurvival(4, 5, 1)]).toEqual([0, 1])
  expect([binomialPmf(0, 0, 0.4), binomialCdf(0, 0, 0.4), binomialSurvival(0, 0, 0.4)]).toEqual([1, 1, 0])
})

const trials = fc.integer({ min: 1, max: 300 })
const probability = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })

test('masses sum to 1, and the tails are sums of masses', () => {
  fc.assert(
    fc.property(trials, probability, fc.double({ min: 0, max: 1, noNaN: true }), (n, p, share) => {
      const k = Math.min(n - 1, Math.floor(share * n))
      const masses = Array.from({ length: n + 1 }, (_, j) => binomialPmf(j, n, p))
      const below = masses.slice(0, k + 1).reduce((a, b) => a + b)
      const above = masses.slice(k + 1).reduceRight((a, b) => a + b)
      expect(Math.abs(below + above - 1)).toBeLessThanOrEqual(1e-13)
      if (below > 1e-280) expect(Math.abs(binomialCdf(k, n, p) / below - 1)).toBeLessThanOrEqual(1e-12)
      if (above > 1e-280) expect(Math.abs(binomialSurvival(k, n, p) / above - 1)).toBeLessThanOrEqual(1e-12)
    }),
  )
})

test('P(X <= k) grows with k and shrinks with p', () => {
  fc.assert(
    fc.property(trials, fc.nat(299), probability, probability, (n, k, p1, p2) => {
      const [p, larger] = p1 < p2 ? [p1, p2] : [p2, p1]
      expect(binomialCdf(k + 1, n, p)).toBeGreaterThanOrEqual(binomialCdf(k, n, p) * (1 - 1e-12))
      expect(binomialCdf(k, n, larger)).toBeLessThanOrEqual(binomialCdf(k, n, p) * (1 + 1e-12))
    }),
  )
})
