import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { auditThreshold } from '../../src/certificates/audit/audit.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { ALPHA_BEFOREHAND, scheduleFor } from '../../src/certificates/exact/schedule.js'
import { exactThreshold } from '../../src/certificates/exact/threshold.js'
import { allowedFailures, criticalSeparation, draw, normalLaw, type ScoreLaw } from './coverage.js'

/** Far enough apart that the rounding of p-values, half a percent, cannot reverse two of them. */
const ALPHAS = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const designs = [
  { n0: 300, nm: 500, eta: 0.2, delta: 0.1 },
  { n0: 1000, nm: 600, eta: 0.15, delta: 0.05 },
  { n0: 2500, nm: 2500, eta: 0.2, delta: 0.2 },
]

/** Every data set and design, with the thresholds of all alphas. */
function thresholds(
  tauOf: (samples: ReturnType<typeof draw>['samples'], design: (typeof designs)[number], alpha: number) => number,
) {
  return designs.flatMap((design) =>
    [1.2, 2.2, 3].flatMap((separation) =>
      [0, 0.4].flatMap((grain) =>
        [0, 1, 2].map((run) => {
          const { samples } = draw(
            normalLaw(separation, grain),
            { ...design, alpha: 0.3 },
            `schedule ${separation}`,
            run,
          )
          return ALPHAS.map((alpha) => tauOf(samples, design, alpha))
        }),
      ),
    ),
  )
}

const rises = (taus: number[]): boolean => taus.some((tau, i) => i > 0 && tau > taus[i - 1])

describe('with one schedule for all alphas', () => {
  it('a larger alpha never certifies a higher threshold', () => {
    const all = thresholds((samples, { n0, nm, eta, delta }, alpha) => {
      const schedule = scheduleFor({ alpha: ALPHA_BEFOREHAND, eta, delta, n0, nm })
      return exactThreshold({ samples, alpha, eta, schedule }).tau
    })
    expect(all.filter(rises)).toEqual([])
    expect(all.filter((taus) => taus[0] > taus.at(-1)!).length).toBeGreaterThan(10)
  })

  it('with a schedule for each it does: why an alpha read off the data may not choose it', () => {
    const all = thresholds((samples, { eta, delta }, alpha) => certifiedThreshold(samples, { alpha, eta, delta }).tau)
    expect(all.filter(rises).length).toBeGreaterThan(0)
  })
})

describe('an alpha that is a bound from the same data', () => {
  it('is tested by the schedule fixed beforehand', () => {
    const design = { n0: 2500, nm: 2500, eta: 0.2, delta: 0.2 }
    const { samples } = draw(normalLaw(3), { ...design, alpha: 0.3 }, 'bound', 0)
    const bound = certifiedThreshold(samples, { ...design, alpha: 0.9, alphaSource: 'bound' })
    expect(bound.schedule.ranks).toEqual(scheduleFor({ ...design, alpha: ALPHA_BEFOREHAND }).ranks)
    expect(bound.schedule.ranks).not.toEqual(certifiedThreshold(samples, { ...design, alpha: 0.9 }).schedule.ranks)
  })
})

describe('the walk of an audit', () => {
  const [ETA, DELTA, RUNS] = [0.3, 0.2, thorough(120)]
  const sizes = { n0: 300, nm: 400, alpha: 0.5 }
  const laws: [string, ScoreLaw][] = [
    ['eta missed at FPR .045', normalLaw(criticalSeparation(ETA, 0.045))],
    ['eta missed at FPR .045, ties', normalLaw(criticalSeparation(ETA, 0.045), 0.5)],
    ['eta missed at FPR .5', normalLaw(criticalSeparation(ETA, 0.5))],
    ['eta missed at FPR .9, ties', normalLaw(criticalSeparation(ETA, 0.9), 0.5)],
  ]

  /** A person labels every row: alpha is as sharp as it can be. `understated` mocks the bound on it. */
  const failures = ([name, law]: [string, ScoreLaw], understated: number): number => {
    let count = 0
    for (let run = 0; run < RUNS; run++) {
      const { samples, alienScores } = draw(law, { ...sizes, audited: sizes.nm }, name, run)
      const kept = alienScores.filter((_, i) => i % 100 >= 100 * understated)
      const audit = { labelled: sizes.nm, alienScores: kept, unsureScores: new Float64Array(0) }
      const { walkTau, spent } = auditThreshold({ audit, samples, eta: ETA, delta: DELTA })
      expect(spent.parts.length).toBeGreaterThanOrEqual(3)
      if (law.missRate(walkTau) > ETA) count++
    }
    return count
  }

  it.each(laws)('keeps the promise: %s', (...law) => {
    expect(failures(law, 0)).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })

  it('breaks it when half of the aliens are taken for nominals, and this test sees it', () => {
    expect(failures(laws[0], 0.5)).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })
})
