import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  betaCdf,
  betaQuantile,
  betaQuantileUpper,
  betaSurvival,
  logBetaCdf,
  logBetaSurvival,
} from '../../src/numeric/beta.js'
import { expectClose, reference, withinRange } from './reference.js'

const TOLERANCE = 1e-12

describe('against mpmath, a + b up to 1e8 and tails down to 1e-300', () => {
  test('betaCdf', () => {
    expectClose(withinRange(reference.beta.map(([x, a, b, cdf]) => [x, a, b, cdf])), TOLERANCE, betaCdf)
  })

  test('betaSurvival', () => {
    const rows = withinRange(reference.beta.map(([x, a, b, , survival]) => [x, a, b, survival]))
    expectClose(rows, TOLERANCE, betaSurvival)
  })

  test('logBetaCdf', () => {
    expectClose(
      reference.beta.map((row) => [row[0], row[1], row[2], row[5]]).filter((row) => row[3] < -1e-300),
      TOLERANCE,
      logBetaCdf,
    )
  })

  test('logBetaSurvival', () => {
    expectClose(
      reference.beta.map((row) => [row[0], row[1], row[2], row[6]]).filter((row) => row[3] < -1e-300),
      TOLERANCE,
      logBetaSurvival,
    )
  })

  test('betaQuantile, from the smaller tail', () => {
    const rows = withinRange(reference.beta.map(([x, a, b, cdf]) => [cdf, a, b, x])).filter((row) => row[0] <= 0.6)
    expectClose(rows, TOLERANCE, betaQuantile)
  })

  test('betaQuantileUpper, from the smaller tail', () => {
    const rows = withinRange(reference.beta.map(([x, a, b, , survival]) => [survival, a, b, x]))
    expectClose(
      rows.filter((row) => row[0] <= 0.6),
      TOLERANCE,
      betaQuantileUpper,
    )
  })
})

test('the ends of the interval are the limits', () => {
  for (const outside of [0, -1]) {
    expect(betaCdf(outside, 2, 3)).toBe(0)
    expect(betaSurvival(outside, 2, 3)).toBe(1)
    expect(logBetaCdf(outside, 2, 3)).toBe(-Infinity)
    expect(logBetaSurvival(outside, 2, 3)).toBe(0)
    expect(betaQuantile(outside, 2, 3)).toBe(0)
    expect(betaQuantileUpper(outside, 2, 3)).toBe(1)
  }
  for (const outside of [1, 2]) {
    expect(betaCdf(outside, 2, 3)).toBe(1)
    expect(betaSurvival(outside, 2, 3)).toBe(0)
    expect(logBetaCdf(outside, 2, 3)).toBe(0)
    expect(logBetaSurvival(outside, 2, 3)).toBe(-Infinity)
    expect(betaQuantile(outside, 2, 3)).toBe(1)
    expect(betaQuantileUpper(outside, 2, 3)).toBe(0)
  }
})

test('tails far below the smallest double keep their logarithm', () => {
  // I_x(a, 1) = x^a.
  expect(logBetaCdf(1e-10, 1e6, 1) / (1e6 * -23.025850929940457)).toBeCloseTo(1, 13)
  expect(betaCdf(1e-10, 1e6, 1)).toBe(0)
})

test('a quantile close to 1 is as exact as 1 allows', () => {
  expect(betaQuantileUpper(1e-300, 1, 1)).toBe(1)
  expect(betaQuantile(1e-300, 1, 1) / 1e-300).toBeCloseTo(1, 12)
  // P(B > x) = 1 - x, to half an ulp of x.
  expect(Math.abs(1 - betaQuantileUpper(1e-8, 1, 1) - 1e-8)).toBeLessThanOrEqual(1.2e-16)
})

const parameter = fc.double({ min: 0, max: 17, noNaN: true }).map((u) => Math.exp(u))
const position = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true })

test('I_x(a, b) = 1 - I_{1-x}(b, a), at points whose mirror image is exact', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 20 - 1 }), parameter, parameter, (i, a, b) => {
      const x = i / 2 ** 20
      const mirrored = betaSurvival(1 - x, b, a)
      expect(Math.abs(betaCdf(x, a, b) - mirrored)).toBeLessThanOrEqual(1e-12 * mirrored)
      expect(Math.abs(betaCdf(x, a, b) + betaCdf(1 - x, b, a) - 1)).toBeLessThanOrEqual(1e-13)
    }),
  )
})

test('the tails sum to 1 and their logarithms match', () => {
  fc.assert(
    fc.property(position, parameter, parameter, (x, a, b) => {
      const [cdf, survival] = [betaCdf(x, a, b), betaSurvival(x, a, b)]
      expect(Math.abs(cdf + survival - 1)).toBeLessThanOrEqual(4e-16)
      if (cdf > 1e-300) expect(Math.abs(Math.exp(logBetaCdf(x, a, b)) / cdf - 1)).toBeLessThanOrEqual(1e-12)
    }),
  )
})

test('the CDF increases with x, and decreases with a', () => {
  fc.assert(
    fc.property(position, position, parameter, parameter, (x1, x2, a, b) => {
      const [low, high] = x1 < x2 ? [x1, x2] : [x2, x1]
      expect(logBetaCdf(high, a, b)).toBeGreaterThanOrEqual(logBetaCdf(low, a, b) * (1 + 1e-12))
      expect(betaCdf(low, a * 1.01, b)).toBeLessThanOrEqual(betaCdf(low, a, b) * (1 + 1e-12))
    }),
  )
})

test('quantiles invert the tails, from 1e-300 up', () => {
  const tail = fc.double({ min: -300, max: -0.31, noNaN: true }).map((u) => 10 ** u)
  fc.assert(
    fc.property(tail, parameter, parameter, (p, a, b) => {
      // Only points that a double can hold: next to 1, a step of one ulp changes the tail by more than rounding.
      const x = betaQuantile(p, a, b)
      const y = betaQuantileUpper(p, b, a)
      if (x < 0.9) expect(Math.abs(logBetaCdf(x, a, b) / Math.log(p) - 1)).toBeLessThanOrEqual(slack(x, a, b))
      expect(Math.abs(x + y - 1)).toBeLessThanOrEqual(1e-15)
    }),
    { numRuns: 500 },
  )
})

/** Half an ulp of x moves log I_x by up to about (a + b) / (1 - x) of it. */
function slack(x: number, a: number, b: number): number {
  return 1e-12 + ((a + b) * 1.2e-16) / (1 - x)
}
