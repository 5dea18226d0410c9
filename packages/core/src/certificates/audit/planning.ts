import { binomialSurvival } from '../../numeric/binomial.js'
import { fewestAliens, missRank } from './audit.js'

export interface AuditPlan {
  /** Labelled aliens that carry the direct certificate at all. */
  readonly aliens: number
  /** Rows to label so that this many aliens turn up with probability `power`. */
  readonly labels: number
}

/** Where aliens are rarer than this, no number of rows will do. */
const MOST_LABELS = Number.MAX_SAFE_INTEGER

/**
 * How large an audit must be for the direct certificate. `alpha`: the expected share of aliens.
 *
 * @example
 * ```ts
 * planAudit(0.1, 0.1, 0.05) // => { aliens: 29, labels: 357 }
 * ```
 */
export function planAudit(alpha: number, eta: number, delta: number, power = 0.9): AuditPlan {
  const aliens = fewestAliens(eta, delta)
  const chance = (m: number): number => binomialSurvival(aliens - 1, m, alpha)
  let high = Math.min(MOST_LABELS, Math.ceil(aliens / alpha))
  while (high < MOST_LABELS && chance(high) < power) high = Math.min(MOST_LABELS, 2 * high)
  let low = aliens - 1
  while (high - low > 1) {
    const m = Math.floor((low + high) / 2)
    if (chance(m) < power) low = m
    else high = m
  }
  return { aliens, labels: high }
}

export interface AuditGain {
  /** The chance that `labels` rows hold enough aliens for the direct certificate. */
  readonly chance: number
  /** The miss rate that the certified threshold has on average, when issued at the expected number of aliens; eta is the limit. */
  readonly missRate: number
  /** What ten per cent more labels add: to the chance, and to the miss rate that can be used, per label. */
  readonly chancePerLabel: number
  readonly missRatePerLabel: number
}

/**
 * What an audit of `labels` rows buys, and what a further label would.
 *
 * @example
 * ```ts
 * auditGain(0.2, 0.1, 0.05, 200).chance // => 0.9820…
 * ```
 */
export function auditGain(alpha: number, eta: number, delta: number, labels: number): AuditGain {
  const aliens = fewestAliens(eta, delta)
  const chance = (m: number): number => binomialSurvival(aliens - 1, m, alpha)
  // The j-th smallest of k scores has a mean miss rate of j / (k + 1).
  const missRate = (m: number): number => {
    const k = Math.round(alpha * m)
    return missRank(k, eta, delta) / (k + 1)
  }
  const more = Math.max(1, Math.round(labels / 10))
  return {
    chance: chance(labels),
    missRate: missRate(labels),
    chancePerLabel: (chance(labels + more) - chance(labels)) / more,
    missRatePerLabel: Math.max(0, missRate(labels + more) - missRate(labels)) / more,
  }
}
