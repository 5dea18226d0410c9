import { betaCdf } from '../../numeric/beta.js'
import { binomialCdf, binomialPmf, binomialSurvival } from '../../numeric/binomial.js'
import { waitingCdf, waitingPmf, waitingRatio } from '../../numeric/hypergeometric.js'

/*
 * The test of H: Fa(Y) >= eta at Y = the k-th smallest of n0 nominal scores, when at most A of the nm mixture rows are alien.
 *
 * V = F0(Y) follows Beta(k, n0 + 1 - k). Given V, the number B of mixture scores <= Y is Bin(nm - A', V) + Bin(A', Fa(Y)), A' <= A being the true number of
 * aliens. Where V >= eta, under H, that is stochastically at least Bin(nm - A, V) + Bin(A, eta); where V < eta nothing is claimed. So
 *     p(B) = P(V < eta) + E[ P(Bin(nm - A, V) + Bin(A, eta) <= B); V >= eta ]
 * is a p-value. With the expectation over all V, which is a little more, there is no integral left: given V, Bin(nm - A, V) counts how many of nm - A draws
 * from F0 lie below the k-th of n0 other draws, a matter of ranks,
 *     p(B) <= P(V < eta) + P(M + C <= B),
 * M negative hypergeometric, C ~ Bin(A, eta), independent. Useful where P(V < eta) is negligible: at every threshold of interest.
 */
export interface CountTest {
  /** The rank of the threshold among the nominal scores, 1 .. n0. */
  readonly k: number
  readonly n0: number
  /** How many mixture scores lie at or below it. */
  readonly bm: number
  readonly nm: number
  /** How many of the mixture rows are alien, at most; 0 .. nm. */
  readonly aliens: number
  /** The miss rate to refute. */
  readonly eta: number
}

/** -log of the chance, 1e-12, of an alien count outside the window that is summed over; what lies outside is bounded all the same. */
const OUTSIDE = 27.6
/** Covers the rounding of the chances (1e-12) and of their sums. */
const ROUNDING = 1 + 1e-8
const TINY = 1e-14

/** The p-value, from above: exact but for P(V < eta) and rounding. */
export function countPValue({ k, n0, bm, nm, aliens, eta }: CountTest): number {
  if (bm >= nm) return 1
  const uncovered = betaCdf(eta, k, n0 + 1 - k)
  return Math.min(1, (uncovered + sumCdf(bm, { k, n0, n: nm - aliens }, aliens, eta)) * ROUNDING + TINY)
}

/** P(M + C <= b) for M as above among n rows and C ~ Bin(aliens, eta). */
function sumCdf(
  b: number,
  { k, n0, n }: { readonly k: number; readonly n0: number; readonly n: number },
  aliens: number,
  eta: number,
): number {
  const mean = aliens * eta
  // Bernstein's inequality: P(|C - mean| > t) <= 2 exp(-t^2 / (2 variance + 2 t / 3)).
  const reach = OUTSIDE / 3 + Math.sqrt((OUTSIDE * OUTSIDE) / 9 + 2 * OUTSIDE * mean * (1 - eta))
  const low = Math.max(0, Math.floor(mean - reach))
  const high = Math.min(aliens, Math.ceil(mean + reach), b)
  if (high < low) return binomialCdf(b, aliens, eta)
  const ofAliens = chances(low, high, Math.floor((aliens + 1) * eta), {
    pmf: (c) => binomialPmf(c, aliens, eta),
    up: (c) => ((aliens - c) / (c + 1)) * (eta / (1 - eta)),
  })
  const [least, most] = [b - high, b - low]
  const mode = n0 > 1 ? Math.ceil((n * (k - 1) - (n0 - k)) / (n0 - 1)) : 0
  const ofNominals = chances(least, most, Math.min(n, Math.max(0, mode)), {
    pmf: (m) => waitingPmf(m, k, n0, n),
    up: (m) => (m < n ? waitingRatio(m, k, n0, n) : 0),
  })
  // C below the window counts as passed; C above it leaves at most `least` - 1 nominals to pass.
  let passed = waitingCdf(least - 1, k, n0, n)
  let sum = binomialCdf(low - 1, aliens, eta) + binomialSurvival(high, aliens, eta) * passed
  for (let m = least; m <= most; m++) {
    passed += ofNominals[m - least]
    sum += Math.min(1, passed) * ofAliens[b - m - low]
  }
  return sum
}

/** The chances of low .. high, from the most likely of them outwards: each from the one before, so that none starts from an underflow. */
function chances(
  low: number,
  high: number,
  mode: number,
  { pmf, up }: { pmf(i: number): number; up(i: number): number },
): Float64Array {
  const all = new Float64Array(high - low + 1)
  const peak = Math.min(high, Math.max(low, mode))
  all[peak - low] = pmf(peak)
  for (let i = peak; i < high; i++) all[i + 1 - low] = all[i - low] * up(i)
  for (let i = peak; i > low; i--) {
    const ratio = up(i - 1)
    all[i - 1 - low] = ratio > 0 ? all[i - low] / ratio : pmf(i - 1)
  }
  return all
}
