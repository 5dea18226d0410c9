import { countAtMost } from '@xenolith/core/internals'
import { type Outcome, tauOf, variants } from './outcome.js'

/** A mixture whose first `aliens` rows are the aliens, and the fold of each row. */
export interface FoldedMixture {
  readonly scores: Float64Array
  readonly aliens: number
  readonly fold: Uint8Array
  readonly folds: number
}

/**
 * The papers' cross-validation over the mixture only: the threshold comes from all nominal scores and the other folds,
 * alarms are counted on the fold left out, and counts are added up over folds. Outcomes by alpha', q and variant.
 */
export function crossValidate(
  nominal: Float64Array,
  mixture: FoldedMixture,
  alphas: readonly number[],
  targets: readonly number[],
): Outcome[][][] {
  const { scores, aliens, fold, folds } = mixture
  const found = alphas.map(() => targets.map(() => variants.map(() => [0, 0])))
  for (let k = 0; k < folds; k++) {
    const others = scores.filter((_, row) => fold[row] !== k).sort()
    const alienTest = scores.filter((_, row) => fold[row] === k && row < aliens).sort()
    const nominalTest = scores.filter((_, row) => fold[row] === k && row >= aliens).sort()
    alphas.forEach((alpha, a) => {
      targets.forEach((q, t) => {
        variants.forEach((variant, v) => {
          const tau = tauOf(nominal, others, alpha, q, variant)
          found[a][t][v][0] += alienTest.length - countAtMost(alienTest, tau)
          found[a][t][v][1] += nominalTest.length - countAtMost(nominalTest, tau)
        })
      })
    })
  }
  const nominals = scores.length - aliens
  return found.map((byTarget) =>
    byTarget.map((byVariant) =>
      byVariant.map(([hits, falseAlarms]): Outcome => [hits / aliens, falseAlarms / nominals]),
    ),
  )
}
