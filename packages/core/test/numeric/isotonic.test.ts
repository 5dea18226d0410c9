import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isotonicRegression } from '../../src/numeric/isotonic.js'

interface Reference {
  readonly values: number[]
  readonly weights: number[]
  readonly fit: number[]
}

const references: Reference[] = JSON.parse(
  readFileSync(new URL('./fixtures/isotonic.json', import.meta.url), 'utf8'),
).cases

/** Values with weights of the same length. */
const weighted = fc
  .array(fc.tuple(fc.double({ min: -10, max: 10, noNaN: true }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 25,
  })
  .map((pairs) => ({ values: pairs.map(([v]) => v), weights: pairs.map(([, w]) => w) }))

function weightedMean(values: ArrayLike<number>, weights: readonly number[], from: number, to: number): number {
  let sum = 0
  let weight = 0
  for (let i = from; i <= to; i++) {
    sum += values[i] * weights[i]
    weight += weights[i]
  }
  return sum / weight
}

describe('isotonicRegression', () => {
  it("agrees with scikit-learn's isotonic_regression", () => {
    expect(references.length).toBeGreaterThan(20)
    for (const { values, weights, fit } of references) {
      const ours = isotonicRegression(values, weights)
      expect(ours).toHaveLength(fit.length)
      fit.forEach((f, i) => {
        expect(Math.abs(ours[i] - f)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(f)))
      })
    }
  })

  it('is the min-max formula: max over starts of the min over ends of block means', () => {
    fc.assert(
      fc.property(weighted, ({ values, weights }) => {
        const fit = isotonicRegression(values, weights)
        fit.forEach((f, i) => {
          let most = Number.NEGATIVE_INFINITY
          for (let from = 0; from <= i; from++) {
            let least = Number.POSITIVE_INFINITY
            for (let to = i; to < values.length; to++) {
              least = Math.min(least, weightedMean(values, weights, from, to))
            }
            most = Math.max(most, least)
          }
          expect(f).toBeCloseTo(most, 10)
        })
      }),
    )
  })

  it('never falls, changes nothing the second time and keeps the weighted mean', () => {
    fc.assert(
      fc.property(weighted, ({ values, weights }) => {
        const fit = isotonicRegression(values, weights)
        expect(fit.every((f, i) => i === 0 || f >= fit[i - 1])).toBe(true)
        expect(isotonicRegression(fit, weights)).toEqual(fit)
        const last = values.length - 1
        expect(weightedMean(fit, weights, 0, last)).toBeCloseTo(weightedMean(values, weights, 0, last), 10)
      }),
    )
  })

  it('weighs a value of weight k as k equal values', () => {
    fc.assert(
      fc.property(weighted, ({ values, weights }) => {
        const repeated = values.flatMap((v, i) => new Array<number>(weights[i]).fill(v))
        const plain = isotonicRegression(repeated, new Array(repeated.length).fill(1))
        let at = 0
        isotonicRegression(values, weights).forEach((f, i) => {
          for (let k = 0; k < weights[i]; k++) expect(plain[at++]).toBeCloseTo(f, 10)
        })
      }),
    )
  })

  it('takes time in proportion to its length on falling values', () => {
    const falling = Float64Array.from({ length: 300_000 }, (_, i) => -i)
    const fit = isotonicRegression(falling, new Float64Array(300_000).fill(1))
    expect(fit[0]).toBeCloseTo(-149_999.5, 6)
    expect(fit[299_999]).toBe(fit[0])
  })

  it('of nothing is nothing', () => {
    expect(isotonicRegression([], [])).toHaveLength(0)
  })
})
