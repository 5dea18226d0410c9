import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepare } from '../../src/cdf/samples.js'
import { threshold } from '../../src/certificates/algorithm1/algorithm1.js'
import { theorem1Band, theorem1Epsilon, theorem1SampleSize } from '../../src/certificates/bands/theorem1.js'
import { proveByTheorem1 } from '../../src/certificates/bands/theorem1-prover.js'
import type { Certificate } from '../../src/certificates/certificate.js'
import { type CertifyInput, certify, uncertified } from '../../src/certificates/certify.js'
import { Random } from '../../src/numeric/random.js'
import { errorOf } from '../detectors/tables.js'

function samples(n0: number, nm = n0): { nominal: Float64Array; mixture: Float64Array } {
  const random = new Random(n0, nm, 1)
  return {
    nominal: Float64Array.from({ length: n0 }, () => random.normal()),
    mixture: Float64Array.from({ length: nm }, (_, i) => random.normal() + (i % 2) * 3),
  }
}

const terms = { alpha: 0.5, recall: 0.8, confidence: 0.95, method: 'theorem1' } as const
const promise = (n0: number, change: Partial<CertifyInput> = {}, nm = n0): Certificate =>
  certify({ ...samples(n0, nm), ...terms, ...change })

describe('certify by Theorem 1', () => {
  it('is Algorithm 1 at q = eta - epsilon, with the epsilon of the smaller sample', () => {
    const certificate = promise(3000, {}, 2000)
    const epsilon = theorem1Epsilon(0.5, 0.05, 2000)
    const plain = threshold({ ...samples(3000, 2000), alpha: 0.5, q: 0.2 - epsilon })
    expect(certificate).toMatchObject({
      certified: true,
      method: 'theorem1',
      tau: plain.tau,
      q: 0.2 - epsilon,
      epsilon,
      eta: 0.2,
      delta: 0.05,
      recall: 0.8,
      n0: 3000,
      nm: 2000,
      falseAlarmRate: plain.falseAlarmRate,
      alarmRate: plain.alarmRate,
      alphaSource: 'given',
      nominalScores: 'given',
    })
    expect(certificate.falseAlarmRateUpper).toBeCloseTo(plain.falseAlarmRate + theorem1Band(0.05, 3000), 12)
  })

  it('certifies whenever epsilon fits into eta, for every size (no refusal by rounding)', () => {
    const least = theorem1SampleSize(0.5, 0.05, 0.2)
    fc.assert(
      fc.property(fc.integer({ min: Math.ceil(least / 2), max: 2 * least }), (half) => {
        const { nominal, mixture } = samples(2 * half)
        const apart = mixture.map((s, i) => s + (i % 2) * 50) // whatever the noise, Fa_hat is 0 at the largest nominal score
        const proof = proveByTheorem1(prepare(nominal, apart), { alpha: 0.5, eta: 0.2, delta: 0.05 })
        expect(proof.certified && proof.q! + proof.epsilon!).toBeCloseTo(0.2, 14)
      }),
      { numRuns: 60 },
    )
  })

  it('honours a smaller q of the user, and states the slack that it leaves', () => {
    const own = promise(3000, { q: 0.02 })
    expect(own).toMatchObject({ certified: true, q: 0.02 })
    expect(own.epsilon).toBeCloseTo(0.18, 14)
    expect(own.tau).toBeLessThanOrEqual(promise(3000).tau)
    expect(own.tau).toBe(threshold({ ...samples(3000), alpha: 0.5, q: 0.02 }).tau)
  })

  it('bounds the false alarm rate by at most 1', () => {
    const everything = certify({ nominal: new Float64Array(3000).fill(5), mixture: new Float64Array(3000), ...terms })
    expect(everything).toMatchObject({ certified: true, tau: Number.NEGATIVE_INFINITY, falseAlarmRateUpper: 1 })
  })
})

describe('an alpha that was read off the data', () => {
  it.each([
    ['bound', 'give separation instead of alpha'],
    ['audit', 'give the audit itself instead of alpha'],
  ] as const)('is no number to hand over, since it has spent delta of its own: %s', (alphaSource, way) => {
    const { code, message } = errorOf(() => promise(3000, { alphaSource }))
    expect([code, message]).toEqual(['bad-option', expect.stringMatching(`spends a part of delta: ${way}`)])
  })
})

describe('a refusal', () => {
  it('promises nothing, alarms on everything and says why', () => {
    const refused = promise(200)
    expect(refused).toMatchObject({
      certified: false,
      tau: Number.NEGATIVE_INFINITY,
      q: null,
      recall: null,
      falseAlarmRate: 1,
      falseAlarmRateUpper: null,
      alarmRate: 1,
    })
    expect(refused.reason).toMatch(/^Theorem 1 needs epsilon <= 0\.2, but 200 rows/)
    expect(refused.epsilon).toBe(theorem1Epsilon(0.5, 0.05, 200))
  })

  it('names sizes that would do, with room for new samples to scatter', () => {
    const least = theorem1SampleSize(0.5, 0.05, 0.2)
    const { n0, nm } = promise(200).needed!
    expect(promise(n0, {}, nm).certified).toBe(true)
    expect(promise(least - 1).certified).toBe(false)
    expect(n0).toBeGreaterThan(least)
    expect(n0).toBeLessThan(2 * least)
    const withQ = promise(200, { q: 0.1 }).needed!
    expect(withQ.n0).toBeGreaterThan(n0)
    expect(promise(withQ.n0, { q: 0.1 }).certified).toBe(true)
  })

  it('names the largest recall of four digits that these data carry', () => {
    for (const [n, q] of [
      [200, undefined],
      [500, undefined],
      [500, 0.1],
    ] as const) {
      const { recall } = promise(n, { q, recall: 0.99 }).attainable!
      expect(promise(n, { q, recall: recall! }).certified).toBe(true)
      expect(promise(n, { q, recall: recall! + 1e-4 }).certified).toBe(false)
    }
  })

  it('has no attainable recall where epsilon exceeds 1, and no sizes where q leaves no room', () => {
    expect(promise(5).attainable).toEqual({ recall: null })
    expect(promise(3000, { q: 0.2 })).toMatchObject({ certified: false, needed: null })
    expect(promise(3000, { q: 0.5 })).toMatchObject({ certified: false, needed: null })
  })
})

describe('a promise on an estimated alpha', () => {
  const given = promise(3000)
  const estimated = promise(3000, { alphaSource: 'estimate' })

  it('has the numbers of a certificate, and is none: it says on what it hangs', () => {
    expect(estimated).toEqual({
      ...given,
      certified: false,
      alphaSource: 'estimate',
      conditional: 'alpha <= 0.5: estimated, not proved',
      reason: 'conditional on alpha <= 0.5: estimated, not proved',
      assumptions: estimated.assumptions,
    })
    expect(estimated.assumptions.join(' ')).toContain(
      'At most 50 % of the mixture is alien: estimated from these data, not proved.',
    )
    expect(given).not.toHaveProperty('conditional')
  })

  it('is refused as any other where the data cannot carry it, without a condition', () => {
    const refused = promise(200, { alphaSource: 'estimate' })
    expect(refused).toMatchObject({ certified: false, recall: null, tau: Number.NEGATIVE_INFINITY })
    expect(refused).not.toHaveProperty('conditional')
    expect(refused.reason).toBe(promise(200).reason)
  })
})

describe('a certificate', () => {
  it('states its assumptions: where alpha and the nominal scores come from, and what is not covered', () => {
    for (const certificate of [promise(3000), promise(100)]) {
      const text = certificate.assumptions.join(' ')
      for (const word of ['independent', 'same distribution', 'adversary', '50 % of the mixture', 'given'])
        expect(text).toContain(word)
    }
    expect(promise(3000, { nominalScores: 'out-of-bag' }).assumptions.join(' ')).toContain('approximate')
    expect(promise(3000, { nominalScores: 'held-out' }).assumptions.join(' ')).toContain('held out')
    expect(promise(3000, { alphaSource: 'estimate' }).assumptions.join(' ')).toContain('conditional')
  })

  it('does not depend on the order of the scores', () => {
    const { nominal, mixture } = samples(2500)
    const turned = certify({ nominal: nominal.toReversed(), mixture: mixture.toReversed(), ...terms })
    expect(turned).toEqual(promise(2500))
  })

  it('is not given for arguments out of range', () => {
    const code = (change: Partial<CertifyInput>): string => errorOf(() => promise(50, change)).code
    for (const alpha of [0, 1.01, Number.NaN]) expect(code({ alpha })).toBe('bad-alpha')
    for (const recall of [0, 1, Number.NaN]) expect(code({ recall })).toBe('bad-recall')
    for (const confidence of [0, 1, Number.NaN]) expect(code({ confidence })).toBe('bad-confidence')
    for (const q of [-0.1, 1, Number.NaN]) expect(code({ q })).toBe('bad-q')
    expect(code({ method: 'oracle' as never })).toBe('bad-option')
    expect(code({ nominal: [] })).toBe('empty-data')
    expect(code({ mixture: [1, Number.NaN] })).toBe('bad-scores')
  })
})

describe('uncertified', () => {
  it('is Algorithm 1 at the chosen q in the form of a certificate that promises nothing', () => {
    for (const isotonic of [false, true]) {
      const input = { ...samples(100), alpha: 0.5, q: 0.1, isotonic }
      const { tau, falseAlarmRate, alarmRate } = threshold(input)
      const certificate = uncertified(input)
      expect(certificate).toMatchObject({ certified: false, tau, q: 0.1, falseAlarmRate, alarmRate })
      expect(certificate.method).toBe(isotonic ? 'algorithm1-isotonic' : 'algorithm1')
      const { eta, delta, recall, epsilon, falseAlarmRateUpper } = certificate
      expect([eta, delta, recall, epsilon, falseAlarmRateUpper]).toEqual([null, null, null, null, null])
    }
  })
})
