import { countAtMost } from '../cdf/empirical.js'
import { thresholdGrid } from './exact-grid.js'
import { chooseStart } from './exact-start.js'
import { exactRejects } from './exact-test.js'

/*
 * The walk. H_k: Fa(t_k) >= eta on a grid t_1 < t_2 < ... that does not depend on the certified samples. Fa is monotone, so
 * if H_k is true so are all later ones, and closed testing (Marcus, Peritz & Gabriel 1976) needs one local test of
 * each H_k at level delta that may look at every later threshold too: t_i is certified when the local tests of H_1, ..., H_i all
 * reject. Error: let i be the first true one; certifying t_i or beyond needs its local test to reject, probability <= delta.
 * The local tests: below the gate, "p_k <= (1 - weight) delta or p_gate <= weight delta" (Bonferroni); from the gate on,
 * "p_k <= delta". So a certificate is read off by testing the gate at weight x delta, walking up to it from below only
 * if that fails, and going on at the full delta beyond it. This is the fallback procedure (Wiens 2003), sharpened: beyond
 * the gate nothing of delta is missing, because the earlier hypotheses are implied by the later ones.
 */

export interface ExactInput {
  /** Ascending scores, independent of one another and of `reference`. */
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  /** Other nominal scores, ascending: they place the thresholds and certify nothing. */
  readonly reference: Float64Array
  /** The share of aliens, or an upper bound on it. */
  readonly alpha: number
  readonly eta: number
  readonly delta: number
}

export interface ExactStep {
  readonly threshold: number
  readonly b0: number
  readonly bm: number
  /** The level of the test and whether Fa(threshold) >= eta was refuted at it. */
  readonly level: number
  readonly rejected: boolean
}

export interface ExactThreshold {
  /** The largest certified threshold; -Infinity when none is. */
  readonly tau: number
  /** All thresholds that could have been certified, ascending: what a simultaneous statement must range over. */
  readonly grid: Float64Array
  readonly steps: readonly ExactStep[]
}

/** The share of each level that confines the nuisance parameter (Berger-Boos). */
const GAMMA = 0.01

export function exactThreshold(input: ExactInput): ExactThreshold {
  const { nominal, mixture, reference, alpha, eta, delta } = input
  const n0 = nominal.length
  const nm = mixture.length
  const grid = thresholdGrid(reference, 1 / (20 * n0))
  const { gate, weight, low } = chooseStart(grid, reference, { alpha, eta, delta, n0, nm })
  const steps: ExactStep[] = []
  const rejects = (k: number, level: number): boolean => {
    const b0 = countAtMost(nominal, grid[k])
    const bm = countAtMost(mixture, grid[k])
    const rejected = exactRejects({ b0, n0, bm, nm, alpha, eta, gamma: GAMMA * level }, level)
    steps.push({ threshold: grid[k], b0, bm, level, rejected })
    return rejected
  }
  const certified = walk(rejects, { gate, low, last: grid.length - 1 }, weight * delta, delta)
  return { tau: certified < 0 ? Number.NEGATIVE_INFINITY : grid[certified], grid: grid.subarray(low), steps }
}

interface Course {
  readonly low: number
  readonly gate: number
  readonly last: number
}

/** The index of the last threshold certified, or -1. */
function walk(
  rejects: (k: number, level: number) => boolean,
  { low, gate, last }: Course,
  gateLevel: number,
  delta: number,
): number {
  let certified = gate
  if (!rejects(gate, gateLevel)) {
    certified = low - 1
    while (certified < gate && rejects(certified + 1, certified + 1 < gate ? delta - gateLevel : delta)) certified++
    if (certified < low) return -1
    if (certified < gate) return certified
  }
  while (certified < last && rejects(certified + 1, delta)) certified++
  return certified
}
