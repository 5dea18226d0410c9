import { asSamples, type Samples, type ScoreArrays } from '../../cdf/samples.js'
import type { Spent } from '../spent.js'
import { rankAtRate } from '../walk/ranks.js'
import { mixtureCounts } from '../walk/ties.js'
import { exactPValueAt } from './rank-test.js'

/*
 * A lower bound on alpha that assumes nothing about the aliens: Fm >= (1-alpha) F0 at every threshold, so a threshold with
 * Fm well below F0 refutes a small alpha.
 */

/** False alarm rates at whose nominal ranks the exact bound looks, fixed beforehand. */
const RATES: readonly number[] = [0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01]

/**
 * Exact: at the nominal score of a fixed rank, alpha <= a says that the number of mixture scores at or below it is at
 * least Bin(nm, (1-a) V), V ~ Beta(k, n0+1-k). The bound is the largest a refuted at any of m ranks, at level delta/m each.
 * Fails with probability at most delta.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 1000 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score : 2000 + i))
 * alphaLowerBound({ nominal, mixture }, 0.05) // => 0.4583…
 * ```
 */
export function alphaLowerBound(scores: Samples | ScoreArrays, delta: number): number {
  const samples = asSamples(scores)
  return remembered(samples, `bound ${delta}`, () => largestRefuted(samples, delta))
}

/** Whether the data prove, in the same way, that more than alpha is alien; quicker than to ask how much more. */
export function refutesAlpha(samples: Samples, alpha: number, delta: number): boolean {
  return remembered(
    samples,
    `refuted ${alpha} ${delta}`,
    () => testsOf(samples, delta).some((refutes) => refutes(alpha)) && alphaLowerBound(samples, delta) > alpha,
  )
}

/** Every certificate asks the same of the same samples: it is answered once. */
function remembered<Answer extends number | boolean>(samples: Samples, question: string, answer: () => Answer): Answer {
  let known = answers.get(samples)
  if (known === undefined) answers.set(samples, (known = new Map()))
  if (!known.has(question)) known.set(question, answer())
  return known.get(question) as Answer
}

const answers = new WeakMap<Samples, Map<string, number | boolean>>()

/** What the bound spends at each of its ranks. */
export function spentOnAlpha(n0: number, delta: number): Spent {
  const ranks = ranksOf(n0)
  const parts = ranks.map((k) => ({ what: `rank ${k}`, level: delta / ranks.length }))
  return { joined: 'by union', parts, falseAlarms: null }
}

function ranksOf(n0: number): number[] {
  return [...new Set(RATES.map((rate) => rankAtRate(n0, rate)))].sort((a, b) => a - b)
}

/** For each rank, whether a share is refuted there. */
function testsOf(samples: Samples, delta: number): ((alpha: number) => boolean)[] {
  const n0 = samples.nominal.length
  const nm = samples.mixture.length
  const ranks = ranksOf(n0)
  const counts = mixtureCounts(samples, ranks)
  const { parts } = spentOnAlpha(n0, delta)
  return ranks.map((k, i) => {
    const { level } = parts[i]
    return (alpha) => exactPValueAt({ k, n0, bm: counts[i], nm, alpha, eta: 0 }, level) <= level
  })
}

function largestRefuted(samples: Samples, delta: number): number {
  let best = 0
  for (const refutes of testsOf(samples, delta)) {
    if (!refutes(best)) continue
    let low = best
    let high = 1
    while (high - low > 1e-5) {
      const a = (low + high) / 2
      if (refutes(a)) low = a
      else high = a
    }
    best = low
  }
  return best
}
