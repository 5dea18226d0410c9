import { type OtherAlpha, recallBelow } from '../method.js'
import { leastRefuted } from '../walk/refuted.js'
import { certifiedThreshold, termsOf } from './prover.js'
import { exactPValueAt } from './rank-test.js'

/** What exact says of the same samples if alpha is another. */
export const exactOtherAlpha: OtherAlpha = {
  thresholdAt: (samples, decided, alpha) => certifiedThreshold(samples, { ...termsOf(decided), alpha }).tau,
  /** The test that carries the threshold, at the level that the walk gave it, turned round. */
  supportedRecalls(samples, decided, alphas) {
    const { rank, steps } = certifiedThreshold(samples, termsOf(decided))
    const carrying = steps.findLast((step) => step.k === rank)
    if (carrying === undefined) return alphas.map(() => null)
    const { k, bm, level } = carrying
    const test = { k, n0: samples.nominal.length, bm, nm: samples.mixture.length }
    return alphas.map((alpha) =>
      recallBelow(leastRefuted((eta) => exactPValueAt({ ...test, alpha, eta }, level) <= level)),
    )
  },
}
