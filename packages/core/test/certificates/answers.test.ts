import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepare } from '../../src/cdf/samples.js'
import { directBound, missRank } from '../../src/certificates/audit/audit.js'
import { coversFewerAliens } from '../../src/certificates/bands/band-threshold.js'
import type { Certificate } from '../../src/certificates/certificate.js'
import { type CertifyInput, certify } from '../../src/certificates/certify.js'
import { separationBoundAtQuantile } from '../../src/certificates/separation-bound.js'
import { substream } from '../../src/numeric/random.js'
import { errorOf } from '../detectors/tables.js'

const random = substream(9, 'answers')
const draw = (rows: number, share: number): Float64Array =>
  Float64Array.from({ length: rows }, () => random.normal() + (random.float() < share ? 8 : 0))
const plenty = { nominal: draw(600, 0), mixture: draw(600, 0.5) }
const scarce = { nominal: draw(6, 0), mixture: draw(6, 0.5) }
const promise = { recall: 0.7, confidence: 0.9 }

/** The same question for every method that walks, of enough rows and of too few. */
const asked: [string, (samples: typeof plenty) => CertifyInput][] = [
  ['exact', (samples) => ({ ...samples, ...promise, alpha: 0.6 })],
  ['count', (samples) => ({ ...samples, ...promise, aliensAtMost: Math.round(0.6 * samples.mixture.length) })],
  ['separation', (samples) => ({ ...samples, ...promise, separation: { quantile: 0.5, rho: 0 } })],
]

describe.each(asked)('%s', (_, question) => {
  it('promises by a threshold that is a score, and below which rows alarm not', () => {
    const { certified, tau, recall, falseAlarmRate } = certify(question(plenty))
    expect({ certified, recall }).toEqual({ certified: true, recall: 0.7 })
    expect([...plenty.nominal, ...plenty.mixture]).toContain(tau)
    expect(falseAlarmRate).toBeLessThan(1)
  })

  it('refuses where no threshold passes, and does not take "everything alarms" for one', () => {
    const refused = certify(question(scarce))
    expect(refused).toMatchObject({ certified: false, tau: Number.NEGATIVE_INFINITY, recall: null })
    expect(refused.attainable?.recall ?? 0).toBeLessThan(0.7)
  })

  it('finds a smaller recall attainable where a large one is not, and that one is then granted', () => {
    const refused = certify({ ...question(plenty), recall: 0.999 })
    expect(refused.certified).toBe(false)
    const recall = refused.attainable!.recall!
    expect(recall).toBeGreaterThan(0.5)
    expect(recall).toBeLessThan(0.999)
    expect(certify({ ...question(plenty), recall }).certified).toBe(true)
  })
})

describe('alpha in a certificate', () => {
  it('is the share that a number of aliens makes of the file', () => {
    expect(certify({ ...plenty, ...promise, aliensAtMost: 360 }).alpha).toBe(0.6)
  })

  it('is the bound of half of delta under a separation, which the certificate states', () => {
    const separation = { quantile: 0.5, rho: 0.1 }
    const issued: Certificate = certify({ ...plenty, ...promise, recall: 0.5, separation })
    const half = separationBoundAtQuantile(prepare(plenty.nominal, plenty.mixture), { ...separation, delta: 0.05 })
    expect(issued).toMatchObject({ alpha: half.upper, alphaSource: 'bound' })
    expect(issued.separation?.delta).toBeCloseTo(0.05, 15)
    expect(issued.separation).toMatchObject(separation)
    expect(issued.assumptions.join(' ')).toContain(half.assumption)
    expect(certify({ ...plenty, ...promise, alpha: 0.6 })).not.toHaveProperty('separation')
  })

  it.each([
    [{ quantile: 0, rho: 0 }, 'quantile'],
    [{ quantile: 1, rho: 0 }, 'quantile'],
    [{ quantile: -0.5, rho: 0 }, 'quantile'],
    [{ quantile: 0.5, rho: 1 }, 'rho'],
    [{ quantile: 0.5, rho: -0.1 }, 'rho'],
  ])('is bounded under no separation out of range: %j', (separation, word) => {
    const { code, message } = errorOf(() => certify({ ...plenty, ...promise, separation }))
    expect([code, message]).toEqual(['bad-option', expect.stringMatching(word)])
  })
})

describe('an audit', () => {
  const audited = (samples: typeof plenty, labels: number): CertifyInput => {
    const rows = Array.from({ length: labels }, (_, row) => row)
    return { ...samples, ...promise, audit: { rows, verdicts: rows.map((row) => verdictOn(samples.mixture[row])) } }
  }
  const verdictOn = (score: number): 'alien' | 'nominal' => (score > 4 ? 'alien' : 'nominal')

  it('says which of its ways carried the promise, and none where it is refused', () => {
    expect(certify(audited(plenty, 200)).audit).toMatchObject({ labelled: 200, route: 'direct' })
    expect(certify(audited(plenty, 600)).audit?.route).not.toBeNull()
    expect(certify(audited(scarce, 3))).toMatchObject({ certified: false, audit: { labelled: 3, route: null } })
  })

  it('takes the worst of what unsure rows may be', () => {
    const scores = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 4, maxLength: 14 })
    fc.assert(
      fc.property(scores, scores, (aliens, unsure) => {
        const sorted = (values: number[]): Float64Array => Float64Array.from(values).sort()
        const [alienScores, unsureScores] = [sorted(aliens), sorted(unsure)]
        const worst = Array.from({ length: unsure.length + 1 }, (_, s) => {
          const together = sorted([...alienScores, ...unsureScores.subarray(0, s)])
          const rank = missRank(together.length, 0.4, 0.3)
          return rank === 0 ? Number.NEGATIVE_INFINITY : together[rank - 1]
        })
        const labelled = aliens.length + unsure.length
        expect(directBound({ labelled, alienScores, unsureScores }, 0.4, 0.3)).toBe(Math.min(...worst))
      }),
      { numRuns: 100 },
    )
  })
})

describe('bands that cover fewer aliens than alpha', () => {
  it('have the upper one of the mixture at or below the lower one of the nominals', () => {
    const bands = { e0: 0.125, em: 0.125 }
    expect(coversFewerAliens({ f0: 0.5, fm: 0.25 }, bands)).toBe(true)
    expect(coversFewerAliens({ f0: 0.5, fm: 0.2501 }, bands)).toBe(false)
    expect(coversFewerAliens({ f0: 0.5, fm: 0.375 }, { e0: 0.125, em: 0 })).toBe(true)
    expect(coversFewerAliens({ f0: 0.5, fm: 0.375 }, { e0: 0, em: 0.126 })).toBe(false)
  })
})

describe('gates', () => {
  const half = { rate: 0.2, share: 0.5 }
  const withGates = (...gates: { rate: number; share: number }[]) =>
    certify({ ...plenty, ...promise, alpha: 0.6, gates })

  it('hold delta once, and are stated', () => {
    expect(withGates({ rate: 0.2, share: 1 })).toMatchObject({ certified: true, gates: [{ rate: 0.2, share: 1 }] })
    expect(withGates(half, { rate: 0.1, share: 0.5 }).certified).toBe(true)
  })

  it.each([
    [[half]],
    [[half, half, half]],
    [[half, { rate: 0, share: 0.5 }]],
    [[half, { rate: 1, share: 0.5 }]],
    [[half, half, { rate: 0.1, share: 0 }]],
    [[half, { rate: 0.1, share: 1.5 }, { rate: 0.3, share: -1 }]],
    [[]],
  ])('of other shares, or where none can stand, are refused: %j', (gates) => {
    expect(errorOf(() => withGates(...gates)).code).toBe('bad-option')
  })
})
