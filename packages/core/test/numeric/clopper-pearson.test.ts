import fc from 'fast-check'
import { expect, test } from 'vitest'
import { binomialCdf, binomialSurvival } from '../../src/numeric/binomial.js'
import { clopperPearsonLower, clopperPearsonUpper } from '../../src/numeric/clopper-pearson.js'
import { expm1, log } from '../../src/numeric/elementary.js'
import { expectClose, reference } from './reference.js'

test.each([
  ['upper', clopperPearsonUpper],
  ['lower', clopperPearsonLower],
] as const)('the %s bound agrees with mpmath, n up to 1e8 and delta down to 1e-300', (side, bound) => {
  const rows = reference.clopperPearson.filter((row) => row[0] === side).map((row) => row.slice(1) as number[])
  expectClose(rows, 1e-12, bound)
})

test('after no success the upper bound is 1 - delta^(1/n); after n the lower is delta^(1/n)', () => {
  for (const n of [1, 7, 1000, 1e8]) {
    for (const delta of [0.3, 0.05, 1e-10]) {
      expect(clopperPearsonUpper(0, n, delta) / -expm1(log(delta) / n)).toBeCloseTo(1, 13)
      expect(clopperPearsonLower(n, n, delta)).toBeCloseTo(1 + expm1(log(delta) / n), 14)
    }
  }
})

test('nothing can be excluded beyond the data', () => {
  expect(clopperPearsonLower(0, 10, 0.05)).toBe(0)
  expect(clopperPearsonUpper(10, 10, 0.05)).toBe(1)
})

const draw = fc
  .integer({ min: 1, max: 1_000_000 })
  .chain((n) =>
    fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n), fc.double({ min: 1e-12, max: 0.5, noNaN: true })),
  )

test('at the bounds the binomial tail is delta', () => {
  fc.assert(
    fc.property(draw, ([k, n, delta]) => {
      const [lower, upper] = [clopperPearsonLower(k, n, delta), clopperPearsonUpper(k, n, delta)]
      if (k < n) expect(Math.abs(binomialCdf(k, n, upper) / delta - 1)).toBeLessThan(slack(upper, n))
      if (k > 0) expect(Math.abs(binomialSurvival(k - 1, n, lower) / delta - 1)).toBeLessThan(slack(lower, n))
    }),
  )
})

/** One ulp of p changes the tail by up to about n / (1 - p) times as much. */
function slack(p: number, n: number): number {
  return 1e-12 + (n * 2.3e-16) / (1 - p)
}

test('the bounds enclose k / n, widen as delta shrinks, and mirror each other', () => {
  fc.assert(
    fc.property(draw, ([k, n, delta]) => {
      const [lower, upper] = [clopperPearsonLower(k, n, delta), clopperPearsonUpper(k, n, delta)]
      expect(lower).toBeLessThanOrEqual(k / n)
      expect(upper).toBeGreaterThanOrEqual(k / n)
      expect(clopperPearsonUpper(k, n, delta / 2)).toBeGreaterThanOrEqual(upper)
      expect(clopperPearsonLower(k, n, delta / 2)).toBeLessThanOrEqual(lower)
      expect(Math.abs(clopperPearsonLower(n - k, n, delta) - (1 - upper))).toBeLessThanOrEqual(1e-15)
    }),
  )
})
