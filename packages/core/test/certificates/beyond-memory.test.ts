import { describe, expect, it } from 'vitest'
import type { OrderedSample } from '../../src/cdf/ordered-sample.js'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import { certify } from '../../src/certificates/certify.js'
import { alphaLowerBound, refutesAlpha } from '../../src/certificates/exact/alpha-lower-bound.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { falseAlarmUpper } from '../../src/certificates/false-alarms/false-alarm.js'
import { separationBoundAtQuantile } from '../../src/proportion/separation-bound.js'
import { draw, normalLaw } from './coverage.js'

/** The scores 0, 1, 2, ..., of which there are too many to hold. */
const numbers = (length: number): OrderedSample => ({
  length,
  at: (i) => {
    if (!(Number.isInteger(i) && i >= 0 && i < length)) throw new Error(`there is no score ${i}`)
    return i
  },
  countAtMost: (t) => Math.min(length, Math.max(0, Math.floor(t) + 1)),
  countBelow: (t) => Math.min(length, Math.max(0, Math.ceil(t))),
})

/** Nominals 0 .. n - 1, and a mixture of which every tenth row lies above them all. */
const n = 10 * 2 ** 31
const mixture: OrderedSample = {
  length: n,
  at: (i) => (i < 0.9 * n ? Math.floor(i / 0.9) + 0.5 : 2 * n),
  countAtMost: (t) => (t >= 2 * n ? n : Math.min(0.9 * n, Math.max(0, Math.floor(0.9 * (t + 0.5))))),
  countBelow: (t) => (t > 2 * n ? n : Math.min(0.9 * n, Math.max(0, Math.floor(0.9 * (t + 0.5))))),
}
const cuts = { nominal: [0, n], mixture: [0, n], open: () => true }
const many: Samples = { nominal: numbers(n), mixture, cuts, worstGap: 0, ties: null, scoreOfRow: null }

describe('more scores than memory holds, and than 31 bits count', () => {
  it('are certified by exact, far out', () => {
    const { tau, rank } = certifiedThreshold(many, { alpha: 0.1, eta: 0.05, delta: 0.05 })
    expect(rank!).toBeGreaterThan(0.9999 * n)
    expect(tau).toBeGreaterThan(0.9999 * n)
    expect(falseAlarmUpper(many.nominal, tau, 0.05)).toBeLessThan(1e-3)
    const certificate = certify({ samples: many, alpha: 0.1001, recall: 0.95, confidence: 0.95 })
    expect(certificate).toMatchObject({ certified: true, n0: n, nm: n })
    expect(certificate.falseAlarmRate).toBeLessThan(1e-4)
  })

  it('bound alpha from both sides', () => {
    expect(alphaLowerBound(many, 0.05)).toBeGreaterThan(0.0999)
    expect(alphaLowerBound(many, 0.05)).toBeLessThan(0.1)
    const { upper } = separationBoundAtQuantile(many, { quantile: 0.5, rho: 0, delta: 0.05 })
    expect(upper).toBeGreaterThan(0.1)
    expect(upper).toBeLessThan(0.1001)
  })

  it('have no audit, as rows have no position', () => {
    const audit = { rows: [0], verdicts: ['alien' as const] }
    expect(() => certify({ samples: many, audit, recall: 0.9, confidence: 0.9 })).toThrow(/positions/)
  })
})

describe('a sample that is no array', () => {
  const { nominal, mixture: rows, samples } = draw(normalLaw(3.5), { n0: 700, nm: 900, alpha: 0.5 }, 'no array', 0)
  const wrap = ({ length, at, countAtMost, countBelow }: OrderedSample, of: OrderedSample): OrderedSample => ({
    length,
    at: at.bind(of),
    countAtMost: countAtMost.bind(of),
    countBelow: countBelow.bind(of),
  })
  const elsewhere: Samples = {
    ...samples,
    nominal: wrap(samples.nominal, samples.nominal),
    mixture: wrap(samples.mixture, samples.mixture),
  }

  it.each(['exact', 'dkw', 'theorem1'] as const)('has the same certificate by %s as the arrays', (method) => {
    const terms = { alpha: 0.5, recall: 0.6, confidence: 0.8, method }
    const plain = certify({ nominal, mixture: rows, ...terms })
    expect(plain.certified).toBe(true)
    expect(certify({ samples: elsewhere, ...terms })).toEqual(plain)
    expect(certify({ samples: prepare(nominal, rows), ...terms })).toEqual(plain)
  })
})

it('what is asked of the same samples again is not computed again: whether alpha is refuted', () => {
  let reads = 0
  const { samples } = draw(normalLaw(3.5), { n0: 300, nm: 300, alpha: 0.5 }, 'once', 0)
  const at = (i: number): number => {
    reads++
    return samples.nominal.at(i)
  }
  const { length, countAtMost, countBelow } = samples.nominal
  const nominal = {
    length,
    at,
    countAtMost: countAtMost.bind(samples.nominal),
    countBelow: countBelow.bind(samples.nominal),
  }
  const counted: Samples = { ...samples, nominal }
  expect(refutesAlpha(counted, 0.6, 0.001)).toBe(false)
  const first = reads
  expect(first).toBeGreaterThan(0)
  expect(refutesAlpha(counted, 0.6, 0.001)).toBe(false)
  expect(reads).toBe(first)
  expect(refutesAlpha(counted, 0.1, 0.001)).toBe(true)
  expect(alphaLowerBound(counted, 0.001)).toBeGreaterThan(0.1)
})
