import { clopperPearsonLower, clopperPearsonUpper } from '../numeric/clopper-pearson.js'

/** Thresholds tried: evenly spaced from 0 to 1. */
const THRESHOLDS = 200
/** Each of the two binomial bounds may fail with this probability, at any one threshold. */
const LEVEL = 0.1

/**
 * The least slope of the ROC curve (Scott, AISTATS 2015; Blanchard, Lee & Scott 2010): 1 - alpha is at most the share of the
 * mixture at or below a threshold over that of the nominals. The minimum over the thresholds of an upper bound on the one
 * over a lower bound on the other. Ascending scores in [0, 1], high for mixture rows. The estimate of alpha is 1 - slope.
 */
export function rocSlopeEstimate(nominal: Float64Array, mixture: Float64Array): number {
  const n0 = nominal.length
  const nm = mixture.length
  let slope = 1
  for (let k = 0, i = 0, j = 0; k < THRESHOLDS; k++) {
    const t = k / (THRESHOLDS - 1)
    const before = i
    while (i < n0 && nominal[i] <= t) i++
    while (j < nm && mixture[j] <= t) j++
    // More of the mixture against the same nominals is no smaller a slope.
    if (i === 0 || i === n0 || i === before) continue
    slope = Math.min(slope, clopperPearsonUpper(j, nm, LEVEL) / clopperPearsonLower(i, n0, LEVEL))
  }
  return Math.min(1, Math.max(0, 1 - slope))
}
