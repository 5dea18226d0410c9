import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareAbove } from '../../src/cdf/empirical.js'
import { prepare } from '../../src/cdf/samples.js'
import { auditedAliensUpper, directBound } from '../../src/certificates/audit/audit.js'
import { checkLabels } from '../../src/certificates/audit/labels.js'
import { dkwEpsilon } from '../../src/certificates/bands/dkw.js'
import { proveByDkw } from '../../src/certificates/bands/dkw-prover.js'
import type { Certificate } from '../../src/certificates/certificate.js'
import { type CertifyInput, certify } from '../../src/certificates/certify.js'
import { aliensLowerBound } from '../../src/certificates/count/lower-bound.js'
import { separationBound } from '../../src/certificates/separation-bound.js'
import { hasTerms, standing } from '../../src/certificates/standing.js'
import { sourceOf } from '../../src/certificates/terms.js'
import { clopperPearsonLower, clopperPearsonUpper } from '../../src/numeric/clopper-pearson.js'
import { substream } from '../../src/numeric/random.js'
import { alphaLowerBoundDkw } from '../../src/proportion/lower-bound.js'
import { errorOf } from '../detectors/tables.js'

/** What a certificate says beside its threshold, each number and word against its definition. */
const random = substream(7, 'statements')
const nominal = Float64Array.from({ length: 1500 }, () => random.normal())
const mixture = Float64Array.from({ length: 1500 }, (_, i) => random.normal() + (i % 2) * 6)
const samples = prepare(nominal, mixture)
const terms = { recall: 0.8, confidence: 0.95 }
const certified = (change: Partial<CertifyInput>): Certificate => certify({ nominal, mixture, ...terms, ...change })

describe('the bound on false alarms', () => {
  it('of the bands is the observed rate and the band of the nominals, and at most 1', () => {
    const { e0 } = dkwEpsilon({ alpha: 0.5, delta: 0.05, n0: 1500, nm: 1500 })
    const proof = proveByDkw(samples, { alpha: 0.5, eta: 0.2, delta: 0.05 })
    if (!proof.certified) throw new Error('not certified')
    expect(proof.falseAlarmRateUpper).toBeCloseTo(shareAbove(samples.nominal, proof.tau) + e0, 14)
    const flat = prepare(new Float64Array(1500).fill(5), new Float64Array(1500))
    expect(proveByDkw(flat, { alpha: 0.5, eta: 0.2, delta: 0.05 })).toMatchObject({ falseAlarmRateUpper: 1 })
  })

  it.each([
    ['dkw', 'holds together with the promise, at confidence 95 % for both'],
    ['theorem1', 'holds together with the promise, at confidence 95 % for both'],
    ['exact', 'is a separate statement, at confidence 95 %; it and the promise hold together with confidence 90 %'],
  ] as const)('of %s is said to be what it is', (method, words) => {
    const { assumptions } = certified({ alpha: 0.5, method })
    expect(assumptions.join('\n')).toContain(`The bound on the false alarm rate ${words}.`)
  })
})

describe('the standing of a promise', () => {
  const proved = certified({ alpha: 0.5 })
  it.each<[string, object, ReturnType<typeof standing>]>([
    ['proved', {}, 'proved'],
    ['with an estimated alpha', { alphaSource: 'estimate' }, 'conditional'],
    ['with a condition', { certified: false, conditional: 'looks: 2' }, 'conditional'],
    ['refused', { certified: false }, 'none'],
    ['refused, with an estimated alpha', { certified: false, alphaSource: 'estimate' }, 'none'],
    ['of Algorithm 1 alone', { method: 'algorithm1' }, 'none'],
    ['without a recall', { recall: null }, 'none'],
    ['without a confidence', { delta: null }, 'none'],
  ])('%s', (_, change, expected) => {
    const certificate = { ...proved, ...change } as Certificate
    expect(standing(certificate)).toBe(expected)
    expect(hasTerms(certificate)).toBe(expected !== 'none')
  })
})

describe('what is said of alpha', () => {
  it('is where it comes from', () => {
    expect(sourceOf({ ...terms, alpha: 0.5 })).toBe('given')
    expect(sourceOf({ ...terms, aliensAtMost: 3 })).toBe('given')
    expect(sourceOf(terms)).toBe('audit')
    expect(sourceOf({ ...terms, separation: { quantile: 0.5, rho: 0 } })).toBe('bound')
  })

  it('is refused where the data refute it, given or bounded or counted', () => {
    for (const change of [{ alpha: 0.3 }, { alpha: 0.3, method: 'dkw' as const }, { aliensAtMost: 400 }]) {
      const { code, message } = errorOf(() => certified(change))
      expect(code).toBe('alpha-refuted')
      expect(message).toMatch(/at least (0\.4\d* of the mixture is|[67]\d\d of these 1500 rows are) alien/)
    }
    // Half of the aliens score low, where the assumption has none.
    const apart = mixture.map((score, i) => (i % 4 === 1 ? score - 12 : score))
    const low = { nominal, mixture: apart, ...terms, separation: { quantile: 0.5, rho: 0 } }
    expect(errorOf(() => certify(low)).code).toBe('alpha-refuted')
    const least = aliensLowerBound(samples, 0.001)
    expect(certified({ aliensAtMost: least })).toMatchObject({ method: 'count', aliensAtMost: least })
    expect(errorOf(() => certified({ aliensAtMost: least - 1 })).code).toBe('alpha-refuted')
    expect(certified({ aliensAtMost: 1500 }).aliensAtMost).toBe(1500)
    expect(errorOf(() => certified({ aliensAtMost: 1501 })).code).toBe('bad-argument')
  })

  it.each([nominal[0], mixture[0]])(
    'is bounded up to a score, itself counted, by two Clopper-Pearson bounds and rho',
    (t0) => {
      const low = clopperPearsonLower(mixture.filter((score) => score <= t0).length, 1500, 0.025)
      const high = clopperPearsonUpper(nominal.filter((score) => score <= t0).length, 1500, 0.025)
      const upTo = (rho: number): number => separationBound(samples, { t0, rho, delta: 0.05 }).upper
      expect(upTo(0.25)).toBeCloseTo(Math.min(1, (1 - low / high) / 0.75), 12)
      expect(upTo(0.9)).toBe(1)
    },
  )

  it('is bounded from below by bands as their definition says, with ties too', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 300, maxLength: 300 })
    fc.assert(
      fc.property(scores, scores, (low, drawn) => {
        const more = drawn.map((x, i) => x + 3 * (i % 2))
        const bound = alphaLowerBoundDkw({ nominal: Float64Array.from(low), mixture: Float64Array.from(more) }, 0.2)
        const level = 1 - Math.sqrt(0.8)
        const width = Math.sqrt(Math.log(1 / level) / 600)
        const share = (values: number[], t: number): number => values.filter((x) => x <= t).length / 300
        const ratios = low.map((t) => [share(more, t) + width, share(low, t) - width]).filter(([, f0]) => f0 > 0)
        expect(bound).toBeGreaterThan(0)
        expect(bound).toBeCloseTo(1 - Math.min(1, ...ratios.map(([fm, f0]) => fm / f0)), 5)
      }),
      { numRuns: 20 },
    )
  })
})

describe('an audit', () => {
  it.each([
    [[0, 3], 'the audit labels row 4, but the mixture has 3 rows'],
    [[-1], 'the audit labels row 0, but the mixture has 3 rows'],
    [[0.5], 'the audit labels row 1.5, but the mixture has 3 rows'],
    [[1, 2, 1], 'the audit labels row 2 twice'],
  ])('of rows %j of three is refused', (rows, message) => {
    const verdicts = rows.map(() => 'alien' as const)
    expect(errorOf(() => checkLabels({ rows, verdicts }, 3))).toMatchObject({ code: 'bad-row', message })
    expect(checkLabels({ rows: [0, 2], verdicts: ['alien', 'nominal'] }, 3)).toBeUndefined()
  })

  it('takes its only unsure row for an alien', () => {
    const aliens = { labelled: 5, alienScores: Float64Array.of(9, 9, 9, 9) }
    expect(directBound({ ...aliens, unsureScores: Float64Array.of() }, 0.4, 0.3)).toBe(9)
    expect(directBound({ ...aliens, unsureScores: Float64Array.of(-9) }, 0.4, 0.3)).toBe(-9)
    const found = (sure: number, unsure: number): number =>
      auditedAliensUpper(
        { labelled: 50, alienScores: new Float64Array(sure), unsureScores: new Float64Array(unsure) },
        900,
        0.05,
      )
    expect(found(4, 3)).toBe(found(7, 0))
    expect(found(4, 3)).toBeGreaterThan(found(6, 0))
  })
})
