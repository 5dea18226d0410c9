import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalCdf, normalQuantile, normalSurvival } from '../../src/numeric/normal.js'
import { expectClose, reference } from './reference.js'

test('normalSurvival and normalCdf agree with mpmath, far tails included', () => {
  expectClose(reference.normal.survival, 1e-14, normalSurvival)
  expectClose(
    reference.normal.survival.map(([z, value]) => [-z, value]),
    1e-14,
    normalCdf,
  )
})

test('normalQuantile agrees with mpmath, far tails included', () => {
  expectClose(reference.normal.quantile, 1e-14, normalQuantile)
})

test('limits', () => {
  expect([normalCdf(-Infinity), normalCdf(0), normalCdf(Infinity)]).toEqual([0, 0.5, 1])
  expect([normalSurvival(-Infinity), normalSurvival(0), normalSurvival(Infinity)]).toEqual([1, 0.5, 0])
  expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([-Infinity, 0, Infinity])
  expect(normalQuantile(1.5)).toBeNaN()
  expect(normalQuantile(NaN)).toBeNaN()
  expect(normalCdf(NaN)).toBeNaN()
})

test('the quantile inverts the CDF', () => {
  fc.assert(
    fc.property(fc.double({ min: -37, max: 0, noNaN: true }), (z) => {
      // In the tail z is better conditioned than the probability; near 0 the probability rounds at 1e-16.
      expect(Math.abs(normalQuantile(normalCdf(z)) - z)).toBeLessThanOrEqual(1e-14 * Math.abs(z) + 2e-16)
    }),
    { numRuns: 1000 },
  )
})
