import fc from 'fast-check'
import { expect, test } from 'vitest'
import { log } from '../../src/numeric/elementary.js'
import { deviance, logBinomialCoefficient, logGamma, stirlingError } from '../../src/numeric/gamma.js'
import { expectClose, reference } from './reference.js'

test('logGamma agrees with mpmath, also beside its zeros', () => {
  expectClose(reference.gamma.logGamma, 2e-15, logGamma)
  expect(logGamma(1)).toBe(0)
  expect(logGamma(2)).toBe(0)
})

test('stirlingError agrees with mpmath', () => {
  expectClose(reference.gamma.stirlingError, 1e-13, stirlingError)
})

test('deviance agrees with mpmath and vanishes at the mean', () => {
  expectClose(reference.gamma.deviance, 2e-15, (value, mean) => deviance(value, mean))
  expect(deviance(7, 7)).toBeCloseTo(0, 300)
})

test('a given excess overrides the difference of the rounded arguments', () => {
  // The difference of the doubles is 0; the deviance of a true excess e is e^2 / (2 value) to first order.
  expect(deviance(1e8, 1e8, 1e-9)).toBeCloseTo(5e-27, 35)
})

test('logBinomialCoefficient agrees with mpmath', () => {
  expectClose(reference.gamma.logBinomialCoefficient, 1e-14, logBinomialCoefficient)
})

test('logBinomialCoefficient at the ends', () => {
  expect(logBinomialCoefficient(0, 0)).toBe(0)
  expect(logBinomialCoefficient(9, 0)).toBe(0)
  expect(logBinomialCoefficient(9, 9)).toBe(0)
  expect(logBinomialCoefficient(9, 10)).toBe(-Infinity)
  expect(logBinomialCoefficient(9, -1)).toBe(-Infinity)
})

test('logGamma obeys its recurrence', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (x) => {
      const size = Math.abs(logGamma(x)) + Math.abs(log(x))
      expect(Math.abs(logGamma(x + 1) - logGamma(x) - log(x))).toBeLessThanOrEqual(1e-14 * Math.max(1, size))
    }),
  )
})
