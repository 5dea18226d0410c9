import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testAdmissibility } from '../../src/certificates/admissibility.js'
import { Random } from '../../src/numeric/random.js'

const sample = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 })

describe('the test of admissibility', () => {
  it('reports the largest Fm_hat - F0_hat over all scores, or 0', () => {
    fc.assert(
      fc.property(sample, sample, (nominal, mixture) => {
        const gaps = [...nominal, ...mixture].map((u) => {
          const share = (values: number[]): number => values.filter((x) => x <= u).length / values.length
          return share(mixture) - share(nominal)
        })
        expect(testAdmissibility({ nominal, mixture }).worstGap).toBeCloseTo(Math.max(0, ...gaps), 12)
      }),
    )
  })

  it('bounds its probability by both one-sided bands at once', () => {
    const gap = testAdmissibility({ nominal: [2, 3, 4, 5], mixture: [1, 1, 1, 6] })
    expect(gap.worstGap).toBe(0.75)
    expect(gap.pValue).toBeCloseTo(Math.min(1, 2 * Math.exp(-2 * 0.75 ** 2 * (16 / 16))), 12)
  })

  it('accepts a mixture with higher scores and rejects one with clearly lower scores', () => {
    const random = new Random(1, 2, 3)
    const draw = (shift: number): Float64Array =>
      Float64Array.from(Array.from({ length: 400 }, () => random.normal() + shift))
    const nominal = draw(0)
    expect(testAdmissibility({ nominal, mixture: draw(1) })).toMatchObject({ ok: true })
    expect(testAdmissibility({ nominal, mixture: draw(0) }).ok).toBe(true)
    expect(testAdmissibility({ nominal, mixture: draw(-1) })).toMatchObject({ ok: false })
  })

  it('rejects at most 5 % of admissible detectors, at the least favourable one', () => {
    const random = new Random(4, 5, 6)
    let rejected = 0
    for (let run = 0; run < 400; run++) {
      const draw = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.float())
      if (!testAdmissibility({ nominal: draw(60), mixture: draw(150) }).ok) rejected++
    }
    expect(rejected).toBeLessThanOrEqual(43) // P(Bin(400, .05) > 43) < 1e-6
  })
})
