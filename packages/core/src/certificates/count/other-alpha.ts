import { type OtherAlpha, recallBelow } from '../method.js'
import { leastRefuted } from '../walk/refuted.js'
import { countPValue } from './count-test.js'
import { certifiedByCount } from './prover.js'

/** What count says of the same samples if another share of the file is alien. */
export const countOtherAlpha: OtherAlpha = {
  thresholdAt: (samples, decided, alpha) =>
    certifiedByCount(samples, { ...decided, aliens: aliensIn(samples.mixture.length, alpha) }).tau,
  supportedRecalls(samples, decided, alphas) {
    const [n0, nm] = [samples.nominal.length, samples.mixture.length]
    const { rank, steps } = certifiedByCount(samples, { ...decided, aliens: aliensIn(nm, decided.alpha) })
    const carrying = steps.findLast((step) => step.k === rank)
    if (carrying === undefined) return alphas.map(() => null)
    const { k, bm, level } = carrying
    return alphas.map((alpha) => {
      const test = { k, n0, bm, nm, aliens: aliensIn(nm, alpha) }
      return recallBelow(leastRefuted((eta) => countPValue({ ...test, eta }) <= level))
    })
  },
}

function aliensIn(rows: number, share: number): number {
  return Math.min(rows, Math.max(1, Math.round(share * rows)))
}
