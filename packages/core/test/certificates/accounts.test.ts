import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import { auditedAliensUpper, auditThreshold, directBound, shareDelta } from '../../src/certificates/audit/audit.js'
import { dkwEpsilon } from '../../src/certificates/bands/dkw.js'
import { theorem1Bands } from '../../src/certificates/bands/theorem1.js'
import { countPValue } from '../../src/certificates/count/count-test.js'
import { aliensLowerBound } from '../../src/certificates/count/lower-bound.js'
import { certifiedByCount } from '../../src/certificates/count/prover.js'
import { countScheduleFor } from '../../src/certificates/count/schedule.js'
import { countThreshold } from '../../src/certificates/count/threshold.js'
import { alphaLowerBound } from '../../src/certificates/exact/alpha-lower-bound.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { exactPValue } from '../../src/certificates/exact/rank-test.js'
import { scheduleFor } from '../../src/certificates/exact/schedule.js'
import { anchorLevel, anchorRanks, falseAlarmUpper } from '../../src/certificates/false-alarms/false-alarm.js'
import { jointFailure } from '../../src/certificates/false-alarms/joint-level.js'
import { rankAtRate } from '../../src/certificates/walk/ranks.js'
import type { Schedule } from '../../src/certificates/walk/schedule.js'
import type { WalkThreshold } from '../../src/certificates/walk/threshold.js'
import { mixtureCounts } from '../../src/certificates/walk/ties.js'
import { betaQuantileUpper } from '../../src/numeric/beta.js'
import { binomialCdf } from '../../src/numeric/binomial.js'
import { clopperPearsonLower, clopperPearsonUpper } from '../../src/numeric/clopper-pearson.js'
import { waitingCdf } from '../../src/numeric/hypergeometric.js'
import { substream } from '../../src/numeric/random.js'
import { alphaLowerBoundDkw } from '../../src/proportion/lower-bound.js'
import { separationBound, separationBoundAtQuantile, separationPValue } from '../../src/proportion/separation-bound.js'
import { normalLaw } from './coverage.js'
import { drawRows } from './laws.mjs'

/*
 * Delta is spent once. For every method: the levels, shares, gates and routes that it used add up to delta, no more and no less; and each part used what it was given.
 */

/** A double as a whole number of 2^-1074ths: sums of these are exact. */
function exactly(x: number): bigint {
  const bits = new BigUint64Array(Float64Array.of(x).buffer)[0]
  const exponent = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  return exponent === 0 ? fraction : (fraction | 0x10000000000000n) << BigInt(exponent - 1)
}

/** Whether these levels are delta, in exact arithmetic, but for two units in its last place. */
function spends(levels: readonly number[], delta: number): boolean {
  const difference = levels.reduce((sum, level) => sum + exactly(level), 0n) - exactly(delta)
  const unit = exactly(delta) >> 52n
  return (difference < 0n ? -difference : difference) <= 2n * unit
}

function normalSamples(
  separation: number,
  sizes: { n0: number; nm: number; share?: number; aliens?: number },
  run = 0,
): Samples {
  const law = { name: '', ...normalLaw(separation) }
  const { nominal, mixture } = drawRows(law, sizes, substream(20, `accounts ${separation}`, run))
  return prepare(nominal, mixture)
}

const design = fc.record({
  alpha: fc.double({ min: 0.01, max: 1, noNaN: true }),
  eta: fc.double({ min: 0.02, max: 0.6, noNaN: true }),
  delta: fc.double({ min: 0.001, max: 0.3, noNaN: true }),
  n0: fc.integer({ min: 20, max: 20_000 }),
  nm: fc.integer({ min: 20, max: 20_000 }),
})

/** The steps of a walk, replayed: every gate down to the first that passes, at its own level; then every rank at what the gates behind it hold. */
function expectAccounted({ schedule, steps, rank }: WalkThreshold, delta: number): void {
  const { ranks, gates, levels } = schedule
  const planned: { readonly k: number; readonly level: number }[] = []
  const queue = [...steps]
  let certified = -1
  for (let g = gates.length - 1; g >= 0 && certified < 0; g--) {
    planned.push({ k: ranks[gates[g].index], level: gates[g].level })
    const step = queue.shift()
    if (step !== undefined && step.pValue <= step.level) certified = gates[g].index
  }
  while (certified >= 0 && certified < ranks.length - 1) {
    const held = gates.filter(({ index }) => index <= certified + 1).map(({ level }) => level)
    expect(spends(held, levels[certified + 1])).toBe(true)
    planned.push({ k: ranks[certified + 1], level: levels[certified + 1] })
    const step = queue.shift()
    if (step === undefined || !(step.pValue <= step.level)) break
    certified++
  }
  expect(steps.map(({ k, level }) => ({ k, level }))).toEqual(planned)
  expect(rank).toBe(certified < 0 ? null : ranks[certified])
  expect(Math.max(...levels)).toBe(delta)
}

function expectSpent({ gates, levels, ranks }: Schedule, delta: number): void {
  expect(
    spends(
      gates.map(({ level }) => level),
      delta,
    ),
  ).toBe(true)
  expect(gates[0].index).toBe(0)
  expect(levels).toHaveLength(ranks.length)
  expect(levels[levels.length - 1]).toBe(delta)
}

describe('exact', () => {
  it('has gates that hold delta, for any design', () => {
    fc.assert(
      fc.property(design, (d) => expectSpent(scheduleFor(d), d.delta)),
      { seed: 5, numRuns: 100 },
    )
  })

  it('tests every rank at the level that it holds there, whichever gate it comes from', () => {
    const terms = { alpha: 0.5, eta: 0.2, delta: 0.1 }
    const lowest = new Set<number>()
    for (const separation of [0.5, 1, 1.5, 2, 2.5, 3, 4]) {
      for (let run = 0; run < 3; run++) {
        const samples = normalSamples(separation, { n0: 1500, nm: 1500, share: 0.5 }, run)
        const walk = certifiedThreshold(samples, terms)
        expectAccounted(walk, 0.1)
        for (const { level } of walk.steps) if (level < 0.05) lowest.add(level)
      }
    }
    expect(lowest.size).toBeGreaterThan(2) // walks from below were among them
  })

  it('bounds alpha from below with delta over the ranks it looks at', () => {
    const samples = normalSamples(4, { n0: 500, nm: 500, share: 0.4 })
    const bound = alphaLowerBound(samples, 0.08)
    const ranks = [0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01].map((rate) => rankAtRate(500, rate))
    const counts = mixtureCounts(samples, ranks)
    const least = (alpha: number): number =>
      Math.min(...ranks.map((k, i) => exactPValue({ k, n0: 500, bm: counts[i], nm: 500, alpha, eta: 0 })))
    expect(least(bound)).toBeLessThanOrEqual(0.01)
    expect(least(bound + 0.002)).toBeGreaterThan(0.01)
  })
})

describe('count', () => {
  it('has gates that hold delta, for any design', () => {
    fc.assert(
      fc.property(design, ({ alpha, ...d }) => {
        const aliens = Math.max(1, Math.round(alpha * d.nm))
        expectSpent(countScheduleFor({ ...d, aliens }), d.delta)
      }),
      { seed: 6, numRuns: 100 },
    )
  })

  it('tests every rank at the level that it holds there', () => {
    for (const separation of [1, 2, 2.5, 3, 4]) {
      const samples = normalSamples(separation, { n0: 800, nm: 800, aliens: 400 })
      expectAccounted(certifiedByCount(samples, { aliens: 400, eta: 0.2, delta: 0.1 }), 0.1)
    }
  })

  it('bounds the number of aliens from below with delta over the ranks it looks at', () => {
    const samples = normalSamples(4, { n0: 500, nm: 500, aliens: 200 })
    const bound = aliensLowerBound(samples, 0.08)
    const ranks = [0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01].map((rate) => rankAtRate(500, rate))
    const counts = mixtureCounts(samples, ranks)
    const least = (aliens: number): number =>
      Math.min(...ranks.map((k, i) => waitingCdf(counts[i], k, 500, 500 - aliens)))
    expect(least(bound - 1)).toBeLessThanOrEqual(0.01)
    expect(least(bound)).toBeGreaterThan(0.01)
  })
})

describe('bands', () => {
  it('dkw: both hold with probability 1 - delta, and each is as wide as its share says', () => {
    fc.assert(
      fc.property(design, ({ alpha, delta, n0, nm }) => {
        const { d0, dm, e0, em, epsilon } = dkwEpsilon({ alpha, delta, n0, nm })
        expect((1 - d0) * (1 - dm)).toBeCloseTo(1 - delta, 14)
        expect(Math.exp(-2 * n0 * e0 * e0)).toBeCloseTo(d0, 12)
        expect(Math.exp(-2 * nm * em * em)).toBeCloseTo(dm, 12)
        expect(epsilon).toBeCloseTo((em + (1 - alpha) * e0) / alpha, 10)
      }),
      { seed: 7, numRuns: 100 },
    )
  })

  it('theorem1: both hold with probability 1 - delta', () => {
    for (const delta of [0.001, 0.05, 0.3]) {
      const { e0, em } = theorem1Bands(delta, 700, 90)
      const d0 = 2 * Math.exp(-2 * 700 * e0 * e0)
      const dm = 2 * Math.exp(-2 * 90 * em * em)
      expect((1 - d0) * (1 - dm)).toBeCloseTo(1 - delta, 13)
    }
  })

  it('the lower bound on alpha from bands spends delta on both', () => {
    // Every mixture score above every nominal one: the bound is 1 - em / (1 - e0), and em + e0 is least.
    const [n0, nm, delta] = [400, 400, 0.1]
    const samples = prepare(
      Float64Array.from({ length: n0 }, (_, i) => i),
      Float64Array.from({ length: nm }, (_, i) => n0 + i),
    )
    const width = (d: number, n: number): number => Math.sqrt(Math.log(1 / d) / (2 * n))
    const d = 1 - Math.sqrt(1 - delta) // equal sizes, equal shares
    expect(alphaLowerBoundDkw(samples, delta)).toBeCloseTo(1 - width(d, nm) / (1 - width(d, n0)), 6)
  })
})

describe('audit', () => {
  const [eta, delta] = [0.2, 0.1]
  const law = { name: '', ...normalLaw(3.5) }
  const rows = drawRows(law, { n0: 3000, nm: 3000, share: 0.5 }, substream(21, 'audit', 0))
  const samples = prepare(rows.nominal, rows.mixture)
  const audited = (labelled: number): { labelled: number; alienScores: Float64Array; unsureScores: Float64Array } => ({
    labelled,
    alienScores: rows.mixture
      .slice(0, labelled)
      .filter((_, i) => rows.isAlien[i])
      .sort(),
    unsureScores: new Float64Array(0),
  })

  it('divides delta among its routes, exactly', () => {
    fc.assert(
      fc.property(design, fc.boolean(), fc.integer({ min: 1, max: 5000 }), (d, known, labelled) => {
        const { direct, bound, walk } = shareDelta(d.delta, d.eta, labelled, known)
        expect(spends([direct, bound, walk], d.delta)).toBe(true)
        expect(known ? bound : 0).toBe(0)
        expect(walk).toBeGreaterThan(0)
      }),
      { seed: 8, numRuns: 200 },
    )
  })

  it('every route uses its share and no more', () => {
    for (const labelled of [8, 2500]) {
      const audit = audited(labelled)
      const { deltas, directTau, walkTau, alpha, schedule } = auditThreshold({ audit, samples, eta, delta })
      const aliens = Math.round(alpha * 3000)
      expect(spends([deltas.direct, deltas.bound, deltas.walk], delta)).toBe(true)
      expect(aliens).toBe(auditedAliensUpper(audit, 3000, deltas.bound))
      expectSpent(schedule, deltas.walk)
      expect(walkTau).toBe(countThreshold({ samples, aliens, eta, schedule }).tau)
      if (deltas.direct > 0) expect(directTau).toBeLessThan(directBound(audit, eta, deltas.direct))
    }
    const { walkTau, deltas } = auditThreshold({ audit: audited(2500), samples, eta, delta })
    const schedule = countScheduleFor({ aliens: 600, eta, delta, n0: 3000, nm: 3000 })
    const aliens = auditedAliensUpper(audited(2500), 3000, deltas.bound)
    // The whole of delta would have certified more: the comparison above has something to see.
    expect(countThreshold({ samples, aliens, eta, schedule }).tau).toBeGreaterThan(walkTau)
  })
})

describe('false alarms', () => {
  it('the anchors together fail with probability delta, and the bound is taken at their level', () => {
    for (const [n0, delta] of [
      [60, 0.05],
      [900, 0.1],
    ]) {
      const level = anchorLevel(n0, delta)
      const failure = jointFailure(n0, anchorRanks(n0), level)
      expect(failure).toBeLessThanOrEqual(delta)
      expect(failure).toBeGreaterThan(0.99 * delta)
      const { nominal } = prepare(
        Float64Array.from({ length: n0 }, (_, i) => i),
        [0],
      )
      const anchor = anchorRanks(n0)[5]
      expect(falseAlarmUpper(nominal, anchor - 1, delta)).toBe(betaQuantileUpper(level, n0 + 1 - anchor, anchor))
    }
  })

  it('beyond the joint level, Bonferroni over the anchors', () => {
    expect(anchorLevel(60_000, 0.05) * anchorRanks(60_000).length).toBeCloseTo(0.05, 15)
  })
})

describe('bounds on alpha', () => {
  it('separation at a quantile: one test at delta', () => {
    const samples = normalSamples(3, { n0: 400, nm: 400, share: 0.2 })
    for (const delta of [0.02, 0.1]) {
      const { upper, t0 } = separationBoundAtQuantile(samples, { quantile: 0.5, rho: 0.1, delta })
      const test = { k: 200, n0: 400, below: samples.mixture.countBelow(t0), nm: 400, rho: 0.1 }
      expect(separationPValue(test, upper)).toBeLessThanOrEqual(delta)
      expect(separationPValue(test, upper - 0.001)).toBeGreaterThan(delta)
    }
  })

  it('separation at a score: half of delta for each of two bounds', () => {
    const samples = normalSamples(3, { n0: 400, nm: 400, share: 0.2 })
    const { upper } = separationBound(samples, { t0: 0, rho: 0, delta: 0.1 })
    const lowFm = clopperPearsonLower(samples.mixture.countAtMost(0), 400, 0.05)
    const highF0 = clopperPearsonUpper(samples.nominal.countAtMost(0), 400, 0.05)
    expect(upper).toBeCloseTo(1 - lowFm / highF0, 12)
  })
})

describe('the tests themselves', () => {
  it('pass with probability at most their level when the miss rate is eta: nothing is spent twice inside', () => {
    // All of V at once, by summing over counts: P(p(B) <= level) for B under the null.
    const [n0, nm, aliens, eta] = [30, 40, 20, 0.2]
    for (const level of [0.02, 0.1, 0.3]) {
      let critical = -1
      while (countPValue({ k: 28, n0, bm: critical + 1, nm, aliens, eta }) <= level) critical++
      let chance = 0
      for (let c = 0; c <= Math.min(critical, aliens); c++) {
        const below = c > 0 ? binomialCdf(c - 1, aliens, eta) : 0
        chance += (binomialCdf(c, aliens, eta) - below) * waitingCdf(critical - c, 28, n0, nm - aliens)
      }
      expect(chance).toBeLessThanOrEqual(level)
    }
  })
})
