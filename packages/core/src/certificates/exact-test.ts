import { clopperPearsonLower, clopperPearsonUpper } from '../numeric/clopper-pearson.js'
import { type Counts, statisticTail } from './exact-tail.js'

/*
 * The exact test of H: Fa(t) >= eta at one threshold t fixed beforehand, from b0 ~ Bin(n0, p0) and bm ~ Bin(nm, pm).
 *
 * The null. With a true share a <= alpha, H says pm >= (1-a) p0 + a eta. Over all a in (0, alpha] the weakest of these is
 * pm >= edge(p0) = min(p0, (1-alpha) p0 + alpha eta). So testing against `edge` needs alpha only as an upper bound, and no
 * admissibility (the paper's Corollary asks F0 >= Fm everywhere): where p0 >= eta, which is every threshold of interest,
 * it costs nothing.
 *
 * The p-value (Berger & Boos, JASA 89, 1994). P(T <= T_observed) falls in pm and rises in p0, so it is largest on
 * pm = edge(p0). With a confidence set C for (p0, pm) of level 1 - gamma, sup over C and H of P(T <= T_observed), plus
 * gamma, is a p-value. C is a product of two Clopper-Pearson intervals; on the edge it confines p0 from both samples.
 *
 * The supremum. g(p) = P(T <= T_observed | p, edge(p)). For product binomials the derivatives f''/f of the likelihood are
 * orthogonal (Bhattacharyya), with E[(f''/f)^2] <= 2 I^2, I = n0/(p0 q0) + s^2 nm/(pm qm), s the slope of the edge. By
 * Cauchy-Schwarz |g''| <= sqrt(2) I sqrt(g), so on a cell [a, b] where I <= J the largest value G satisfies
 * G <= max(g(a), g(b)) + k sqrt(G), k = sqrt(2) J (b-a)^2 / 8: a bound on the whole cell, of second order in its width.
 * Where J is infinite (p0 = 1) the corner (b, edge(a)) bounds the cell, T being stochastically smallest there.
 */

export interface ExactTest extends Counts {
  /** The share of aliens in the mixture, or an upper bound on it. */
  readonly alpha: number
  /** The miss rate to refute. */
  readonly eta: number
  /** The part of the level spent on confining the nuisance parameter. */
  readonly gamma: number
}

/** Cut from each binomial sum and added back as a bound, relative to gamma. */
const TRUNCATION = 1e-4
const MAX_EVALUATIONS = 600

interface Cell {
  readonly a: number
  readonly b: number
  readonly ga: number
  readonly gb: number
}

/** Whether H: Fa(t) >= eta is refuted at `level`: a bound on the p-value is at most `level`. */
export function exactRejects(test: ExactTest, level: number): boolean {
  return supremum(test, { level, tolerance: 0 }) + test.gamma <= level
}

/** An upper bound on the p-value of H: Fa(t) >= eta, at most `tolerance` (relative) above the p-value itself. */
export function exactPValue(test: ExactTest, tolerance = 0.01): number {
  return Math.min(1, supremum(test, { level: 1, tolerance }) + test.gamma)
}

/**
 * An upper bound on sup g over the confined edge, by refining the cells whose bound is too large. With `level` < 1 it
 * stops as soon as sup g + gamma <= level is proved or refuted (then some g above the level is returned).
 */
function supremum(test: ExactTest, goal: { readonly level: number; readonly tolerance: number }): number {
  const { alpha, eta, gamma } = test
  const edge = (p: number): number => Math.min(p, (1 - alpha) * p + alpha * eta)
  const tail = (p: number, pm: number): number => statisticTail(test, alpha, p, pm, TRUNCATION * gamma)
  const range = nuisanceRange(test)
  if (range === null) return 0
  const [low, high] = range
  const limit = goal.level - gamma
  const stack: Cell[] = []
  let best = 0
  let bound = 0
  let evaluations = 0
  const g = (p: number): number => {
    const value = tail(p, edge(p))
    evaluations++
    best = Math.max(best, value)
    return value
  }
  const corners = low < eta && eta < high ? [low, eta, high] : [low, high] // the edge has a kink at eta
  const values = corners.map(g)
  for (let i = 1; i < corners.length; i++) {
    stack.push({ a: corners[i - 1], b: corners[i], ga: values[i - 1], gb: values[i] })
  }
  while (stack.length > 0) {
    if (goal.level < 1 && best > limit) return best
    const cell = stack.pop()!
    const { a, b, ga, gb } = cell
    const enough = goal.level < 1 ? limit : Math.max(best * (1 + goal.tolerance), 1e-3 * gamma)
    const slope = b <= eta ? 1 : 1 - alpha
    let cellBound = interiorBound(test, edge, slope, cell)
    if (cellBound > enough && b - a > 0) {
      const middle = (a + b) / 2
      const finite = cellBound < 1
      if (!finite) cellBound = Math.min(1, tail(b, edge(a)))
      evaluations++
      if (cellBound > enough && evaluations < MAX_EVALUATIONS && middle > a && middle < b) {
        const gMiddle = g(middle)
        stack.push({ a: middle, b, ga: gMiddle, gb }, { a, b: middle, ga, gb: gMiddle })
        continue
      }
    }
    bound = Math.max(bound, cellBound)
  }
  return Math.max(bound, best)
}

/** The root of G = M + k sqrt(G): no value of g on the cell is larger. Infinity where the information is unbounded. */
function interiorBound(test: ExactTest, edge: (p: number) => number, slope: number, cell: Cell): number {
  const { a, b, ga, gb } = cell
  const most = Math.max(ga, gb)
  if (a === b) return most
  const least = (p: number, q: number): number => Math.min(p * (1 - p), q * (1 - q)) // concave: least at an end
  const information = test.n0 / least(a, b) + (slope * slope * test.nm) / least(edge(a), edge(b))
  const k = (Math.SQRT2 / 8) * information * (b - a) * (b - a)
  const root = (k + Math.sqrt(k * k + 4 * most)) / 2
  return Math.min(root * root, most + k / 2)
}

/**
 * The values of p0 on the edge that the confidence set leaves: Clopper-Pearson bounds on p0 from the nominal sample and,
 * through the inverse of the edge, from the mixture, each at gamma / 4. Null: the set does not meet H at all.
 */
function nuisanceRange({ b0, n0, bm, nm, alpha, eta, gamma }: ExactTest): readonly [number, number] | null {
  const share = gamma / 4
  const inverse = (pm: number): number =>
    pm <= eta ? pm : alpha < 1 ? Math.min(1, (pm - alpha * eta) / (1 - alpha)) : 1
  const low = clopperPearsonLower(b0, n0, share)
  const high = clopperPearsonUpper(b0, n0, share)
  const lowFromMixture = inverse(clopperPearsonLower(bm, nm, share))
  const highFromMixture = inverse(clopperPearsonUpper(bm, nm, share))
  if (low > highFromMixture) return null
  // When the mixture's interval lies wholly above the edge, the corner (high, edge(high)) dominates what is left.
  return [Math.min(high, Math.max(low, lowFromMixture)), Math.min(high, highFromMixture)]
}
