import { describe, expect, it } from 'vitest'
import { prepare } from '../../src/cdf/samples.js'
import { certify } from '../../src/certificates/certify.js'
import { missRateFrom, observedMissRate, sizesByCurves } from '../../src/certificates/observed.js'
import { plan } from '../../src/certificates/plan.js'
import { substream } from '../../src/numeric/random.js'

const terms = { alpha: 0.1, recall: 0.9, confidence: 0.95 } as const

/** Normal scores, a tenth of the mixture `separation` deviations up. */
function normalScores(n0: number, nm: number, separation: number, seed: number) {
  const random = substream(seed, 'observed')
  const nominal = Float64Array.from({ length: n0 }, () => random.normal())
  const mixture = Float64Array.from({ length: nm }, (_, i) => random.normal() + (i % 10 === 0 ? separation : 0))
  return { nominal, mixture }
}

describe('a refusal', () => {
  const asked = { exact: { alpha: 0.1 }, count: {}, dkw: { alpha: 0.1 }, theorem1: { alpha: 0.1 } } as const
  const methods = Object.keys(asked) as (keyof typeof asked)[]
  const promised = { recall: 0.9, confidence: 0.95 }
  const refusalOf = (method: keyof typeof asked, scores: { nominal: Float64Array; mixture: Float64Array }) => {
    const share = method === 'count' ? { aliensAtMost: Math.ceil(scores.mixture.length / 10) } : asked[method]
    return certify({ ...scores, ...share, ...promised, method })
  }

  it.each(methods)('never says that as few rows as there are would do: %s', (method) => {
    for (const [n, separation] of [
      [200, 2.5],
      [2000, 1.6],
      [4000, 0.4],
    ]) {
      const { certified, needed, reason } = refusalOf(method, normalScores(n, 2 * n, separation, n))
      if (certified) continue
      if (needed == null) expect(reason).toContain('more rows will not help')
      else expect(needed.n0 > n || needed.nm > 2 * n).toBe(true)
    }
  })

  it.each(methods)('says that the detector is the limit where no amount of rows would do: %s', (method) => {
    const { nominal, mixture } = normalScores(4000, 8000, 4, 3)
    // Every second alien scores lower than any nominal row.
    const hidden = mixture.map((s, i) => (i % 20 === 0 ? -10 : s))
    const { certified, needed, reason } = refusalOf(method, { nominal, mixture: hidden })
    expect({ certified, needed }).toEqual({ certified: false, needed: null })
    expect(reason).toMatch(/more rows will not help: .* a better detector would/)
  })

  it.each(['dkw', 'theorem1'] as const)('asks for what the detector leaves of the miss rate: %s', (method) => {
    const evenly = (n: number) => Array.from({ length: n }, (_, i) => (i + 0.5) / n)
    const missing = (aliens: number) => {
      const mixture = [...evenly(3600), ...Array.from({ length: 400 }, (_, i) => (i < aliens ? -1 : 2))]
      return refusalOf(method, { nominal: Float64Array.from(evenly(4000)), mixture: Float64Array.from(mixture) })
        .needed!
    }
    // Half of eta is missed, so that epsilon may be half as large, for which it takes four times the rows.
    expect(missing(20).n0 / missing(0).n0).toBeGreaterThan(3.9)
    expect(missing(20).n0 / missing(0).n0).toBeLessThan(4.2)
  })

  it.each(['dkw', 'theorem1'] as const)('names sizes of which nine draws in ten carry the promise: %s', (method) => {
    const [draws, alpha] = [24, 0.5]
    const draw = (n0: number, nm: number, seed: number) => {
      const random = substream(seed, 'advice', n0)
      const nominal = Float64Array.from({ length: n0 }, () => random.normal())
      const mixture = Float64Array.from({ length: nm }, () => random.normal() + (random.float() < alpha ? 3 : 0))
      return certify({ nominal, mixture, alpha, recall: 0.8, confidence: 0.95, method })
    }
    let carried = 0
    for (let seed = 0; seed < draws; seed++) {
      const { needed } = draw(200, 400, seed)
      if (draw(needed!.n0, needed!.nm, 1000 + seed).certified) carried++
    }
    // 20 or 21 by sizes that leave no room for scatter.
    expect(carried).toBeGreaterThanOrEqual(22)
  })

  it('does not blame the detector for a q that leaves no room', () => {
    const { needed, reason } = certify({ ...normalScores(400, 400, 4, 3), ...terms, method: 'theorem1', q: 0.1 })
    expect(needed).toBeNull()
    expect(reason).not.toContain('more rows')
  })

  it('asks whether the files are swapped where the mixture scores lower than the nominal rows', () => {
    const { nominal, mixture } = normalScores(2000, 2000, 3, 4)
    const swapped = certify({ nominal: mixture, mixture: nominal, ...terms })
    expect(swapped.reason).toMatch(/are the two files swapped\?$/)
    const trained = certify({ nominal: mixture, mixture: nominal, ...terms, nominalScores: 'left-out' })
    expect(trained.reason).toMatch(/are the two files swapped\? If not: .* too high; rows held out do not$/)
    expect(certify({ nominal, mixture: nominal, ...terms }).reason).not.toContain('swapped')
  })

  it('asks whether one file was given twice where both samples are the same, in whatever order', () => {
    const { nominal, mixture } = normalScores(2000, 2000, 3, 4)
    const question = 'are the same: was one file given twice?'
    for (const method of ['exact', 'dkw'] as const) {
      expect(certify({ nominal, mixture: nominal.toReversed(), ...terms, method }).reason).toContain(question)
    }
    const [another] = mixture
    expect(certify({ nominal, mixture: nominal.with(7, another), ...terms }).reason).not.toContain(question)
    const alike = new Float64Array(2000).fill(1)
    expect(certify({ nominal: alike, mixture: alike, ...terms }).reason).not.toContain(question)
  })

  it('does not ask so where training scores are a little too high, and aliens are plain to see', () => {
    const random = substream(3, 'too high')
    const draw = (rows: number, make: () => number): Float64Array => Float64Array.from({ length: rows }, make)
    const higher = draw(12_000, () => random.normal() + 0.2)
    const aliens = draw(12_000, () => random.normal() + (random.float() < 0.1 ? 3 : 0))
    const refused = certify({ nominal: higher, mixture: aliens, alpha: 0.1, recall: 0.999, confidence: 0.99 })
    expect(refused).toMatchObject({ certified: false, admissible: { ok: false } })
    expect(refused.reason).not.toContain('swapped')
  })
})

describe('sizes by observed curves', () => {
  it('carry the promise where a good detector is asked for, and are found again by plan from the curves', () => {
    const { nominal, mixture } = normalScores(3000, 3000, 2.05, 5)
    const missAt = observedMissRate(prepare(nominal, mixture), 0.1)
    expect(missAt(0.5)).toBeLessThan(missAt(0.05))
    const design = { alpha: 0.1, eta: 0.1, delta: 0.05, n0: 300, nm: 300 }
    const sizes = sizesByCurves(design, missAt)!
    expect(sizes.n0).toBeGreaterThan(300)
    const { certified } = certify({ ...normalScores(2 * sizes.n0, 2 * sizes.nm, 2.05, 6), ...terms })
    expect(certified).toBe(true)
  })

  it('a curve follows the CDFs that it is made from', () => {
    const missAt = missRateFrom({ f0: [0, 0.5, 0.9, 1], fm: [0, 0.46, 0.86, 1] }, 0.1)
    expect(missAt(0.5)).toBeCloseTo(0.1, 12)
    expect(missAt(0.1)).toBeCloseTo(0.5, 12)
    expect(missAt(0.3)).toBeCloseTo(0.3, 12)
  })
})

describe('plan', () => {
  it('finds sizes for a detector with many false alarms, and certificates come at those sizes', () => {
    const poor = plan({ ...terms, falseAlarmRate: 0.22 })
    expect(poor.n0).toBeGreaterThan(plan({ ...terms, falseAlarmRate: 0.02 }).n0)
    expect(poor.power).toBeGreaterThan(0.89)
    const issued = [1, 2].filter(
      (seed) => certify({ ...normalScores(poor.n0, poor.nm, poor.separation, seed), ...terms }).certified,
    )
    expect(issued.length).toBeGreaterThan(0)
  })

  it('takes the curves of a detector instead', () => {
    const f0 = Array.from({ length: 101 }, (_, k) => k / 100)
    const good = plan({ ...terms, curves: { f0, fm: f0.map((p) => 0.9 * p + 0.1 * p ** 200) } })
    const worse = plan({ ...terms, curves: { f0, fm: f0.map((p) => 0.9 * p + 0.1 * p ** 12) } })
    expect(worse.n0 + worse.nm).toBeGreaterThan(good.n0 + good.nm)
  })
})
