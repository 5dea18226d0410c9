import { describe, expect, it } from 'vitest'
import { sortScores } from '../../src/cdf/empirical.js'
import { prepare } from '../../src/cdf/samples.js'
import { threshold } from '../../src/certificates/algorithm1/algorithm1.js'
import type { Verdict } from '../../src/certificates/audit/labels.js'
import { theorem1SampleSize } from '../../src/certificates/bands/theorem1.js'
import { gatherEvidence, tradeoff } from '../../src/certificates/evidence.js'
import { Random } from '../../src/numeric/random.js'

const random = new Random(3, 2, 1)
const nominal = sortScores(
  Float64Array.from({ length: 900 }, () => random.normal()),
  'nominal',
)
const mixture = sortScores(
  Float64Array.from({ length: 1200 }, (_, i) => random.normal() + (i % 5 ? 0 : 3)),
  'mixture',
)
const evidence = gatherEvidence({ nominal, mixture, alpha: 0.2, delta: 0.05 })
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

describe('evidence', () => {
  it('holds the curves at a few hundred scores, both ends included', () => {
    const { score, f0, fm } = evidence.curves
    expect(score).toHaveLength(400)
    expect(score[0]).toBe(Math.min(nominal[0], mixture[0]))
    expect(score.at(-1)).toBe(Math.max(nominal.at(-1)!, mixture.at(-1)!))
    expect([f0.at(-1), fm.at(-1)]).toEqual([1, 1])
    expect(score.every((x, i) => i === 0 || x > score[i - 1])).toBe(true)
  })

  it('draws the curve of the aliens from labels where these carry the promise, whatever alpha is', () => {
    const rows = [0, 1, 4, 5, 10, 20]
    const verdicts = rows.map((row): Verdict => (row === 4 ? 'unsure' : row % 5 === 0 ? 'alien' : 'nominal'))
    const samples = prepare(nominal, mixture)
    const { curves } = gatherEvidence({ samples, alpha: 0.9, delta: 0.05, labels: { rows, verdicts } })
    const aliens = [0, 5, 10, 20].map((row) => mixture[row])
    expect(curves.labelled).toBe(4)
    expect(curves.score).toEqual(expect.arrayContaining(aliens))
    expect(curves.fa).toEqual(curves.score.map((u) => aliens.filter((score) => score <= u).length / 4))
    expect(curves.faIsotonic).toEqual(curves.fa)
    expect(curves.f0.at(-1)).toBe(1)
    expect(gatherEvidence({ samples, alpha: 0.9, delta: 0.05 }).curves.labelled).toBeUndefined()
  })

  it('holds histograms of both samples, each of total 1', () => {
    const { edges, nominal: shares0, mixture: sharesM } = evidence.histogram
    expect(edges).toHaveLength(shares0.length + 1)
    expect([sum(shares0), sum(sharesM)].map((x) => x.toFixed(12))).toEqual(['1.000000000000', '1.000000000000'])
  })

  it('has whole histograms and finite numbers for a single score, for equal scores and for scores hardly apart', () => {
    for (const values of [[1], [2, 2, 2], [0, 5e-324], [1, 1 + 2 ** -52]]) {
      const ordered = Float64Array.from(values)
      const small = gatherEvidence({ nominal: ordered, mixture: ordered, alpha: 0.5, delta: 0.05 })
      expect(sum(small.histogram.nominal)).toBeCloseTo(1, 12)
      expect([...small.histogram.edges, ...Object.values(small.curves).flat()].every(Number.isFinite)).toBe(true)
    }
  })

  it('holds the sample sizes of Theorem 1', () => {
    const { epsilon, n } = evidence.sampleSizes
    expect(n).toEqual(epsilon.map((e) => theorem1SampleSize(0.2, 0.05, e)))
  })
})

describe('the trade-off', () => {
  const { q, tau, falseAlarmRate, alarmRate } = tradeoff({ nominal, mixture }, 0.2)

  it('is Algorithm 1 at every q', () => {
    q.forEach((level, k) => {
      const one = threshold({ nominal, mixture, alpha: 0.2, q: level })
      expect(tau[k] ?? Number.NEGATIVE_INFINITY).toBe(one.tau)
      expect([falseAlarmRate[k], alarmRate[k]]).toEqual([one.falseAlarmRate, one.alarmRate])
    })
  })

  it('has fewer alarms for a larger q', () => {
    expect(falseAlarmRate.every((rate, k) => k === 0 || rate <= falseAlarmRate[k - 1])).toBe(true)
    expect(alarmRate.every((rate, k) => k === 0 || rate <= alarmRate[k - 1])).toBe(true)
  })
})
