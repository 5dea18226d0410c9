import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alienCdf } from '../../src/cdf/alien.js'
import { sortScores } from '../../src/cdf/empirical.js'
import { type ThresholdInput, threshold } from '../../src/certificates/algorithm1/algorithm1.js'
import { Random } from '../../src/numeric/random.js'
import { errorOf } from '../detectors/tables.js'

interface Reference {
  readonly nominal: number[]
  readonly mixture: number[]
  readonly alpha: number
  readonly q: number
  readonly tau: number | null
  readonly tauIsotonic: number | null
}

const references: Reference[] = JSON.parse(
  readFileSync(new URL('./fixtures/algorithm1.json', import.meta.url), 'utf8'),
).cases

const tauOf = (input: ThresholdInput): number => threshold(input).tau

describe('Algorithm 1', () => {
  it('equals an independent implementation in exact fractions, raw and isotonised', () => {
    expect(references.length).toBeGreaterThan(200)
    for (const { nominal, mixture, alpha, q, tau, tauIsotonic } of references) {
      const input = { nominal, mixture, alpha, q }
      expect({ ...input, tau: tauOf(input) }).toEqual({ ...input, tau: tau ?? Number.NEGATIVE_INFINITY })
      expect({ ...input, tau: tauOf({ ...input, isotonic: true }) }).toEqual({
        ...input,
        tau: tauIsotonic ?? Number.NEGATIVE_INFINITY,
      })
    }
  })

  it('decides equality on the counts: on equal samples of 10, Fa_hat is k/10 exactly, whatever alpha', () => {
    const scores = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    let astray = 0
    for (const k of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      for (const alpha of [0.1, 0.3, 0.6, 0.7, 0.9]) {
        const q = k / 10
        if ((q - (1 - alpha) * q) / alpha > q) astray++
        expect(tauOf({ nominal: scores, mixture: scores, alpha, q })).toBe(k)
        expect(tauOf({ nominal: scores, mixture: scores, alpha, q, isotonic: true })).toBe(k)
      }
    }
    expect(astray).toBeGreaterThan(5) // so often floating point would have missed the equality
  })

  it('reports the shares above its threshold and what it was given', () => {
    const result = threshold({ nominal: [1, 2, 3, 4], mixture: [1, 2, 8, 9], alpha: 0.5, q: 0 })
    expect(result).toEqual({
      tau: 4,
      alpha: 0.5,
      q: 0,
      isotonic: false,
      n0: 4,
      nm: 4,
      falseAlarmRate: 0,
      alarmRate: 0.5,
    })
    const everything = threshold({ nominal: [5, 6], mixture: [1, 2], alpha: 0.5, q: 0 })
    expect([everything.tau, everything.falseAlarmRate, everything.alarmRate]).toEqual([Number.NEGATIVE_INFINITY, 1, 1])
  })

  it('refuses alpha outside (0, 1], q outside [0, 1), and scores that are none', () => {
    const code = (change: Partial<ThresholdInput>): string =>
      errorOf(() => threshold({ nominal: [1], mixture: [1], alpha: 0.5, q: 0.1, ...change })).code
    for (const alpha of [0, -0.1, 1.2, Number.NaN]) expect(code({ alpha })).toBe('bad-alpha')
    for (const q of [-0.01, 1, Number.NaN]) expect(code({ q })).toBe('bad-q')
    expect(code({ nominal: [] })).toBe('empty-data')
    expect(code({ mixture: [Number.NaN] })).toBe('bad-scores')
  })
})

const sample = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 40 }),
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 }),
)
const inputs = fc.record({
  nominal: sample,
  mixture: sample,
  alpha: fc.integer({ min: 1, max: 100 }).map((k) => k / 100),
  q: fc.integer({ min: 0, max: 99 }).map((k) => k / 100),
  isotonic: fc.boolean(),
})

describe('the threshold', () => {
  it('is a pooled score or -Infinity', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const tau = tauOf(input)
        return tau === Number.NEGATIVE_INFINITY || [...input.nominal, ...input.mixture].includes(tau)
      }),
    )
  })

  it('does not fall as q grows', () => {
    fc.assert(
      fc.property(inputs, fc.integer({ min: 0, max: 99 }), (input, other) => {
        const [low, high] = [input.q, other / 100].sort((a, b) => a - b)
        return tauOf({ ...input, q: low }) <= tauOf({ ...input, q: high })
      }),
    )
  })

  it('qualifies, and no larger pooled score does', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const tau = tauOf(input)
        const cdf = alienCdf(sortScores(input.nominal, 'nominal'), sortScores(input.mixture, 'mixture'), input.alpha)
        const curve = input.isotonic ? cdf.faIsotonic : cdf.fa
        curve.forEach((fa, i) => {
          if (cdf.score[i] === tau) expect(fa).toBeLessThanOrEqual(input.q + 1e-9)
          if (cdf.score[i] > tau) expect(fa).toBeGreaterThan(input.q - 1e-9)
        })
      }),
    )
  })

  it('follows the scores through any strictly increasing transform', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const lift = (x: number): number => 2 * x - 7 // exact, so strictly increasing in floating point too
        const lifted = { ...input, nominal: input.nominal.map(lift), mixture: input.mixture.map(lift) }
        const distinct = new Set([...input.nominal, ...input.mixture])
        fc.pre(new Set([...distinct].map(lift)).size === distinct.size)
        expect(tauOf(lifted)).toBe(lift(tauOf(input)))
      }),
    )
  })

  it('does not depend on the order of the scores', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const turned = { ...input, nominal: input.nominal.toReversed(), mixture: input.mixture.toReversed() }
        expect(tauOf(turned)).toBe(tauOf(input))
      }),
    )
  })
})

function merged(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all.sort()
}

describe('many scores', () => {
  it.each([
    ['without ties', (random: Random): number => random.normal()],
    ['with heavy ties', (random: Random): number => Math.round(8 * random.normal()) / 8],
  ])('%s: 200000 + 200000 agree with brute force on whole numbers', (_, draw) => {
    const n = 200_000
    const random = new Random(9, 9, 9)
    const nominal = Float64Array.from({ length: n }, () => draw(random))
    const mixture = Float64Array.from({ length: n }, (_, i) => draw(random) + (i % 10 === 0 ? 3 : 0))
    const [ordered0, orderedM] = [nominal.toSorted(), mixture.toSorted()]
    let [b0, bm] = [0, 0]
    let tau = Number.NEGATIVE_INFINITY
    for (const u of merged(nominal, mixture)) {
      while (ordered0[b0] <= u) b0++
      while (orderedM[bm] <= u) bm++
      // alpha = 1/10, q = 1/20: Fa_hat <= q exactly when 200 bm - 180 b0 <= n.
      if (200 * bm - 180 * b0 <= n) tau = u
    }
    expect(tauOf({ nominal, mixture, alpha: 0.1, q: 0.05 })).toBe(tau)
  })
})
