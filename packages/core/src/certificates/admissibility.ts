import { asSamples, type Samples, type ScoreArrays } from '../cdf/samples.js'
import { exp } from '../numeric/elementary.js'
import type { Admissibility } from './certificate.js'

const LEVEL = 0.05

/**
 * Tests F0(t) >= Fm(t) for all t. If it holds, Fm_hat - F0_hat can exceed d somewhere only if one of the samples strays
 * from its CDF; dividing d between the two one-sided Dvoretzky-Kiefer-Wolfowitz bounds so that both are equal gives the
 * bound 2 exp(-2 d^2 n0 nm / (sqrt n0 + sqrt nm)^2).
 */
export function testAdmissibility(scores: Samples | ScoreArrays): Admissibility {
  const { nominal, mixture, worstGap } = asSamples(scores)
  const n0 = nominal.length
  const nm = mixture.length
  const spread = Math.sqrt(n0) + Math.sqrt(nm)
  const scaled = (worstGap * worstGap * n0 * nm) / (spread * spread)
  const pValue = Math.min(1, 2 * exp(-2 * scaled))
  return { ok: pValue > LEVEL, worstGap, pValue }
}
