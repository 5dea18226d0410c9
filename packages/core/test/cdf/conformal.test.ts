import { describe, expect, it } from 'vitest'
import { conformalPValues, countPValues, type PValueCounts, selectionCutoff } from '../../src/cdf/conformal.js'
import { nominalRanks } from '../../src/cdf/nominal-ranks.js'
import { substream } from '../../src/numeric/random.js'

const random = substream(3, 'conformal')
const uniform = (n: number): Float64Array => Float64Array.from({ length: n }, () => random.float())

describe('conformal p-values from ranks', () => {
  it('are never below those of the whole sample, and near them in the tail', () => {
    const nominal = uniform(999).sort()
    const scores = uniform(500)
    conformalPValues(nominalRanks(nominal), scores).forEach((p, i) => {
      const whole = (1 + nominal.filter((score) => score >= scores[i]).length) / 1000
      expect(p).toBeGreaterThanOrEqual(whole)
      if (whole < 0.08) expect(p).toBeLessThan(1.35 * whole + 0.004)
    })
  })

  it('tie upwards: equal scores have the p-value of the lowest rank among them', () => {
    const tied = conformalPValues(nominalRanks(new Float64Array(99).fill(1)), [0, 1, 2])
    expect(tied[0]).toBe(1)
    expect(tied[1]).toBe(1)
    expect(tied[2]).toBeLessThan(0.05)
  })

  // P(p <= t) <= t for an ordinary row, over the draw of both: fails by chance with probability below 1e-6 (R = 4000, c = 4000 t + 5 sd).
  it('are small for ordinary rows no more often than they say, also with ties; for rows that score higher they are', () => {
    const runs = 4000
    const rates = (coarse: number, sabotage: boolean): number[] => {
      const small = [0, 0]
      for (let run = 0; run < runs; run++) {
        const draw = uniform(60).map((x) => (coarse === 0 ? x : Math.floor(coarse * x)))
        const ranks = nominalRanks(draw.slice(1).sort())
        const [p] = conformalPValues(ranks, [draw[0] + (sabotage ? 0.05 : 0)])
        if (p <= 0.1) small[0]++
        if (p <= 0.3) small[1]++
      }
      return small
    }
    const limits = [0.1, 0.3].map((t) => runs * t + 5 * Math.sqrt(runs * t * (1 - t)))
    for (const coarse of [0, 10]) {
      for (const [i, count] of rates(coarse, false).entries()) expect(count).toBeLessThanOrEqual(limits[i])
    }
    expect(rates(0, true)[0]).toBeGreaterThan(limits[0])
  })
})

describe('selection', () => {
  it('follows Benjamini and Hochberg on p-values worked out by hand', () => {
    const counts: PValueCounts = new Map()
    countPValues(counts, Float64Array.from([0.01, 0.01, 0.03, 0.04, 0.5, 0.9, 1, 1, 1, 1]))
    expect(selectionCutoff(counts, 0.1)).toBe(0.04)
    expect(selectionCutoff(counts, 0.09)).toBe(0.01)
    expect(selectionCutoff(counts, 0.01)).toBe(0)
    expect(() => selectionCutoff(counts, 1)).toThrow('false discovery rate')
  })

  // The share of ordinary rows among the selected is in [0, 1], so with mean at most q its variance is at most q (1 - q):
  // R = 2000 runs fail by chance with probability below 1e-6 (5 sd).
  it('holds at most the said share of ordinary rows on average, with rows that share one nominal sample and with ties', () => {
    const [runs, rate] = [2000, 0.2]
    const falseShare = (coarse: number, sabotage: boolean): number => {
      const round = (x: number): number => (coarse === 0 ? x : Math.floor(coarse * x))
      let sum = 0
      for (let run = 0; run < runs; run++) {
        const ranks = nominalRanks(uniform(200).map(round).sort())
        const scores = uniform(60).map((x, i) => round(i < 15 ? 0.8 + 0.4 * x : x + (sabotage ? 0.15 : 0)))
        const pValues = conformalPValues(ranks, scores)
        const counts: PValueCounts = new Map()
        countPValues(counts, pValues)
        const cutoff = selectionCutoff(counts, rate)
        const selected = [...pValues.keys()].filter((i) => pValues[i] <= cutoff)
        sum += selected.filter((i) => i >= 15).length / Math.max(1, selected.length)
      }
      return sum / runs
    }
    const limit = rate + 5 * Math.sqrt((rate * (1 - rate)) / runs)
    expect(falseShare(0, false)).toBeLessThanOrEqual(limit)
    expect(falseShare(20, false)).toBeLessThanOrEqual(limit)
    expect(falseShare(0, true)).toBeGreaterThan(limit)
  })
})
