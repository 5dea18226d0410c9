/** Consecutive ranks differ by this factor in the false alarm rate they aim at. */
const STEP = 0.97
/** The walk never begins above this false alarm rate. */
export const HIGHEST_RATE = 0.97

/** The rank among n0 scores that a new one exceeds with probability `rate`, on average. */
export function rankAtRate(n0: number, rate: number): number {
  return Math.min(n0, Math.max(1, n0 + 1 - Math.round(rate * (n0 + 1))))
}

/** The rates from `rate` downwards, in steps, while a rank is left for them; ranks ascending and distinct. */
export function ranksFrom(n0: number, rate: number): number[] {
  const ranks = [rankAtRate(n0, rate)]
  for (let r = rate * STEP; ranks[ranks.length - 1] < n0; r *= STEP) {
    const k = rankAtRate(n0, r)
    if (k > ranks[ranks.length - 1]) ranks.push(k)
  }
  return ranks
}
