import { describe, expect, it } from 'vitest'
import { shareAbove } from '../../src/cdf/empirical.js'
import {
  bandPower,
  bestExactSplit,
  cheapestExactSizes,
  exactEta,
  exactPower,
  exactSampleSizes,
  separationOf,
} from '../../src/certificates/exact/planning.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { draw, normalLaw } from './coverage.js'

const terms = { alpha: 0.2, eta: 0.1, delta: 0.05 }

describe('planning the exact certificate', () => {
  it('predicts the share of draws that are certified in the tail', () => {
    for (const separation of [3.3, 3.8, 4.5]) {
      const design = { ...terms, alpha: 0.5, n0: 500, nm: 500 }
      let issued = 0
      for (let run = 0; run < 400; run++) {
        const { samples } = draw(normalLaw(separation), design, 'power', run)
        const { tau } = certifiedThreshold(samples, { ...terms, alpha: 0.5 })
        if (shareAbove(samples.nominal, tau) < 0.08) issued++
      }
      expect(Math.abs(issued / 400 - exactPower(design, separation))).toBeLessThan(0.1)
    }
  })

  it('finds sizes for a power, and the power of those sizes', () => {
    const sizes = exactSampleSizes(terms, { power: 0.9, ratio: 2 })!
    expect(exactPower({ ...terms, ...sizes })).toBeGreaterThanOrEqual(0.9)
    expect(exactPower({ ...terms, n0: sizes.n0 - 1, nm: 2 * sizes.n0 - 2 })).toBeLessThan(0.9)
  })

  it('needs more than the promise for a detector that cannot carry it', () => {
    expect(exactSampleSizes(terms, { separation: 0.5 })).toBeNull()
  })

  it('inverts: the eta that sizes buy is certified with that power', () => {
    const sizes = { alpha: 0.2, delta: 0.05, n0: 3000, nm: 3000 }
    const eta = exactEta(sizes, { power: 0.9 })!
    expect(exactPower({ ...sizes, eta })).toBeGreaterThanOrEqual(0.9 - 1e-6)
    expect(exactPower({ ...sizes, eta: eta * 0.98 })).toBeLessThan(0.9)
  })

  it('buys more of the cheaper rows, and never pays more than equal sizes cost', () => {
    const dear = cheapestExactSizes(terms, { nominal: 10, mixture: 0.1 })!
    const even = cheapestExactSizes(terms, { nominal: 1, mixture: 1 })!
    const equal = exactSampleSizes(terms)!
    expect(dear.nm / dear.n0).toBeGreaterThan(even.nm / even.n0)
    expect(even.cost).toBeLessThanOrEqual(equal.n0 + equal.nm)
  })

  it('divides a budget better than in halves', () => {
    const best = bestExactSplit(terms, 8000)
    expect(best.n0 + best.nm).toBeLessThanOrEqual(8000)
    expect(best.power).toBeGreaterThanOrEqual(exactPower({ ...terms, n0: 4000, nm: 4000 }))
  })

  it('gives bands no power where their epsilon exceeds eta', () => {
    expect(bandPower({ ...terms, n0: 1000, nm: 1000 }, 0.2)).toBe(0)
    expect(bandPower({ ...terms, n0: 1e6, nm: 1e6 }, 0.02)).toBeGreaterThan(0.99)
  })

  it('translates an oracle false alarm rate into a separation', () => {
    expect(separationOf(0.006, 0.1)).toBeCloseTo(3.794, 3)
  })
})
