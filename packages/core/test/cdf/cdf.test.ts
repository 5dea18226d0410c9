import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alienCdf } from '../../src/cdf/alien.js'
import { empiricalCdf, shareAbove, sortScores } from '../../src/cdf/empirical.js'
import { pooledCounts } from '../../src/cdf/pooled.js'
import { countAtMost } from '../../src/numeric/sort.js'
import { errorOf } from '../detectors/tables.js'

/** Scores with many ties, or hardly any. */
const scores = fc.oneof(
  fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 30 }),
  fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 }),
)
const sorted = (values: number[]): Float64Array => sortScores(values, 'test')

describe('the empirical CDF', () => {
  it('is the share of scores at or below a value', () => {
    fc.assert(
      fc.property(scores, fc.double({ min: -5, max: 5, noNaN: true }), (values, t) => {
        const ordered = sorted(values)
        for (const at of [t, ...values]) {
          const count = values.filter((x) => x <= at).length
          expect(countAtMost(ordered, at)).toBe(count)
          expect(empiricalCdf(ordered, at)).toBe(count / values.length)
          expect(shareAbove(ordered, at)).toBe((values.length - count) / values.length)
        }
      }),
    )
  })

  it('rises from 0 to 1, in steps at its scores alone', () => {
    const ordered = sorted([3, 1, 2, 2])
    expect([-Infinity, 0.999, 1, 1.5, 2, 2.5, 3, Infinity].map((t) => empiricalCdf(ordered, t))).toEqual([
      0, 0, 0.25, 0.25, 0.75, 0.75, 1, 1,
    ])
  })

  it('refuses no scores, and scores that are not finite numbers, by their place', () => {
    expect(errorOf(() => sorted([])).code).toBe('empty-data')
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const { code, message } = errorOf(() => sorted([1, 2, wrong]))
      expect(code).toBe('bad-scores')
      expect(message).toBe(`test score 3 is ${wrong}: expected a finite number`)
    }
  })
})

describe('pooledCounts', () => {
  it('lists the distinct scores of both samples with the counts at or below each', () => {
    fc.assert(
      fc.property(scores, scores, (nominal, mixture) => {
        const pooled = pooledCounts(sorted(nominal), sorted(mixture))
        const distinct = [...new Set([...nominal, ...mixture].map((x) => x + 0))].sort((a, b) => a - b)
        expect([...pooled.score].map((x) => x + 0)).toEqual(distinct)
        expect([...pooled.nominal]).toEqual(distinct.map((u) => nominal.filter((x) => x <= u).length))
        expect([...pooled.mixture]).toEqual(distinct.map((u) => mixture.filter((x) => x <= u).length))
      }),
    )
  })
})

describe('the alien CDF', () => {
  const share = fc.integer({ min: 1, max: 100 }).map((k) => k / 100)

  it('solves Fm = alpha Fa + (1 - alpha) F0 at every pooled score', () => {
    fc.assert(
      fc.property(scores, scores, share, (nominal, mixture, alpha) => {
        const cdf = alienCdf(sorted(nominal), sorted(mixture), alpha)
        cdf.fa.forEach((fa, i) => {
          expect(alpha * fa + (1 - alpha) * cdf.f0[i]).toBeCloseTo(cdf.fm[i], 10)
        })
        expect(cdf.fa.at(-1)).toBeCloseTo(1, 10)
      }),
    )
  })

  it('isotonised, is a CDF: in [0, 1] and never falling; a legal Fa is left as it is', () => {
    fc.assert(
      fc.property(scores, scores, share, (nominal, mixture, alpha) => {
        const { faIsotonic } = alienCdf(sorted(nominal), sorted(mixture), alpha)
        expect(faIsotonic.every((f, i) => f >= 0 && f <= 1 && (i === 0 || f >= faIsotonic[i - 1]))).toBe(true)
      }),
    )
    const { fa, faIsotonic } = alienCdf(sorted([1, 2, 3]), sorted([1, 2, 5, 6]), 1)
    expect(faIsotonic).toEqual(fa)
  })

  it('at alpha = 1 is the CDF of the mixture', () => {
    const { fa, fm } = alienCdf(sorted([1, 5]), sorted([2, 3, 9]), 1)
    expect(fa).toEqual(fm)
  })
})
