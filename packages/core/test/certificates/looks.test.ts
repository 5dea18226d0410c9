import { certificateJson, certify, conditionOf, standing, substream } from '@xenolith/core'
import { describe, expect, it } from 'vitest'
import { readCertificate } from '../../src/model-file/certificate-codec.js'

const random = substream(5, 'looks')
const scores = {
  nominal: Float64Array.from({ length: 2000 }, () => random.float()),
  mixture: Float64Array.from({ length: 2000 }, (_, i) => random.float() + (i % 5 === 0 ? 0.9 : 0)),
}
const terms = { ...scores, alpha: 0.25, recall: 0.7, confidence: 0.9 }

describe('looks', () => {
  it('is absent where nobody counts, and the first look certifies the same numbers', () => {
    const uncounted = certify(terms)
    const first = certify({ ...terms, looks: 1 })
    expect(uncounted.certified).toBe(true)
    expect('looks' in uncounted).toBe(false)
    expect(first).toMatchObject({ certified: true, looks: 1, tau: uncounted.tau })
    expect(first.assumptions.join(' ')).toContain('asked once')
  })

  it('certifies nothing from the second on, and says on what the numbers are conditional', () => {
    const second = certify({ ...terms, looks: 2 })
    expect(second).toMatchObject({ certified: false, looks: 2, recall: 0.7, tau: certify(terms).tau })
    expect(standing(second)).toBe('conditional')
    expect(conditionOf(second)).toContain('the earlier look at these rows')
    const both = certify({ ...terms, looks: 3, alphaSource: 'estimate' })
    expect(conditionOf(both)).toMatch(/estimated.*2 earlier looks/)
  })

  it('survives the model file, where a certified second look is a contradiction', () => {
    for (const looks of [1, 2, 7]) {
      const certificate = certify({ ...terms, looks })
      expect(readCertificate(JSON.parse(JSON.stringify(certificateJson(certificate))))).toEqual(certificate)
    }
    expect(() => readCertificate({ ...certificateJson(certify({ ...terms, looks: 1 })), looks: 2 })).toThrow(
      'its rows were asked before',
    )
    expect(() => readCertificate({ ...certificateJson(certify({ ...terms, looks: 2 })), looks: 1 })).toThrow(
      'asked once',
    )
  })

  it('is a whole number of at least 1', () => {
    for (const looks of [0, -1, 1.5, Number.NaN]) expect(() => certify({ ...terms, looks })).toThrow('looks')
  })
})
