import { describe, expect, it } from 'vitest'
import { substream } from '../../src/numeric/random.js'
import { estimateAlpha } from '../../src/proportion/estimate.js'
import { modelSamples } from '../../src/proportion/model-samples.js'

/** Nominals around 0, aliens around 3. */
function samples(run: number, n: number, alpha: number): { nominal: Float64Array; mixture: Float64Array } {
  const random = substream(run, 'interval')
  const nominal = Float64Array.from({ length: n }, () => random.normal())
  const mixture = Float64Array.from({ length: n }, () => random.normal() + (random.float() < alpha ? 3 : 0))
  return { nominal, mixture }
}

describe('samples from the model of an estimate', () => {
  const nominal = Float64Array.of(1, 2, 3, 4)
  const mixture = Float64Array.of(1, 2, 3, 4, 9, 9, 9, 9)

  it('are nominals and, in the share told, aliens', () => {
    const draw = modelSamples(nominal, mixture, 0.5)
    const random = substream(1, 'model')
    let nines = 0
    for (let k = 0; k < 1000; k++) {
      const [a, b] = draw(random)
      expect(a).toEqual(a.slice().sort())
      expect(b).toEqual(b.slice().sort())
      expect([a.length, b.length]).toEqual([4, 8])
      expect(a.every((x) => nominal.includes(x))).toBe(true)
      nines += b.reduce((sum, x) => sum + (x === 9 ? 1 : 0), 0)
    }
    // 8000 draws of a fair coin, five standard deviations.
    expect(Math.abs(nines - 4000)).toBeLessThan(5 * Math.sqrt(2000))
  })

  it('have no alien when alpha is 0', () => {
    const [, b] = modelSamples(nominal, mixture, 0)(substream(1, 'none'))
    expect(b.every((x) => nominal.includes(x))).toBe(true)
  })
})

describe('the interval of bt-patrasen', () => {
  const intervals = (alpha: number): (readonly [number, number])[] =>
    Array.from({ length: 16 }, (_, run) => {
      const estimate = estimateAlpha('bt-patrasen', samples(run, 90, alpha), { seed: run, bootstrap: 20 })
      if (estimate.alpha === null) throw new Error(estimate.reason)
      return estimate.interval!
    })

  // If it reached alpha in 95 % of all runs, fewer than 11 of 16 would do so with a probability of 1e-4.
  it('reaches the true alpha when aliens stand out, and not much further', () => {
    const found = intervals(0.3)
    expect(found.filter(([, high]) => high >= 0.3).length).toBeGreaterThanOrEqual(11)
    expect(found.filter(([, high]) => high < 0.6).length).toBeGreaterThanOrEqual(11)
  })
})
