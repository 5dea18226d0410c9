import { isEstimate } from './algorithm1/estimates.js'
import type { AlphaSource, Certificate, NominalScores } from './certificate.js'

const NOMINAL_SCORES: Record<NominalScores, string> = {
  'out-of-bag':
    'Nominal scores are out-of-bag: neither exactly independent of the detector nor exactly distributed as the scores of new rows, so the promise is approximate in this respect.',
  'leave-one-out':
    'Nominal scores are leave-one-out: a new row has one more nominal row to be compared with, so they are a little larger than the scores of new rows, which errs on the safe side; they are not exactly independent of the detector, so the promise is approximate in this respect.',
  folds:
    'Nominal scores are made fold by fold, each by a detector fitted to the other folds: neither exactly independent of the detector nor exactly distributed as the scores of new rows, so the promise is approximate in this respect.',
  'cross-fitted':
    'Nominal and mixture scores are cross-fitted: a row belongs to a fold by its values, trees grown on the other folds score it, and new rows are scored in the same way. So a score does not depend on which sample its row is from, but scores of different folds depend on each other, so the promise is approximate in this respect: in 1000 simulated studies at the least favourable law that was found, promises with a confidence of 95 % were broken in 4.2 %.',
  'held-out': 'Nominal scores are of rows held out from training: independent of the detector, as the proof asks.',
  given: 'The scores were given: the detector that made them was not trained on these rows.',
}

export interface Scope {
  readonly alpha: number
  readonly alphaSource: AlphaSource
  readonly nominalScores: NominalScores
  readonly method: Certificate['method']
  /** For an audit: which of its certificates was used. */
  readonly route?: 'direct' | 'exact' | null
}

/** What a promise rests on, in sentences. */
export function assumptionsOf(scope: Scope): string[] {
  return [
    'Nominal and mixture rows are independent draws, each sample from its own fixed law.',
    'The nominal part of the mixture follows the same law as the nominal sample.',
    'Future aliens follow the law of the aliens in the mixture; an adversary who chooses aliens after seeing the threshold is not covered.',
    ...(scope.route === undefined
      ? []
      : ['The audited rows are a uniform random sample of the mixture, and their verdicts are right.']),
    ...(scope.route === 'direct' ? [] : [alphaSentence(scope)]),
    NOMINAL_SCORES[scope.nominalScores],
  ]
}

function alphaSentence({ alpha, alphaSource, method }: Scope): string {
  const share = `At most ${alpha} of the mixture is alien`
  switch (alphaSource) {
    case 'audit':
      return `${share}: bounded by the audit.`
    case 'bound':
      return `${share}: bounded under the stated separation assumption.`
    case 'estimate':
      return `${share}: estimated from these data, not proved. The promise is conditional on it: if the true share is larger, it does not hold.`
    case 'given': {
      // Every method that promises takes the least favourable true share up to alpha; the plain estimate does not.
      const larger = isEstimate(method)
        ? 'If the true share is smaller, the detector must be admissible (F0 >= Fm)'
        : 'If the true share is smaller, the promise still holds'
      return `${share}: alpha was given. ${larger}; if it is larger, the promise does not hold.`
    }
  }
}
