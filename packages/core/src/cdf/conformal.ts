import { expect } from '../errors.js'
import type { NominalRanks } from './nominal-ranks.js'

/**
 * Conformal p-values: the probability, at most, that an ordinary row scores as high. With b nominal scores >= s, (1 + b)/(n0 + 1) is
 * one for an ordinary row that is exchangeable with the nominal ones. From scores at fixed ranks only: if the score of rank r
 * is below s, then b <= n0 - r, so (n0 + 1 - r)/(n0 + 1) for the largest such r is never smaller, hence valid too.
 */
export function conformalPValues({ n0, rank, score }: NominalRanks, scores: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: scores.length }, (_, i) => {
    let low = 0
    let high = score.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (score[middle] < scores[i]) low = middle + 1
      else high = middle
    }
    return (n0 + 1 - (low === 0 ? 0 : rank[low - 1])) / (n0 + 1)
  })
}

/** How often each p-value occurs: few different ones, however many rows. */
export type PValueCounts = Map<number, number>

export function countPValues(counts: PValueCounts, pValues: Float64Array): void {
  for (const p of pValues) counts.set(p, (counts.get(p) ?? 0) + 1)
}

/**
 * Benjamini and Hochberg: rows with p-values up to this are selected, and of the selected at most a share `rate` is ordinary on
 * average. Conformal p-values from one nominal sample depend on each other positively, which the proof allows, and rounding them
 * up by a fixed rule keeps that. 0 where nothing is selected.
 */
export function selectionCutoff(counts: PValueCounts, rate: number): number {
  expect(rate > 0 && rate < 1, 'bad-option', `the false discovery rate must be in (0, 1), got ${rate}`)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let atMost = 0
  let cutoff = 0
  for (const [p, count] of [...counts].sort(([a], [b]) => a - b)) {
    atMost += count
    if (p <= (rate * atMost) / total) cutoff = p
  }
  return cutoff
}
