import { array, bad, count, type Fields } from '../../codec/shape.js'
import { log } from '../../numeric/elementary.js'
import { sortedCopy } from '../../numeric/sort.js'

/** Training scores that are kept as they are at the top, and evenly spaced ones below. */
const KEPT = 2048

/** Ranks of scores among the training scores of a detector: plain data. */
export interface Ranks {
  readonly count: number
  /** Some of the training scores, ascending and distinct, and the middle rank of each among all. */
  readonly knots: Float64Array
  readonly ranks: Float64Array
}

export function learnRanks(scores: Float64Array): Ranks {
  const sorted = sortedCopy(scores)
  const n = sorted.length
  const every = Math.max(1, Math.floor((n - KEPT) / KEPT))
  const knots: number[] = []
  const ranks: number[] = []
  for (let from = 0, next = 0; from < n; ) {
    let to = from + 1
    while (to < n && sorted[to] === sorted[from]) to++
    if (to > next || to > n - KEPT) {
      knots.push(sorted[from])
      ranks.push((from + to) / 2)
      next = to + every
    }
    from = to
  }
  return { count: n, knots: Float64Array.from(knots), ranks: Float64Array.from(ranks) }
}

/**
 * Minus the log of the share of training scores above a score, in (0, ln(count + 1)): a rank that tells the highest
 * apart. Between knots ranks are linear; beyond them they go on towards 0 and count + 1/2, so that no two scores tie.
 */
export function surprisalOfRank({ count, knots, ranks }: Ranks, x: number): number {
  return -log(1 - rankOf(count, knots, ranks, x) / (count + 1))
}

function rankOf(count: number, knots: Float64Array, ranks: Float64Array, x: number): number {
  const last = knots.length - 1
  const range = knots[last] - knots[0]
  const unit = range > 0 ? range : 1
  if (x <= knots[0]) return ranks[0] / (1 + (knots[0] - x) / unit)
  if (x >= knots[last]) return count + 0.5 - (count + 0.5 - ranks[last]) / (1 + (x - knots[last]) / unit)
  let low = 0
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (knots[middle] <= x) low = middle
    else high = middle
  }
  return ranks[low] + (ranks[high] - ranks[low]) * ((x - knots[low]) / (knots[high] - knots[low]))
}

export function unpackRanks(packed: Fields): Ranks {
  const rows = count(packed.count, 'the ranks')
  const knots = array(packed.knots, 'the ranks', [Float64Array])
  const ranks = array(packed.ranks, 'the ranks', [Float64Array], knots.length)
  const ascending = (values: Float64Array): boolean => values.every((x, i) => i === 0 || x > values[i - 1])
  const possible =
    knots.length > 0 &&
    knots.every(Number.isFinite) &&
    Number.isFinite(knots[knots.length - 1] - knots[0]) &&
    ascending(knots) &&
    ascending(ranks) &&
    ranks.every((rank) => rank > 0 && rank <= rows)
  if (!possible) throw bad('its ranks are impossible')
  return { count: rows, knots, ranks }
}
