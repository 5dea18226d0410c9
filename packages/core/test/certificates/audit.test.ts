import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import {
  type Audit,
  auditedAliensUpper,
  auditThreshold,
  directBound,
  fewestAliens,
  missRank,
  shareDelta,
} from '../../src/certificates/audit/audit.js'
import { auditGain, planAudit } from '../../src/certificates/audit/planning.js'
import { binomialCdf } from '../../src/numeric/binomial.js'
import { substream } from '../../src/numeric/random.js'
import { allowedFailures, draw, normalLaw } from './coverage.js'

const scores = (...values: number[]): Float64Array => Float64Array.from(values).sort()
const ramp = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => i + 1)

describe('the direct certificate', () => {
  it('takes 59 labelled aliens at eta = delta = .05, and then bounds by the smallest', () => {
    expect(fewestAliens(0.05, 0.05)).toBe(59)
    expect([missRank(58, 0.05, 0.05), missRank(59, 0.05, 0.05)]).toEqual([0, 1])
  })

  it('uses the largest rank that the binomial allows', () => {
    for (const k of [60, 200, 1000]) {
      const j = missRank(k, 0.1, 0.05)
      expect(binomialCdf(j - 1, k, 0.1)).toBeLessThanOrEqual(0.05)
      expect(binomialCdf(j, k, 0.1)).toBeGreaterThan(0.05)
    }
  })

  it('counts unsure rows in the safe direction: whatever they are, the bound is not above the one of the true labels', () => {
    const random = substream(1, 'unsure', 0)
    for (let trial = 0; trial < 200; trial++) {
      const draws = (n: number): number[] => Array.from({ length: n }, () => Math.floor(random.float() * 20))
      const aliens = draws(40)
      const unsure = draws(12)
      const safe = directBound(
        { labelled: 500, alienScores: scores(...aliens), unsureScores: scores(...unsure) },
        0.1,
        0.05,
      )
      const truth = [...aliens, ...unsure.filter(() => random.float() < 0.5)]
      const told = directBound({ labelled: 500, alienScores: scores(...truth), unsureScores: scores() }, 0.1, 0.05)
      expect(safe).toBeLessThanOrEqual(told)
    }
  })

  it('is the least over how many of the unsure rows, the lowest first, are aliens', () => {
    const random = substream(2, 'unsure', 0)
    for (let trial = 0; trial < 100; trial++) {
      const draws = (n: number): Float64Array => scores(...Array.from({ length: n }, () => random.float()))
      const [alienScores, unsureScores] = [draws(40 + random.below(20)), draws(random.below(300))]
      let least = Number.POSITIVE_INFINITY
      for (let s = 0; s <= unsureScores.length; s++) {
        const together = scores(...alienScores, ...unsureScores.slice(0, s))
        least = Math.min(least, together[missRank(together.length, 0.1, 0.05) - 1])
      }
      expect(directBound({ labelled: 500, alienScores, unsureScores }, 0.1, 0.05)).toBe(least)
    }
  })

  it('gives nothing from too few aliens, and the lowest score from just enough', () => {
    expect(directBound({ labelled: 90, alienScores: ramp(20), unsureScores: scores() }, 0.1, 0.05)).toBe(-Infinity)
    expect(directBound({ labelled: 90, alienScores: ramp(29), unsureScores: scores() }, 0.1, 0.05)).toBe(1)
  })
})

describe('the bound on the number of aliens', () => {
  it('takes unsure rows for aliens', () => {
    const sure: Audit = { labelled: 200, alienScores: ramp(15), unsureScores: scores() }
    const unsure: Audit = { labelled: 200, alienScores: ramp(10), unsureScores: ramp(5) }
    expect(auditedAliensUpper(unsure, 1000, 0.05)).toBe(auditedAliensUpper(sure, 1000, 0.05))
  })
})

it('a walk that wins is named by what it rests on: a bound on the number of aliens, or the alpha given', () => {
  const samples = prepare(
    ramp(1000),
    ramp(1000).map((x) => (x > 500 ? 5000 + x : 2 * x)),
  )
  // Two labels are too few for the direct route, whatever they say.
  const few = { audit: { labelled: 2, alienScores: scores(), unsureScores: scores() }, samples, eta: 0.5, delta: 0.2 }
  expect(auditThreshold(few)).toMatchObject({ route: 'count', directTau: -Infinity })
  expect(auditThreshold({ ...few, alpha: 0.6 })).toMatchObject({ route: 'exact', alpha: 0.6 })
})

describe('how delta is shared', () => {
  it('adds up, and goes to the exact route when the audit is too small for the other', () => {
    for (const known of [true, false]) {
      for (const labelled of [10, 1000]) {
        const { direct, bound, walk } = shareDelta(0.05, 0.1, labelled, known)
        expect(direct + bound + walk).toBeCloseTo(0.05, 14)
        expect(direct > 0).toBe(labelled === 1000)
      }
    }
  })
})

describe('audit certificates', () => {
  const RUNS = thorough(400)
  const DELTA = 0.05
  const ETA = 0.1
  const cases = [
    { name: 'enough aliens', law: normalLaw(2.5), audited: 300, alpha: 0.2, known: false, careless: true },
    { name: 'few aliens', law: normalLaw(2.5), audited: 100, alpha: 0.1, known: false, careless: false },
    { name: 'all aliens on one score', law: normalLaw(4, 8), audited: 300, alpha: 0.2, known: false, careless: false },
    { name: 'ties', law: normalLaw(2.5, 0.5), audited: 300, alpha: 0.2, known: false, careless: true },
    { name: 'alpha known besides', law: normalLaw(3), audited: 200, alpha: 0.3, known: true, careless: true },
  ]
  const failures = (
    { name, law, audited, alpha, known }: (typeof cases)[number],
    delta: number,
    runs: number,
  ): number => {
    let count = 0
    for (let run = 0; run < runs; run++) {
      const { samples, alienScores } = draw(law, { n0: 400, nm: 600, alpha, audited }, name, run)
      // Every tenth alien is not recognised for sure.
      const audit = {
        labelled: audited,
        alienScores: alienScores.filter((_, i) => i % 10 !== 3),
        unsureScores: alienScores.filter((_, i) => i % 10 === 3),
      }
      const { tau } = auditThreshold({ audit, samples, eta: ETA, delta, alpha: known ? alpha : undefined })
      if (law.missRate(tau) > ETA) count++
    }
    return count
  }

  it.each(cases)('keep the promise: $name', (scenario) => {
    expect(failures(scenario, DELTA, RUNS)).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })

  it.each(cases.filter(({ careless }) => careless))(
    'break it at even odds, and this test sees it: $name',
    (scenario) => {
      expect(failures(scenario, 0.75, 200)).toBeGreaterThan(allowedFailures(200, DELTA))
    },
  )
})

describe('planning an audit', () => {
  it('finds the number of labels that holds enough aliens', () => {
    const { aliens, labels } = planAudit(0.1, 0.05, 0.05, 0.9)
    expect(aliens).toBe(59)
    expect(1 - binomialCdf(aliens - 1, labels, 0.1)).toBeGreaterThanOrEqual(0.9)
    expect(1 - binomialCdf(aliens - 1, labels - 1, 0.1)).toBeLessThan(0.9)
  })

  it('says what a label adds: chance first, then a larger usable miss rate, with diminishing returns', () => {
    const few = auditGain(0.1, 0.05, 0.05, 500)
    const many = auditGain(0.1, 0.05, 0.05, 5000)
    expect(few.chance).toBeLessThan(many.chance)
    expect(few.chancePerLabel).toBeGreaterThan(many.chancePerLabel)
    expect(many.missRate).toBeGreaterThan(few.missRate)
    expect(many.missRate).toBeLessThan(0.05)
  })
})
