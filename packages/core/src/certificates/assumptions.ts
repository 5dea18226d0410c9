import type { AlphaSource, NominalScores } from './certificate.js'

const NOMINAL_SCORES: Record<NominalScores, string> = {
  'out-of-bag':
    'Nominal scores are out-of-bag: neither exactly independent of the detector nor exactly distributed as the scores of new rows, so the promise is approximate in this respect.',
  'held-out': 'Nominal scores are of rows held out from training: independent of the detector, as the proof asks.',
  given: 'The scores were given: the detector that made them was not trained on these rows.',
}

const ALPHA: Record<AlphaSource, (alpha: number) => string> = {
  given: (alpha) =>
    `At most ${alpha} of the mixture is alien: alpha was given. If it is larger than the truth, the detector must be admissible (F0 >= Fm); if it is smaller, the promise does not hold.`,
  audit: (alpha) => `At most ${alpha} of the mixture is alien: bounded by a labelled random sample of the mixture.`,
  bound: (alpha) => `At most ${alpha} of the mixture is alien: bounded under the stated separation assumption.`,
  estimate: (alpha) =>
    `At most ${alpha} of the mixture is alien: estimated, not proved; the promise is conditional on it.`,
}

/** What a promise rests on, in sentences. */
export function assumptionsOf(alpha: number, alphaSource: AlphaSource, nominalScores: NominalScores): string[] {
  return [
    'Nominal and mixture rows are independent draws, each sample from its own fixed law.',
    'The nominal part of the mixture follows the same law as the nominal sample.',
    'Future aliens follow the law of the aliens in the mixture; an adversary who chooses aliens after seeing the threshold is not covered.',
    ALPHA[alphaSource](alpha),
    NOMINAL_SCORES[nominalScores],
  ]
}
