import { betaCdf } from '../../numeric/beta.js'
import { binomialCdf, binomialPmf } from '../../numeric/binomial.js'

/*
 * The exact test of H: Fa(Y) >= eta at Y = the k-th smallest of n0 nominal scores, from B = how many of nm mixture scores
 * are <= Y.
 *
 * V = F0(Y) follows Beta(k, n0 + 1 - k), whatever F0 is: the threshold being an order statistic, nothing about F0 is left to
 * estimate, and there is no nuisance parameter. Given V, B ~ Bin(nm, Fm(Y)), and under H with a true share a <= alpha
 * Fm(Y) >= (1-a) V + a eta >= edge(V) = min(V, (1-alpha) V + alpha eta), the least over a in (0, alpha]. So
 *     p(B) = E[ P(Bin(nm, edge(V)) <= B) ]
 * is a p-value, exact when a = alpha and Fa(Y) = eta. alpha may be an upper bound, and no admissibility is needed (the
 * paper's Corollary asks F0 >= Fm everywhere): for V >= eta, that is at every threshold of interest, edge costs nothing.
 * With atoms in F0, V is stochastically larger than the beta law, and the test is conservative.
 */
export interface RankTest {
  /** The rank of the threshold among the nominal scores, 1 .. n0. */
  readonly k: number
  readonly n0: number
  /** How many mixture scores lie at or below it. */
  readonly bm: number
  readonly nm: number
  /** The share of aliens in the mixture, or an upper bound on it. */
  readonly alpha: number
  /** The miss rate to refute. */
  readonly eta: number
  /** Whether a smaller share than alpha is possible too (the default) or not: edge is then the line without the minimum. */
  readonly shareIs?: 'at most alpha' | 'alpha'
}

/** Width of a cell of the integral, in standard deviations of Bin(nm, .): a first look, then the answer. */
const COARSE = 0.4
const FINE = 0.1
/** How far the even cells reach, in the same unit; beyond it they widen, up to FAR. */
const REACH = 5
const FAR = 60
/** Covers the rounding of the special functions (1e-12) and of the sums. */
const ROUNDING = 1 + 1e-8

/**
 * An upper bound on the p-value, tight to about half a percent. F(p) = P(Bin(nm, p) <= B) is a beta survival function:
 * concave up to p = B/(nm-1), convex beyond. On each cell of V the conditional mean m of V is known exactly, so
 * E[F | cell] <= F(edge(m)) where F is concave (Jensen) and <= the chord at m where it is convex. Outside the cells, F is at most
 * its value at the left end.
 */
export function exactPValue(test: RankTest, cell: number = FINE): number {
  const { k, n0, bm, nm } = test
  if (bm >= nm) return 1
  const tail = (v: number): number => binomialCdf(bm, nm, edge(test, v))
  const inflection = bm / (nm - 1)
  let sum = 0
  let left = 0
  let fLeft = tail(0)
  let massLeft = 0 // P(V <= left)
  let meanLeft = 0 // E[V; V <= left] (n0 + 1) / k = P(V <= left) - (1 - left) P(Bin(n0, left) = k)
  for (const right of cellEdges(test, cell)) {
    const fRight = tail(right)
    const massRight = betaCdf(right, k, n0 + 1 - k)
    const meanRight = massRight - (1 - right) * binomialPmf(k, n0, right)
    const mass = massRight - massLeft
    if (mass > 0) {
      const mean = ((k / (n0 + 1)) * (meanRight - meanLeft)) / mass
      const m = Math.min(right, Math.max(left, mean))
      const concave = edge(test, right) <= inflection
      sum += mass * (left === 0 ? fLeft : concave ? tail(m) : fLeft + ((fRight - fLeft) * (m - left)) / (right - left))
    }
    left = right
    fLeft = fRight
    massLeft = massRight
    meanLeft = meanRight
  }
  return Math.min(1, (sum + fLeft * (1 - massLeft)) * ROUNDING)
}

/** The p-value, or a coarser bound on it when that is already at most `level`. */
export function exactPValueAt(test: RankTest, level: number): number {
  const coarse = exactPValue(test, COARSE)
  return coarse <= level ? coarse : exactPValue(test, FINE)
}

function edge({ alpha, eta, shareIs }: RankTest, v: number): number {
  const line = (1 - alpha) * v + alpha * eta
  return shareIs === 'alpha' ? line : Math.min(v, line)
}

function inverseEdge({ alpha, eta, shareIs }: RankTest, p: number): number {
  if (p <= eta && shareIs !== 'alpha') return p
  return alpha < 1 ? (p - alpha * eta) / (1 - alpha) : 1
}

/** Ascending cell boundaries in (0, 1), where V has mass: steps of the binomial, its inflection, the kink of the edge. */
function cellEdges(test: RankTest, cell: number): number[] {
  const { k, n0, bm, nm, eta } = test
  const mean = k / (n0 + 1)
  const spread = 8 * Math.sqrt((mean * (1 - mean)) / (n0 + 2)) + 40 / (n0 + 1)
  const low = Math.max(0, mean - spread)
  const high = Math.min(1, mean + spread)
  const centre = (bm + 0.5) / (nm + 1)
  const deviation = Math.sqrt((centre * (1 - centre)) / nm)
  const marks = [eta, inverseEdge(test, bm / (nm - 1)), low, high]
  for (let z = -REACH; z <= FAR; z += z < REACH ? cell : z * cell) marks.push(inverseEdge(test, centre + z * deviation))
  return marks.filter((v) => v > 0 && v < 1 && v >= low && v <= high).sort((a, b) => a - b)
}
