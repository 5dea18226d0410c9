import { type Certificate, certify, type PromiseTerms, substream, uncertified } from '@xenolith/core'
import { recertify } from '@xenolith/study'
import { describe, expect, it } from 'vitest'

const random = substream(3, 'recertify')
const draw = (n: number, alpha: number): Float64Array =>
  Float64Array.from({ length: n }, () => (random.float() < alpha ? 7 : 0) + random.normal())
const scores = { nominal: draw(2000, 0), mixture: draw(2000, 0.3) }
const shared = { recall: 0.7, confidence: 0.93, nominalScores: 'out-of-bag' } as const
const labelled = Array.from({ length: 200 }, (_, i) => 7 * i)
const audit = {
  rows: labelled,
  verdicts: labelled.map((row) => (scores.mixture[row] > 4 ? 'alien' : 'nominal') as 'alien' | 'nominal'),
}

describe('a certificate made again from its scores', () => {
  it.each<[string, Certificate, object]>([
    ['exact', certify({ ...scores, ...shared, alpha: 0.33 }), {}],
    ['dkw', certify({ ...scores, ...shared, alpha: 0.33, method: 'dkw', recall: 0.5 }), {}],
    ['theorem1', certify({ ...scores, ...shared, alpha: 0.33, method: 'theorem1', recall: 0.5 }), {}],
    ['theorem1 with a q', certify({ ...scores, ...shared, alpha: 0.33, method: 'theorem1', recall: 0.5, q: 0.01 }), {}],
    ['count', certify({ ...scores, ...shared, aliensAtMost: 680 }), {}],
    ['a separation', certify({ ...scores, ...shared, separation: { quantile: 0.5, rho: 0 } }), {}],
    ['an estimated alpha', certify({ ...scores, ...shared, alpha: 0.33, alphaSource: 'estimate' }), {}],
    ['a second look', certify({ ...scores, ...shared, alpha: 0.33, looks: 2 }), {}],
    ['an audit', certify({ ...scores, ...shared, audit } as PromiseTerms & typeof scores), { audit }],
    ['Algorithm 1', uncertified({ ...scores, alpha: 0.33, q: 0.1 }), {}],
    ['isotonic', uncertified({ ...scores, alpha: 0.33, q: 0.1, isotonic: true }), {}],
  ])('is the same: %s', (_, certificate, more) => {
    expect(Number.isFinite(certificate.tau)).toBe(true)
    expect(recertify(certificate, { ...scores, ...more })).toEqual([])
    // As it comes back from a file, and with its fields in another order.
    const turned = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(certificate))).reverse())
    expect(recertify(turned as unknown as Certificate, { ...scores, ...more })).toEqual([])
    const fewer = { ...scores, ...more, nominal: scores.nominal.subarray(1) }
    expect(recertify(certificate, fewer)).toContain('n0')
    expect(recertify({ ...certificate, tau: certificate.tau - 0.1 } as Certificate, { ...scores, ...more })).toEqual([
      'tau',
    ])
  })

  it('is another one where a bound on alpha was handed over as a number', () => {
    const certificate: Certificate = { ...certify({ ...scores, ...shared, alpha: 0.33 }), alphaSource: 'bound' }
    expect(recertify(certificate, scores)).toEqual(['alphaSource'])
  })
})
