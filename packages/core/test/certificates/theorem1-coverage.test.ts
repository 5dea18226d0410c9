import { beforeAll, describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { rawThreshold } from '../../src/certificates/algorithm1/algorithm1.js'
import { proveByTheorem1 } from '../../src/certificates/bands/theorem1-prover.js'
import { binomialSurvival } from '../../src/numeric/binomial.js'
import { normalCdf } from '../../src/numeric/normal.js'
import { Random } from '../../src/numeric/random.js'

/*
 * Runs whose true miss rate (or false alarm rate, jointly) breaks the promise are counted. A sound
 * method fails with probability at most 1e-6.
 */
const RUNS = thorough(400)
const DELTA = 0.05
const ETA = 0.2
const ALPHA = 0.5

/** The smallest c with P(Bin(runs, delta) > c) <= 1e-6. */
function allowedFailures(runs: number, delta: number): number {
  let c = 0
  while (binomialSurvival(c, runs, delta) > 1e-6) c++
  return c
}

interface Law {
  readonly name: string
  readonly n: number
  nominal(random: Random): number
  alien(random: Random): number
  /** Fa and F0. */
  missRate(tau: number): number
  nominalCdf(tau: number): number
}

const steps = [0.3, 0.25, 0.2, 0.15, 0.06, 0.03, 0.01]
const upTo = (weights: readonly number[], tau: number): number =>
  weights.reduce((sum, w, k) => (k <= tau ? sum + w : sum), 0)
const pick = (weights: readonly number[], random: Random): number => {
  let left = random.float()
  const k = weights.findIndex((w) => (left -= w) < 0)
  return k < 0 ? weights.length - 1 : k
}
/** At score 3 the miss rate is just above ETA. */
const alienSteps = [0.02, 0.05, 0.08, 0.055, 0.265, 0.265, 0.265]

const laws: Law[] = [
  {
    name: 'normal scores',
    n: 1500,
    nominal: (random) => random.normal(),
    alien: (random) => 2 + random.normal(),
    missRate: (tau) => normalCdf(tau - 2),
    nominalCdf: normalCdf,
  },
  {
    name: 'discrete scores with heavy ties',
    n: 1500,
    nominal: (random) => pick(steps, random),
    alien: (random) => pick(alienSteps, random),
    missRate: (tau) => upTo(alienSteps, tau),
    nominalCdf: (tau) => upTo(steps, tau),
  },
]

it('the number of failures that a sound method may show is 86 of 1000 and 149 of 2000 at delta .05', () => {
  expect([allowedFailures(1000, 0.05), allowedFailures(2000, 0.05)]).toEqual([86, 149])
})

describe.each(laws)('Theorem 1 on $name', ({ n, nominal, alien, missRate, nominalCdf }) => {
  let missed = 0
  let joint = 0
  let sabotaged = 0
  let certified = 0

  beforeAll(() => {
    const random = new Random(2018, 6, 11)
    for (let run = 0; run < RUNS; run++) {
      const scores0 = Float64Array.from({ length: n }, () => nominal(random))
      const scoresM = Float64Array.from({ length: n }, () => (random.float() < ALPHA ? alien : nominal)(random))
      const samples = prepare(scores0, scoresM)
      const promise = proveByTheorem1(samples, { alpha: ALPHA, eta: ETA, delta: DELTA })
      if (!promise.certified) continue
      certified++
      const missedHere = missRate(promise.tau) > ETA
      if (missedHere) missed++
      if (missedHere || 1 - nominalCdf(promise.tau) > promise.falseAlarmRateUpper) joint++
      if (missRate(rawThreshold(samples, ALPHA, ETA)) > ETA) sabotaged++ // no slack for the samples' noise
    }
  }, 120_000)

  it('issues every certificate asked for: these sizes carry the promise', () => {
    expect(certified).toBe(RUNS)
  })

  it('keeps the promise, alone and together with its bound on false alarms', () => {
    expect(missed).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
    expect(joint).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })

  it('without its slack breaks the promise, and this test sees it', () => {
    expect(sabotaged).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })
})
