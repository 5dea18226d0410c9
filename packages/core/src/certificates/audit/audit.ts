import { largestBelow, type Samples } from '../../cdf/samples.js'
import { binomialCdf } from '../../numeric/binomial.js'
import { countScheduleFor } from '../count/schedule.js'
import { countThreshold } from '../count/threshold.js'
import { aliensUpperBound } from '../count/upper-bound.js'
import { ALPHA_BEFOREHAND, scheduleFor } from '../exact/schedule.js'
import { exactThreshold } from '../exact/threshold.js'
import type { Spent } from '../spent.js'
import { type Schedule, spentBy } from '../walk/schedule.js'

/** What a person found in a uniform random sample of the mixture. All scores ascending. */
export interface Audit {
  /** Rows labelled, of whatever verdict. */
  readonly labelled: number
  readonly alienScores: Float64Array
  readonly unsureScores: Float64Array
}

/** How many of the `rows` of the mixture are alien, at most, at least 1; fails with probability at most delta. Unsure rows count as aliens. */
export function auditedAliensUpper(audit: Audit, rows: number, delta: number): number {
  const found = audit.alienScores.length + audit.unsureScores.length
  return Math.max(1, aliensUpperBound(found, audit.labelled, rows, delta))
}

/** The largest j with P(Bin(k, eta) <= j - 1) <= delta: the j-th smallest of k alien scores bounds the eta-quantile. 0: none. */
export function missRank(k: number, eta: number, delta: number): number {
  let low = 0
  let high = k
  while (low < high) {
    const j = Math.floor((low + high + 1) / 2)
    if (binomialCdf(j - 1, k, eta) <= delta) low = j
    else high = j - 1
  }
  return low
}

/** Where a miss rate is smaller than this tells apart, no number of aliens will do. */
const MOST_ALIENS = 2 ** 52

/** The fewest labelled aliens that carry a direct certificate: (1 - eta)^k <= delta. */
export function fewestAliens(eta: number, delta: number): number {
  const tooFew = (k: number): boolean => !(binomialCdf(0, k, eta) <= delta)
  let high = 1
  while (high < MOST_ALIENS && tooFew(high)) high *= 2
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const k = Math.floor((low + high) / 2)
    if (tooFew(k)) low = k
    else high = k
  }
  return high
}

/**
 * The score below which at most eta of all aliens lie, with probability 1 - delta, from labelled aliens alone; -Infinity when
 * they are too few. Given their number, the aliens in the audit are independent draws from Da. Let t be the first score with
 * Fa(t) >= eta. Fewer than j of k draws are <= t with probability P(Bin(k, Fa(t)) <= j-1) <= delta, and otherwise the
 * j-th smallest is <= t, so at most eta of Da lies strictly below it. Strictly: with ties the j-th smallest itself
 * would not do (all aliens may share one score).
 *
 * Unsure rows: leaving them out would bias the sample towards recognisable aliens. Any s of them may be aliens, at
 * worst the s lowest; the smallest answer over s is below the one that the true labels give.
 */
export function directBound({ alienScores, unsureScores }: Audit, eta: number, delta: number): number {
  let bound = Number.POSITIVE_INFINITY
  for (let s = 0; s <= unsureScores.length; s++) {
    const j = missRank(alienScores.length + s, eta, delta)
    if (j === 0) return Number.NEGATIVE_INFINITY
    bound = Math.min(bound, smallestOfTwo(alienScores, unsureScores.subarray(0, s), j))
  }
  return bound
}

/** The j-th smallest (from 1) of two ascending arrays together. */
function smallestOfTwo(a: Float64Array, b: Float64Array, j: number): number {
  let low = Math.max(0, j - b.length)
  let high = Math.min(j, a.length)
  while (low < high) {
    const i = Math.floor((low + high) / 2) // i from a, j - i from b
    if (a[i] < b[j - i - 1]) low = i + 1
    else high = i
  }
  const fromA = low > 0 ? a[low - 1] : Number.NEGATIVE_INFINITY
  const fromB = j - low > 0 ? b[j - low - 1] : Number.NEGATIVE_INFINITY
  return Math.max(fromA, fromB)
}

export interface AuditInput {
  readonly audit: Audit
  /** The audited rows are part of the mixture. */
  readonly samples: Samples
  readonly eta: number
  readonly delta: number
  /** An upper bound on alpha known without the audit; it then needs no share of delta. */
  readonly alpha?: number
}

export interface AuditThreshold {
  /** The larger of the two thresholds; -Infinity when neither certifies. */
  readonly tau: number
  /** The one that won: from the labelled aliens, from the bound on their number in the file, or exact with the alpha given. */
  readonly route: 'direct' | 'count' | 'exact' | null
  readonly directTau: number
  readonly walkTau: number
  /** The share of aliens that the walk used: given, or bounded. */
  readonly alpha: number
  readonly deltas: AuditDeltas
  readonly schedule: Schedule
  readonly spent: Spent
}

/** How delta is shared; a union bound, so the routes may depend on one another as they like. */
export interface AuditDeltas {
  readonly direct: number
  /** For the bound on the number of aliens; 0 when alpha is known. */
  readonly bound: number
  readonly walk: number
}

/**
 * The shares are fixed by sizes and promise, before any label is seen. A number of aliens that is 10 % too large costs ten points of
 * miss rate, so the walk with a bound from the audit needs thousands of labelled rows where the direct route needs
 * dozens of aliens: it keeps a tenth. When the audit is too small for the direct route to succeed, the other takes all.
 */
export function shareDelta(delta: number, eta: number, labelled: number, alphaIsKnown: boolean): AuditDeltas {
  const forDirect = alphaIsKnown ? 0.5 : 0.9
  const direct = labelled >= fewestAliens(eta, forDirect * delta) ? forDirect * delta : 0
  const rest = delta - direct
  return alphaIsKnown ? { direct, bound: 0, walk: rest } : { direct, bound: rest / 2, walk: rest / 2 }
}

/**
 * The sharper of the direct certificate and a walk, together at confidence 1 - delta. The walk is scheduled without looking at the
 * labels: so its threshold falls as the number of aliens grows, and one that holds for the true number holds for every bound
 * above it.
 */
export function auditThreshold(input: AuditInput): AuditThreshold {
  const { audit, samples, eta, delta } = input
  const deltas = shareDelta(delta, eta, audit.labelled, input.alpha !== undefined)
  const bound = deltas.direct > 0 ? directBound(audit, eta, deltas.direct) : Number.NEGATIVE_INFINITY
  const directTau = largestBelow(samples, bound)
  const {
    tau: walkTau,
    schedule,
    alpha,
  } = input.alpha === undefined ? byCount(input, deltas) : byAlpha(input, input.alpha, deltas)
  const tau = Math.max(directTau, walkTau)
  const walked = input.alpha === undefined ? 'count' : 'exact'
  const route = tau === Number.NEGATIVE_INFINITY ? null : directTau >= walkTau ? 'direct' : walked
  const spent: Spent = {
    joined: 'by union',
    parts: [
      ...(deltas.direct > 0 ? [{ what: 'labelled aliens', level: deltas.direct }] : []),
      ...(deltas.bound > 0 ? [{ what: 'number of aliens', level: deltas.bound }] : []),
      ...spentBy(schedule),
    ],
    falseAlarms: delta,
  }
  return { tau, route, directTau, walkTau, alpha, deltas, schedule, spent }
}

type Walked = Pick<AuditThreshold, 'tau' | 'schedule' | 'alpha'>

function byCount({ audit, samples, eta }: AuditInput, deltas: AuditDeltas): Walked {
  const [n0, nm] = [samples.nominal.length, samples.mixture.length]
  const aliens = auditedAliensUpper(audit, nm, deltas.bound)
  const beforehand = Math.max(1, Math.round(ALPHA_BEFOREHAND * nm))
  const schedule = countScheduleFor({ aliens: beforehand, eta, delta: deltas.walk, n0, nm })
  return { tau: countThreshold({ samples, aliens, eta, schedule }).tau, schedule, alpha: aliens / nm }
}

function byAlpha({ samples, eta }: AuditInput, alpha: number, deltas: AuditDeltas): Walked {
  const [n0, nm] = [samples.nominal.length, samples.mixture.length]
  const schedule = scheduleFor({ alpha, eta, delta: deltas.walk, n0, nm })
  return { tau: exactThreshold({ samples, alpha, eta, schedule }).tau, schedule, alpha }
}
