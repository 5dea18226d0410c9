import type { Estimate, EstimatorName, Refusal } from './estimator.js'

/** Which estimate to build on, by the rule of the journal paper's authors. An estimate all the same: never a bound. */
export interface Recommendation {
  readonly name: EstimatorName
  readonly alpha: number
  /** The upper end of its interval; the estimate itself when there is none. */
  readonly upper: number
  /** Whether bt-patrasen, c-ps and c-roc told the same story. */
  readonly agreed: boolean
  readonly reason: string
}

/** Two estimates agree within the larger of these: an absolute difference, and a share of the larger of the two. */
const NEAR = 0.05
const NEAR_SHARE = 0.2

/**
 * The authors' rule: bt-patrasen if it agrees with c-ps and c-roc, else c-roc. They do not say what agreement is; ours is
 * a difference of at most .05 or a fifth of the larger one.
 */
export function recommend(estimates: readonly (Estimate | Refusal)[]): Recommendation | null {
  const find = (name: EstimatorName): Estimate | null => {
    const found = estimates.find((estimate) => estimate.name === name)
    return found !== undefined && found.alpha !== null ? found : null
  }
  const patraSen = find('bt-patrasen')
  const others = [find('c-ps'), find('c-roc')]
  const near = (a: Estimate | null, b: Estimate | null): boolean =>
    a !== null &&
    b !== null &&
    Math.abs(a.alpha - b.alpha) <= Math.max(NEAR, NEAR_SHARE * Math.max(a.alpha, b.alpha)) + 1e-12
  const take = (estimate: Estimate, agreed: boolean, reason: string): Recommendation => {
    const { name, alpha, interval } = estimate
    return { name, alpha, upper: Math.max(alpha, interval?.[1] ?? alpha), agreed, reason }
  }
  if (patraSen !== null && others.every((other) => near(patraSen, other)))
    return take(patraSen, true, 'bt-patrasen agrees with c-ps and c-roc')
  if (others[1] !== null) return take(others[1], false, 'bt-patrasen, c-ps and c-roc do not agree: c-roc')
  if (patraSen !== null) return take(patraSen, false, 'there is no c-roc to compare with: bt-patrasen alone')
  return null
}
