import { isEstimate } from './algorithm1/estimates.js'
import type { AlphaSource, Certificate, NominalScores } from './certificate.js'
import { percentOf } from './percent-of.js'

const NOMINAL_SCORES: Record<NominalScores, string> = {
  'out-of-bag':
    'Nominal scores are out-of-bag: neither exactly independent of the detector nor exactly distributed as the scores of new rows, so the promise is approximate in this respect.',
  'leave-one-out':
    'Nominal scores are leave-one-out: a new row has one more nominal row to be compared with, so they are a little larger than the scores of new rows, which errs on the safe side; they are not exactly independent of the detector, so the promise is approximate in this respect.',
  folds:
    'Nominal scores are made fold by fold, each by a detector fitted to the other folds: neither exactly independent of the detector nor exactly distributed as the scores of new rows, so the promise is approximate in this respect.',
  'cross-fitted':
    'Nominal and mixture scores are cross-fitted: a row belongs to a fold by its values, trees grown on the other folds score it, and new rows are scored in the same way. So a score does not depend on which sample its row is from, but scores of different folds depend on each other, so the promise is approximate in this respect: in 1000 simulated studies at the least favourable distribution that was found, promises with a confidence of 95 % were broken in 4.2 %.',
  'left-out':
    'Nominal scores are left out: each of several detectors judged a row without having learned from it, in its own way (out-of-bag, leave-one-out, by folds or, where it learned from the mixture too, cross-fitted for both samples): neither exactly independent of the detector nor exactly distributed as the scores of new rows, so the promise is approximate in this respect.',
  'held-out': 'Nominal scores are of rows held out from training: independent of the detector, as the proof asks.',
  given: 'The scores were given: the detector that made them was not trained on these rows.',
}

export interface Scope {
  readonly alpha: number
  readonly alphaSource: AlphaSource
  readonly nominalScores: NominalScores
  readonly method: Certificate['method']
  /** For an audit: which of its certificates was used. */
  readonly route?: 'direct' | 'count' | 'exact' | null
  /** For count: how many of how many rows. */
  readonly count?: { readonly aliens: number; readonly rows: number }
  /** The assumption behind a bound on alpha, in a sentence. */
  readonly separation?: string
  /** How often these rows have been asked, this time counted, where someone counts. */
  readonly looks?: number
  /** Where something is promised: at which delta, and whether the bound on false alarms holds together with it. */
  readonly promise?: { readonly delta: number; readonly together: boolean }
}

/** What a promise rests on, in sentences. */
export function assumptionsOf(scope: Scope): string[] {
  return [
    'Nominal and mixture rows are independent draws, each sample from a fixed distribution of its own.',
    'The ordinary rows of the mixture come from the same distribution as the nominal rows.',
    'Future aliens come from the same distribution as the aliens in the mixture; an adversary who chooses aliens after seeing the threshold is not covered.',
    ...(scope.route === undefined
      ? []
      : ['The audited rows are a uniform random sample of the mixture, and their verdicts are right.']),
    ...(scope.route === 'direct' ? [] : [alphaSentence(scope)]),
    ...(scope.promise === undefined ? [] : promiseSentences(scope.promise, scope.looks)),
    NOMINAL_SCORES[scope.nominalScores],
  ]
}

/** What was fixed beforehand, and what the bound on false alarms has to do with the promise. */
function promiseSentences({ delta, together }: NonNullable<Scope['promise']>, looks: number | undefined): string[] {
  const falseAlarms = together
    ? `The bound on the false alarm rate holds together with the promise, at confidence ${percentOf(1 - delta)} for both.`
    : `The bound on the false alarm rate is a separate statement, at confidence ${percentOf(1 - delta)}; it and the promise hold together with confidence ${percentOf(1 - 2 * delta)}.`
  return [
    looks === 1
      ? 'These rows were asked once: recall, confidence and method were chosen without their scores.'
      : 'Recall, confidence and method were chosen before looking at these data: the best of several, picked afterwards, holds with less confidence.',
    falseAlarms,
  ]
}

function alphaSentence({ alpha, alphaSource, method, count, separation }: Scope): string {
  if (count !== undefined) {
    const { aliens, rows } = count
    return `At most ${aliens} of these ${rows} mixture rows are alien: the number was given. It is about this file, not about the share in the population that the file comes from. If fewer are, the promise still holds; if more are, it does not.`
  }
  const share = `At most ${percentOf(alpha)} of the mixture is alien`
  switch (alphaSource) {
    case 'audit':
      return `${share}: bounded by the audit.`
    case 'bound':
      return `${share}: bounded from these data, under an assumption. ${separation ?? ''}`.trim()
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
