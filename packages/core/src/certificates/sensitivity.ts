import { shareAbove } from '../cdf/empirical.js'
import type { Samples } from '../cdf/samples.js'
import { estimateOf, isEstimate } from './algorithm1/estimates.js'
import { missRate } from './algorithm1/miss-rate.js'
import type { Certificate } from './certificate.js'
import { complement } from './checks.js'
import { aliensLowerBound } from './count/lower-bound.js'
import type { Sensitivity } from './evidence-types.js'
import { alphaLowerBound } from './exact/alpha-lower-bound.js'
import { methodOf } from './methods.js'

/** By which factor alpha may be wrong, in the table of a report. */
const OFF = [0.8, 0.9, 1, 1.1, 1.2]
const GRID = 21
const DEFAULT_DELTA = 0.05

/** What was decided, as far as alpha matters for it. */
export type Decision = Pick<Certificate, 'method' | 'tau' | 'alpha' | 'q' | 'eta' | 'delta'> &
  Partial<Pick<Certificate, 'alphaSource' | 'gates' | 'separation'>>

/** What the same two samples say if alpha is another than the one decided with. Null where labels carry the promise. */
export function sensitivity(samples: Samples, decision: Decision): Sensitivity | null {
  const { nominal, mixture } = samples
  const moved = underOtherAlphas(decision)
  if (moved === null) return null
  const delta = decision.delta ?? DEFAULT_DELTA
  const ofFile = !isEstimate(decision.method) && methodOf(decision.method).restsOn === 'count'
  const lowerBound = ofFile ? aliensLowerBound(samples, delta) / mixture.length : alphaLowerBound(samples, delta)
  const alphas = alphasAround(decision.alpha, lowerBound)
  const taus = alphas.map((alpha) => moved.thresholdAt(samples, alpha))
  return {
    lowerBound,
    confidence: complement(delta),
    alpha: alphas,
    recall: alphas.map((alpha) => 1 - missRate(samples, decision.tau, alpha)),
    promised: moved.supportedRecalls(samples, alphas),
    tau: taus.map((tau) => (tau === Number.NEGATIVE_INFINITY ? null : tau)),
    falseAlarmRate: taus.map((tau) => shareAbove(nominal, tau)),
    alarmRate: taus.map((tau) => shareAbove(mixture, tau)),
  }
}

interface Moved {
  thresholdAt(samples: Samples, alpha: number): number
  supportedRecalls(samples: Samples, alphas: readonly number[]): (number | null)[]
}

/** What the method of the decision makes of other alphas; null where alpha does not carry it. */
function underOtherAlphas({ method, ...decision }: Decision): Moved | null {
  const { tau, q, eta, delta } = decision
  if (isEstimate(method)) {
    return {
      thresholdAt: (samples, alpha) => estimateOf(method)(samples, alpha, q!),
      supportedRecalls: (_, alphas) => alphas.map(() => null),
    }
  }
  const { otherAlpha } = methodOf(method)
  if (otherAlpha === null) return null
  const decided = { ...decision, eta: eta!, delta: delta! }
  return {
    thresholdAt: (samples, alpha) => otherAlpha.thresholdAt(samples, decided, alpha),
    // Where everything alarms, every alien does.
    supportedRecalls: (samples, alphas) =>
      tau === Number.NEGATIVE_INFINITY ? alphas.map(() => 1) : otherAlpha.supportedRecalls(samples, decided, alphas),
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
