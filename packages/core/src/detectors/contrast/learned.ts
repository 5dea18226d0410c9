import { sortedCopy } from '../../numeric/sort.js'

/** How well scores tell mixture rows from nominal ones: the chance that a mixture row scores higher, and its scatter where there is nothing to learn. */
export interface Learned {
  readonly auc: number
  readonly deviation: number
}

/** Standard deviations above one half from which something was learned beyond doubt. */
const BEYOND_DOUBT = 3

/** The Mann-Whitney statistic; ties count half. */
export function whatIsLearned(nominal: Float64Array, mixture: Float64Array): Learned {
  const n0 = nominal.length
  const nm = mixture.length
  const low = sortedCopy(nominal)
  const high = sortedCopy(mixture)
  let below = 0
  let upTo = 0
  let wins = 0
  for (let i = 0; i < nm; i++) {
    while (below < n0 && low[below] < high[i]) below++
    while (upTo < n0 && low[upTo] <= high[i]) upTo++
    wins += below + (upTo - below) / 2
  }
  return { auc: wins / (n0 * nm), deviation: Math.sqrt((n0 + nm + 1) / (12 * n0 * nm)) }
}

/** Whether the forest has learned anything that chance would not explain. */
export function hasLearned({ auc, deviation }: Learned): boolean {
  return auc > 0.5 + BEYOND_DOUBT * deviation
}
