import { prepare, type Samples } from '../../src/cdf/samples.js'
import { binomialSurvival } from '../../src/numeric/binomial.js'
import { normalCdf, normalQuantile } from '../../src/numeric/normal.js'
import { type Random, substream } from '../../src/numeric/random.js'

/*
 * How a promise is tested: seeded runs on score laws with a closed-form miss rate; the runs that
 * break the promise are counted, and a sound method exceeds `allowedFailures` with probability at most 1e-6.
 */

/** The smallest c with P(Bin(runs, delta) > c) <= 1e-6. */
export function allowedFailures(runs: number, delta: number): number {
  let c = 0
  while (binomialSurvival(c, runs, delta) > 1e-6) c++
  return c
}

export interface ScoreLaw {
  nominal(random: Random): number
  alien(random: Random): number
  /** Fa. */
  missRate(tau: number): number
  /** F0. */
  nominalCdf(tau: number): number
}

/** Normal scores, aliens `separation` deviations up; rounded to multiples of `grain` when it is positive. */
export function normalLaw(separation: number, grain = 0): ScoreLaw {
  const round = (x: number): number => (grain > 0 ? Math.round(x / grain) * grain : x)
  // A rounded score is <= tau exactly when the score itself is below the next rounding boundary.
  const boundary = (tau: number): number => (grain > 0 ? (Math.floor(tau / grain + 1e-9) + 0.5) * grain : tau)
  return {
    nominal: (random) => round(random.normal()),
    alien: (random) => round(separation + random.normal()),
    missRate: (tau) => normalCdf(boundary(tau) - separation),
    nominalCdf: (tau) => normalCdf(boundary(tau)),
  }
}

/** The separation at which exactly eta is missed at a false alarm rate of `rate`: the null hypothesis holds there with equality. */
export function criticalSeparation(eta: number, rate = 0.05): number {
  return -normalQuantile(rate) - normalQuantile(eta)
}

export interface Drawn {
  /** In the order of the rows. */
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly samples: Samples
  /** Ascending. */
  readonly alienScores: Float64Array
}

/** Two samples, the mixture with a share alpha of aliens, and the aliens among its first `audited` rows. */
export function draw(
  law: ScoreLaw,
  { n0, nm, alpha, audited = 0 }: { n0: number; nm: number; alpha: number; audited?: number },
  label: string,
  run: number,
): Drawn {
  const random = substream(2018, label, run)
  const nominal = Float64Array.from({ length: n0 }, () => law.nominal(random))
  const alienScores: number[] = []
  const mixture = Float64Array.from({ length: nm }, (_, i) => {
    const alien = random.float() < alpha
    const score = alien ? law.alien(random) : law.nominal(random)
    if (alien && i < audited) alienScores.push(score)
    return score
  })
  return { nominal, mixture, samples: prepare(nominal, mixture), alienScores: Float64Array.from(alienScores).sort() }
}
