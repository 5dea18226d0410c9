/**
 * The exact probability that a Bernoulli(p) sequence is, at some time up to `trials`, in the region `crossed`: by the law of
 * the number of successes on paths that have not crossed yet. No simulation, so no allowance for chance.
 */
export function crossingProbability(p: number, trials: number, crossed: (k: number, n: number) => boolean): number {
  let alive = new Float64Array(trials + 2)
  alive[0] = 1
  let gone = 0
  for (let n = 1; n <= trials; n++) {
    const next = new Float64Array(trials + 2)
    for (let k = 0; k <= n; k++) {
      const mass = (1 - p) * alive[k] + (k > 0 ? p * alive[k - 1] : 0)
      if (mass < 1e-18) gone += mass
      else if (crossed(k, n)) gone += mass
      else next[k] = mass
    }
    alive = next
  }
  return gone
}
