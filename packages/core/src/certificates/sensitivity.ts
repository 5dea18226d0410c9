import { shareAbove } from '../cdf/empirical.js'
import type { Samples } from '../cdf/samples.js'
import { isotonicThreshold, rawThreshold } from './algorithm1/algorithm1.js'
import { bandThreshold, coversFewerAliens } from './bands/band-threshold.js'
import { dkwEpsilon, dkwThreshold } from './bands/dkw.js'
import { theorem1Bands, theorem1Epsilon } from './bands/theorem1.js'
import type { Certificate } from './certificate.js'
import { complement } from './checks.js'
import type { Sensitivity } from './evidence-types.js'
import { alphaLowerBound } from './exact/alpha-lower-bound.js'
import { exactPValueAt } from './exact/rank-test.js'
import { exactThreshold } from './exact/threshold.js'
import { recallBelow } from './method.js'

/** By which factor alpha may be wrong, in the table of a report. */
const OFF = [0.8, 0.9, 1, 1.1, 1.2]
const GRID = 21
const DEFAULT_DELTA = 0.05

/** What was decided, as far as alpha matters for it. */
export type Decision = Pick<Certificate, 'method' | 'tau' | 'alpha' | 'q' | 'eta' | 'delta'>

/**
 * What the same two samples say if alpha is another than the one decided with. Null for an audit, whose
 * promise rests on labels.
 */
export function sensitivity(samples: Samples, decision: Decision): Sensitivity | null {
  if (decision.method === 'audit') return null
  const { nominal, mixture } = samples
  const delta = decision.delta ?? DEFAULT_DELTA
  const lowerBound = alphaLowerBound(samples, delta)
  const alphas = alphasAround(decision.alpha, lowerBound)
  const taus = alphas.map((alpha) => thresholdAt(samples, decision, alpha))
  return {
    lowerBound,
    confidence: complement(delta),
    alpha: alphas,
    recall: alphas.map((alpha) => 1 - missRate(samples, decision.tau, alpha)),
    promised: promisedRecalls(samples, decision, alphas),
    tau: taus.map((tau) => (tau === Number.NEGATIVE_INFINITY ? null : tau)),
    falseAlarmRate: taus.map((tau) => shareAbove(nominal, tau)),
    alarmRate: taus.map((tau) => shareAbove(mixture, tau)),
  }
}

/** Evenly from half of alpha (or less, to show what the data refute) to one and a half, with the factors of OFF among them. */
function alphasAround(alpha: number, lowerBound: number): number[] {
  const low = lowerBound > 0 ? Math.min(alpha / 2, 0.8 * lowerBound) : alpha / 2
  const high = Math.min(1, 1.5 * alpha)
  const even = Array.from({ length: GRID }, (_, k) => low + ((high - low) * k) / (GRID - 1))
  const all = [...even, ...OFF.map((factor) => factor * alpha)].map((x) => Number(x.toPrecision(12)))
  return [...new Set(all)].filter((x) => x > 0 && x <= 1).sort((a, b) => a - b)
}

/** The threshold had this alpha been given; -Infinity when none short of alarming on everything would do. */
function thresholdAt(samples: Samples, { method, alpha: decided, q, eta, delta }: Decision, alpha: number): number {
  if (method === 'algorithm1-isotonic') return isotonicThreshold(samples, alpha, q!)
  if (eta === null || delta === null) return rawThreshold(samples, alpha, q!)
  if (method === 'exact') return exactThreshold({ samples, alpha, eta, delta }).tau
  if (method === 'dkw') return dkwThreshold(samples, { alpha, eta, delta })?.tau ?? Number.NEGATIVE_INFINITY
  const { nominal, mixture } = samples
  const n = Math.min(nominal.length, mixture.length)
  const largestQ = eta - theorem1Epsilon(alpha, delta, n)
  const ownQ = q !== eta - theorem1Epsilon(decided, delta, n)
  if (!(largestQ >= (ownQ ? q! : 0))) return Number.NEGATIVE_INFINITY
  const bands = theorem1Bands(delta, nominal.length, mixture.length)
  const { tau, plain } = bandThreshold(samples, { alpha, q: ownQ ? q! : largestQ }, bands)
  return tau < plain ? Number.NEGATIVE_INFINITY : tau
}

/** Fa_hat at tau if alpha were the true share, clipped to [0, 1]. */
function missRate({ nominal, mixture }: Samples, tau: number, alpha: number): number {
  const excess = 1 - shareAbove(mixture, tau) - (1 - alpha) * (1 - shareAbove(nominal, tau))
  return Math.min(1, Math.max(0, excess / alpha))
}

/** For each alpha the largest recall, of four digits, that the method supports at the threshold decided on. */
function promisedRecalls(samples: Samples, decision: Decision, alphas: readonly number[]): (number | null)[] {
  const { method, tau, eta, delta } = decision
  const { nominal, mixture } = samples
  if (eta === null || delta === null) return alphas.map(() => null)
  if (tau === Number.NEGATIVE_INFINITY) return alphas.map(() => 1)
  const [n0, nm] = [nominal.length, mixture.length]
  if (method !== 'exact') {
    const at = { f0: 1 - shareAbove(nominal, tau), fm: 1 - shareAbove(mixture, tau) }
    return alphas.map((alpha) => {
      const { epsilon, ...bands } =
        method === 'dkw'
          ? dkwEpsilon({ alpha, delta, n0, nm })
          : { epsilon: theorem1Epsilon(alpha, delta, Math.min(n0, nm)), ...theorem1Bands(delta, n0, nm) }
      return coversFewerAliens(at, bands) ? recallBelow(missRate(samples, tau, alpha) + epsilon) : null
    })
  }
  // The test that carries the threshold, at the level that the walk gave it, turned round.
  const { rank, steps } = exactThreshold({ samples, alpha: decision.alpha, eta, delta })
  const carrying = steps.find((step) => step.k === rank)
  if (carrying === undefined) return alphas.map(() => null)
  const { k, bm, level } = carrying
  return alphas.map((alpha) =>
    recallBelow(leastRefuted((tried) => exactPValueAt({ k, n0, bm, nm, alpha, eta: tried }, level) <= level)),
  )
}

/** The least miss rate that a monotone test refutes, to four digits; 1 when it refutes none. */
function leastRefuted(refutes: (eta: number) => boolean): number {
  if (refutes(0)) return 0
  let low = 0
  let high = 1
  while (high - low > 5e-5) {
    const middle = (low + high) / 2
    if (refutes(middle)) high = middle
    else low = middle
  }
  return high
}
