import type { Estimate, EstimatorName, Refusal } from './estimator.js'

/** Which estimate to build on. An estimate all the same: never a bound. */
export interface Recommendation {
  readonly name: EstimatorName
  readonly alpha: number
  /** The upper end of its interval; the estimate itself when there is none. */
  readonly upper: number
  /** Whether bt-patrasen, c-ps and c-roc, or most of all estimators, told the same story. */
  readonly agreed: boolean
  readonly reason: string
}

/** Two estimates agree within the larger of these: an absolute difference, and a share of the larger of the two. */
const NEAR = 0.05
const NEAR_SHARE = 0.2

/** Fewer estimators than this are no company to agree in. */
const COMPANY = 3

/**
 * Agreement decides. The authors' rule comes first: bt-patrasen if it agrees with c-ps and c-roc. They do not say what
 * agreement is; ours is a difference of at most .05 or a fifth of the larger one. Otherwise, if three or more estimators, and more than
 * half of all, agree with each other, the one in their middle. If there is no such company, c-roc, as the authors have
 * it, and the reason says what the disagreement means.
 *
 * @example
 * ```ts
 * const estimates = (['bt-patrasen', 'c-ps', 'c-roc'] as const).map((name) => ({ name, alpha: 0.1, interval: null, guarantee: false as const }))
 * recommend(estimates)?.name // => 'bt-patrasen'
 * ```
 */
export function recommend(estimates: readonly (Estimate | Refusal)[]): Recommendation | null {
  const found = estimates.filter((estimate): estimate is Estimate => estimate.alpha !== null)
  const find = (name: EstimatorName): Estimate | undefined => found.find((estimate) => estimate.name === name)
  const [patraSen, votes, roc] = [find('bt-patrasen'), find('c-ps'), find('c-roc')]
  if (patraSen && votes && roc && near(patraSen, votes) && near(patraSen, roc)) {
    return take(patraSen, true, 'bt-patrasen agrees with c-ps and c-roc')
  }
  const company = largestCompany(found)
  if (company.length >= COMPANY && 2 * company.length > found.length) {
    const names = company.map(({ name }) => name).join(', ')
    const others = found.length - company.length
    const outside = others === 0 ? '' : `; ${others} ${others === 1 ? 'differs' : 'differ'}`
    return take(middleOf(company), true, `${company.length} of ${found.length} estimators agree (${names})${outside}`)
  }
  const alone = roc ?? patraSen
  if (alone === undefined) return null
  if (found.length === 1) return take(alone, false, `there is nothing to compare with: ${alone.name} alone`)
  return take(alone, false, `${disagreement(found)}: ${alone.name}, which may be far off; labels would settle it`)
}

function near(a: Estimate, b: Estimate): boolean {
  return Math.abs(a.alpha - b.alpha) <= Math.max(NEAR, NEAR_SHARE * Math.max(a.alpha, b.alpha)) + 1e-12
}

function take({ name, alpha, interval }: Estimate, agreed: boolean, reason: string): Recommendation {
  return { name, alpha, upper: Math.max(alpha, interval?.[1] ?? alpha), agreed, reason }
}

/** The most estimates of which any two agree, ascending; the closest ones where several are as many. */
function largestCompany(estimates: readonly Estimate[]): Estimate[] {
  const sorted = estimates.toSorted((a, b) => a.alpha - b.alpha)
  const spread = (some: readonly Estimate[]): number => some[some.length - 1].alpha - some[0].alpha
  let best: Estimate[] = []
  for (let from = 0; from < sorted.length; from++) {
    const some = sorted.slice(from).filter((other) => near(sorted[from], other))
    const closer = some.length === best.length && spread(some) < spread(best)
    if (some.length > best.length || closer) best = some
  }
  return best
}

/** The middle one; of two middle ones the larger, because too small an alpha is the worse mistake. */
function middleOf(ascending: readonly Estimate[]): Estimate {
  return ascending[ascending.length >> 1]
}

function disagreement(estimates: readonly Estimate[]): string {
  const alphas = estimates.map(({ alpha }) => alpha)
  const [low, high] = [Math.min(...alphas), Math.max(...alphas)].map((alpha) => alpha.toFixed(3).replace(/^0/, ''))
  return `the estimators disagree (${low} to ${high})`
}
