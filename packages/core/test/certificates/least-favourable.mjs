/*
 * The error of a walk over ranks, computed instead of simulated, for aliens none of whom scores below F0 = u and eta+ of whom score just there: the least
 * favourable law. The first rank K beyond u must not be certified; that takes its own test, at the level of a walk that comes to it, or a later gate. The sum
 * over these tests is what the proof in docs/certificates.md bounds by delta, wherever u lies. `lib` holds the functions of the library that are used: tests take them
 * from its sources, `npm run bench:coverage` from what was built.
 */

/** How the exact tests of a schedule pass, given F0 at the rank. */
export function exactLaw(lib, { n0, nm, alpha, eta }, schedule) {
  const edge = (v) => Math.min(v, (1 - alpha) * v + alpha * eta)
  const critical = criticalCounts(nm, (k, bm) => lib.exactPValue({ k, n0, bm, nm, alpha, eta }))
  return { n0, schedule, passes: (k, level, v) => lib.binomialCdf(critical(k, level), nm, edge(v)) }
}

/** The same for a known number of aliens. Below F0 = eta the proof gives every test up for lost. */
export function countLaw(lib, { n0, nm, aliens, eta }, schedule) {
  const critical = criticalCounts(nm, (k, bm) => lib.countPValue({ k, n0, bm, nm, aliens, eta }))
  const ofAliens = Array.from({ length: aliens + 1 }, (_, c) => lib.binomialPmf(c, aliens, eta))
  const passes = (k, level, v) => {
    const b = critical(k, level)
    if (b < 0) return 0
    return v < eta ? 1 : sumCdf(b, nm - aliens, v, ofAliens)
  }
  return { n0, schedule, passes }
}

/** The largest bounding sum over an even grid of u; each conditional chance by the midpoint rule in the beta quantile. */
export function worstError(lib, law, { points = 16, nodes = 20 } = {}) {
  return Math.max(...Array.from({ length: points }, (_, i) => walkError(lib, law, (i + 0.5) / points, nodes)))
}

function walkError({ betaQuantile, binomialPmf }, { n0, schedule, passes }, u, nodes) {
  const { ranks, gates, levels } = schedule
  // Given `below` nominals up to u, the one of rank k > below lies at u + (1-u) Beta(k - below, n0 + 1 - k).
  const chance = (k, level, below) => {
    let sum = 0
    for (let i = 0; i < nodes; i++) {
      sum += passes(k, level, u + (1 - u) * betaQuantile((i + 0.5) / nodes, k - below, n0 + 1 - k))
    }
    return sum / nodes
  }
  let error = 0
  for (let below = 0; below < n0; below++) {
    const weight = binomialPmf(below, n0, u)
    const first = ranks.findIndex((k) => k > below)
    if (weight < 1e-6 || first < 0) continue
    let sum = chance(ranks[first], levels[first], below)
    for (const { index, level } of gates) if (index > first) sum += chance(ranks[index], level, below)
    error += weight * sum
  }
  return error
}

/** The largest count that passes, remembered for each rank and level; -1 when none does. */
function criticalCounts(nm, pValue) {
  const known = new Map()
  return (k, level) => {
    const key = `${k} ${level}`
    let critical = known.get(key)
    if (critical === undefined) {
      let [low, high] = [-1, nm]
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (pValue(k, middle) <= level) low = middle
        else high = middle
      }
      critical = low
      known.set(key, critical)
    }
    return critical
  }
}

/** P(Bin(n, v) + C <= b), C with the chances given. */
function sumCdf(b, n, v, ofC) {
  let pmf = (1 - v) ** n
  let cdf = 0
  let sum = 0
  for (let m = 0; m <= b; m++) {
    cdf += m > n ? 0 : pmf
    pmf *= ((n - m) / (m + 1)) * (v / (1 - v))
    if (b - m < ofC.length) sum += cdf * ofC[b - m]
  }
  return sum
}
