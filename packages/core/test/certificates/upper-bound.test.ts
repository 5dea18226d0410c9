import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { rawThreshold } from '../../src/certificates/algorithm1/algorithm1.js'
import { bandThreshold } from '../../src/certificates/bands/band-threshold.js'
import { dkwEpsilon } from '../../src/certificates/bands/dkw.js'
import { theorem1Epsilon } from '../../src/certificates/bands/theorem1.js'
import { certify } from '../../src/certificates/certify.js'
import { sensitivity } from '../../src/certificates/sensitivity.js'
import { type Random, substream } from '../../src/numeric/random.js'
import { allowedFailures } from './coverage.js'

/*
 * alpha is an upper bound: the promise must hold for every true share up to it. Least favourable are few aliens at the
 * very bottom, where hardly any nominal scores, and a user who says that they may be many.
 */
const RUNS = thorough(20)
const DELTA = 0.05
const TERMS = { alpha: 0.9, recall: 0.7, confidence: 0.95 }

interface Few {
  readonly share: number
  /** Aliens score this, or above all nominals. */
  readonly low: number
  /** The chance of the low score. */
  readonly missed: number
}

function drawFew(
  { share, low, missed }: Few,
  n: number,
  run: number,
): { nominal: Float64Array; mixture: Float64Array } {
  const random = substream(12, 'few aliens', run)
  const alien = (r: Random): number => (r.float() < missed ? low : 2)
  return {
    nominal: Float64Array.from({ length: n }, () => random.float()).sort(),
    mixture: Float64Array.from({ length: n }, () => (random.float() < share ? alien(random) : random.float())).sort(),
  }
}

const laws: readonly Few[] = [
  { share: 0.03, low: -1, missed: 1 },
  { share: 0.03, low: 0.2, missed: 1 },
  { share: 0.1, low: 0.05, missed: 0.31 },
]

describe.each(['dkw', 'theorem1', 'exact'] as const)('%s, told of far too many aliens', (method) => {
  it.each(laws)('keeps the promise: $share alien, $missed of them at $low', (law) => {
    let broken = 0
    for (let run = 0; run < RUNS; run++) {
      const certificate = certify({ ...drawFew(law, 3000, run), ...TERMS, method })
      if (certificate.certified && certificate.tau >= law.low) broken++
    }
    expect(broken).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })
})

describe('without asking for U <= L', () => {
  it.each([
    ['dkw', (n: number) => dkwEpsilon({ alpha: 0.9, delta: DELTA, n0: n, nm: n }).epsilon],
    ['theorem1', (n: number) => theorem1Epsilon(0.9, DELTA, n)],
  ])('%s breaks the promise every time, and this test sees it', (_, epsilonOf) => {
    for (let run = 0; run < RUNS; run++) {
      const { nominal, mixture } = drawFew(laws[0], 3000, run)
      expect(rawThreshold(prepare(nominal, mixture), 0.9, 0.3 - epsilonOf(3000))).toBeGreaterThanOrEqual(laws[0].low)
    }
  })
})

describe('a certified threshold', () => {
  const { nominal, mixture } = drawFew({ share: 0.5, low: 0.02, missed: 0.1 }, 300, 1)

  it('is the largest pooled score with U <= min(L, (1 - alpha) L + alpha eta)', () => {
    for (const [alpha, eta, e0, em] of [
      [0.5, 0.3, 0.02, 0.03],
      [0.9, 0.3, 0.02, 0.03],
      [0.9, 0.9, 0.02, 0.03],
      [0.6, 0.95, 0.2, 0.01],
    ]) {
      const q = eta - (em + (1 - alpha) * e0) / alpha
      let largest = Number.NEGATIVE_INFINITY
      for (const t of [...nominal, ...mixture]) {
        const upper = mixture.filter((s) => s <= t).length / mixture.length + em
        const lower = nominal.filter((s) => s <= t).length / nominal.length - e0
        if (upper <= Math.min(lower, (1 - alpha) * lower + alpha * eta)) largest = Math.max(largest, t)
      }
      const { tau, plain } = bandThreshold(prepare(nominal, mixture), { alpha, q }, { e0, em })
      expect(tau).toBe(largest)
      expect(plain).toBe(rawThreshold(prepare(nominal, mixture), alpha, q))
      expect(tau).toBeLessThanOrEqual(plain)
    }
  })

  it('is that of Algorithm 1 wherever enough nominals score below it', () => {
    const { tau, plain } = bandThreshold(prepare(nominal, mixture), { alpha: 0.5, q: 0.2 }, { e0: 0.02, em: 0.02 })
    expect(nominal.filter((s) => s <= plain).length / nominal.length - 0.02).toBeGreaterThan(0.26)
    expect(tau).toBe(plain)
  })
})

describe('a refusal for this reason', () => {
  const { nominal, mixture } = drawFew(laws[0], 3000, 0)

  it.each(['dkw', 'theorem1'] as const)('is explained by %s, and sensitivity follows the same rule', (method) => {
    const refused = certify({ nominal, mixture, ...TERMS, method })
    expect(refused).toMatchObject({ certified: false, tau: Number.NEGATIVE_INFINITY, needed: null })
    expect(refused.reason).toMatch(/^only 0\.\d+ of the nominals score at or below .* if fewer than alpha are alien/)
    const decision = { method, tau: 0.1, alpha: 0.9, q: 0, eta: 0.3, delta: DELTA }
    const { alpha, tau, promised } = sensitivity(prepare(nominal, mixture), decision)!
    expect(tau[alpha.indexOf(0.9)]).toBeNull()
    expect(promised[alpha.indexOf(0.9)]).toBeNull()
  })
})
