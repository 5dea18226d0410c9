import { type OtherAlpha, recallBelow } from '../method.js'
import { certifiedThreshold } from './prover.js'
import { exactPValueAt } from './rank-test.js'

/** What exact says of the same samples if alpha is another. */
export const exactOtherAlpha: OtherAlpha = {
  thresholdAt: (samples, decided, alpha) => certifiedThreshold(samples, { ...decided, alpha }).tau,
  /** The test that carries the threshold, at the level that the walk gave it, turned round. */
  supportedRecalls(samples, decided, alphas) {
    const { rank, steps } = certifiedThreshold(samples, decided)
    const carrying = steps.find((step) => step.k === rank)
    if (carrying === undefined) return alphas.map(() => null)
    const { k, bm, level } = carrying
    const test = { k, n0: samples.nominal.length, bm, nm: samples.mixture.length }
    return alphas.map((alpha) =>
      recallBelow(leastRefuted((eta) => exactPValueAt({ ...test, alpha, eta }, level) <= level)),
    )
  },
}

/** The least miss rate that a monotone test refutes, to four digits; 1 when it refutes none. */
function leastRefuted(refutes: (eta: number) => boolean): number {
  if (refutes(0)) return 0
  let low = 0
  let high = 1
  while (high - low > 5e-5) {
    const middle = (low + high) / 2
    if (refutes(middle)) high = middle
    else low = middle
  }
  return high
}
