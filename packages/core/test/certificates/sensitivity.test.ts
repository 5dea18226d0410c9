import { describe, expect, it } from 'vitest'
import { sortScores } from '../../src/cdf/empirical.js'
import { prepare } from '../../src/cdf/samples.js'
import { threshold } from '../../src/certificates/algorithm1/algorithm1.js'
import type { Certificate, Method } from '../../src/certificates/certificate.js'
import { certify, uncertified } from '../../src/certificates/certify.js'
import { gatherEvidence } from '../../src/certificates/evidence.js'
import { alphaLowerBound } from '../../src/certificates/exact/alpha-lower-bound.js'
import { sensitivity } from '../../src/certificates/sensitivity.js'
import { Random } from '../../src/numeric/random.js'

const random = new Random(6, 2, 1)
const nominal = sortScores(
  Float64Array.from({ length: 2000 }, () => random.normal()),
  'nominal',
)
const mixture = sortScores(
  Float64Array.from({ length: 3000 }, (_, i) => random.normal() + (i % 5 ? 0 : 3.5)),
  'mixture',
)
const alpha = 0.25
const ask = (change: { alpha?: number; recall?: number; method?: Method; q?: number }): Certificate =>
  certify({ nominal, mixture, alpha, recall: 0.7, confidence: 0.9, ...change })
const moved = (certificate: Certificate) => sensitivity(prepare(nominal, mixture), certificate)!
const tauOf = (tau: number | null): number => tau ?? Number.NEGATIVE_INFINITY
const methods: readonly Method[] = ['exact', 'dkw', 'theorem1']

describe.each(methods)('what %s would have decided with another alpha', (method) => {
  const certificate = ask({ method })
  const it0 = moved(certificate)

  it('looks at alpha itself, at 10 and 20 % either way, and at what the data refute', () => {
    for (const factor of [0.8, 0.9, 1, 1.1, 1.2]) expect(it0.alpha).toContain(Number((factor * alpha).toPrecision(12)))
    expect(it0.alpha.every((a, i) => i === 0 || a > it0.alpha[i - 1])).toBe(true)
    expect(it0.lowerBound).toBe(alphaLowerBound({ nominal, mixture }, 0.1))
    expect(it0.lowerBound).toBeGreaterThan(0.1)
    expect(it0.alpha[0]).toBeLessThan(it0.lowerBound)
    expect(it0.confidence).toBe(0.9)
  })

  it('has the threshold and the alarm rates of a certificate with that alpha, where the data do not refute it', () => {
    it0.alpha.forEach((a, i) => {
      if (a < it0.lowerBound) return
      const other = ask({ method, alpha: a })
      expect(tauOf(it0.tau[i])).toBe(other.tau)
      expect([it0.falseAlarmRate[i], it0.alarmRate[i]]).toEqual([other.falseAlarmRate, other.alarmRate])
    })
    expect(it0.tau[it0.alpha.indexOf(alpha)]).toBe(certificate.tau)
  })

  it('estimates the recall of the chosen threshold from what alarms: (alarms - (1 - alpha) false alarms) / alpha', () => {
    it0.alpha.forEach((a, i) => {
      const raw = (certificate.alarmRate - (1 - a) * certificate.falseAlarmRate) / a
      expect(it0.recall[i]).toBeCloseTo(Math.min(1, Math.max(0, raw)), 12)
    })
  })

  it('supports at least the promised recall with the alpha decided on, and less with a larger one', () => {
    expect(it0.promised[it0.alpha.indexOf(alpha)]!).toBeGreaterThanOrEqual(0.7)
    it0.promised.forEach((recall, i) => {
      if (i > 0 && it0.recall[i - 1] < 1) expect(recall!).toBeLessThan(it0.promised[i - 1]!)
      expect(recall ?? 0).toBeLessThanOrEqual(it0.recall[i])
    })
  })
})

describe.each(['dkw', 'theorem1'] as const)('the recall that %s supports at the chosen threshold', (method) => {
  it('is promised there, and is the estimate less the epsilon of that alpha', () => {
    const certificate = ask({ method })
    const { alpha: alphas, recall, promised, lowerBound } = moved(certificate)
    alphas.forEach((a, i) => {
      if (a < lowerBound) return
      const other = ask({ method, alpha: a, recall: promised[i]! })
      expect(other.tau).toBeGreaterThanOrEqual(certificate.tau)
      expect(recall[i] - other.epsilon! - promised[i]!).toBeGreaterThanOrEqual(0)
      expect(recall[i] - other.epsilon! - promised[i]!).toBeLessThan(1e-4)
    })
  })
})

describe('other decisions', () => {
  it('keeps the q that a user chose for Theorem 1', () => {
    const { alpha: alphas, tau, lowerBound } = moved(ask({ method: 'theorem1', q: 0.05 }))
    const i = alphas.findIndex((a) => a > 1.2 * lowerBound)
    expect(tauOf(tau[i])).toBe(ask({ method: 'theorem1', q: 0.05, alpha: alphas[i] }).tau)
  })

  it.each([false, true])('follows Algorithm 1, isotonised: %s, and promises nothing', (isotonic) => {
    const { alpha: alphas, tau, promised } = moved(uncertified({ nominal, mixture, alpha, q: 0.05, isotonic }))
    alphas.forEach((a, i) => {
      expect(tauOf(tau[i])).toBe(threshold({ nominal, mixture, alpha: a, q: 0.05, isotonic }).tau)
    })
    expect(promised.every((recall) => recall === null)).toBe(true)
  })

  it('stays within (0, 1] near alpha = 1, and finite when nothing but alarming on everything would do', () => {
    const all = { ...ask({}), alpha: 1, tau: Number.NEGATIVE_INFINITY }
    const { alpha: alphas, recall, promised } = moved(all)
    expect(alphas.at(-1)).toBe(1)
    expect(alphas[0]).toBeGreaterThan(0)
    expect([...recall, ...promised].every((x) => x === 1)).toBe(true)
  })

  it('says nothing about a promise that rests on labels', () => {
    const audited = { ...ask({}), method: 'audit' as const }
    expect(sensitivity(prepare(nominal, mixture), audited)).toBeNull()
    const input = { nominal, mixture, alpha, delta: 0.1 }
    expect(gatherEvidence({ ...input, decision: audited })).not.toHaveProperty('sensitivity')
    expect(gatherEvidence({ ...input, decision: ask({}) }).sensitivity).toEqual(moved(ask({})))
  })

  it('stands ties, and one score', () => {
    const rounded = [nominal, mixture].map((scores) => scores.map((x) => Math.round(x)).sort())
    const tied = certify({ nominal: rounded[0], mixture: rounded[1], alpha, recall: 0.7, confidence: 0.9 })
    const one = Float64Array.of(1)
    for (const { recall, falseAlarmRate } of [
      sensitivity(prepare(rounded[0], rounded[1]), tied)!,
      sensitivity(prepare(one, one), { ...tied, tau: 1 })!,
    ]) {
      expect([...recall, ...falseAlarmRate].every((x) => x >= 0 && x <= 1)).toBe(true)
    }
  })
})
