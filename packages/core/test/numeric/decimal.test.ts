import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalFraction } from '../../src/numeric/decimal.js'

describe('decimalFraction', () => {
  it('is the fraction that the shortest decimal form says', () => {
    const cases: [number, bigint, bigint][] = [
      [0.1, 1n, 10n],
      [0.05, 5n, 100n],
      [0, 0n, 1n],
      [1, 1n, 1n],
      [0.30000000000000004, 30000000000000004n, 10n ** 17n],
      [1e-7, 1n, 10n ** 7n],
      [1.25e-9, 125n, 10n ** 11n],
      [1e21, 10n ** 21n, 1n],
      [1.5e22, 15n * 10n ** 21n, 1n],
      [5e-324, 5n, 10n ** 324n],
      [-0.25, -25n, 100n],
    ]
    for (const [x, numerator, denominator] of cases) expect(decimalFraction(x)).toEqual({ numerator, denominator })
  })

  it('leads back to the number it came from', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1, noNaN: true }), (x) => {
        const { numerator, denominator } = decimalFraction(x)
        return Number(`${numerator}e-${String(denominator).length - 1}`) === x
      }),
    )
  })

  it('makes decimal arithmetic exact', () => {
    const [a, b, c] = [0.1, 0.2, 0.3].map(decimalFraction)
    expect(a.numerator * b.denominator + b.numerator * a.denominator).toBe(
      (c.numerator * a.denominator * b.denominator) / c.denominator,
    )
  })
})
