import type { AlphaSource, Certificate, Method, NominalScores } from '@xenolith/core'
import { percent } from '../index.js'

export const methods: Record<Method | 'algorithm1', string> = {
  theorem1: 'the published bound: two-sided bands around both distribution functions, governed by the smaller sample.',
  dkw: 'one-sided bands around both distribution functions, each with its own sample size. Holds for all thresholds at once.',
  exact:
    'exact binomial tests of one threshold after another, in an order fixed beforehand. The sharpest without labels.',
  count:
    'the same tests when an upper bound on the number of aliens in this file is known. Sharper, because that number is no longer left to chance.',
  audit:
    'a person labels a random part of the mixture; the labelled aliens, or the bound on alpha they give, carry the promise.',
  algorithm1: 'the threshold where the estimated alien distribution function reaches q. An estimate without a promise.',
}

export const alphaSources: Record<AlphaSource, string> = {
  given: 'given by the user',
  audit: 'upper bound from an audit',
  bound: 'upper bound under an assumption',
  estimate: 'estimated, not a bound',
}

export const nominalSources: Record<NominalScores, string> = {
  'out-of-bag': 'out-of-bag scores',
  'leave-one-out': 'leave-one-out scores',
  folds: 'scores made fold by fold',
  'cross-fitted': 'cross-fitted scores of both samples',
  'left-out': 'left-out scores of several detectors',
  'held-out': 'held-out scores',
  given: 'scores as given',
}

/** What the promise means and does not mean: term, explanation. */
export const glossary: readonly (readonly [string, string])[] = [
  ['Ordinary row, nominal', 'a row of a known category. The nominal file holds only such rows.'],
  ['Alien', 'a row of a kind that the nominal file does not contain. Nobody has labelled it.'],
  ['Mixture', 'the unlabelled file: ordinary rows with some aliens among them.'],
  [
    'Score',
    'how alien a row looks to the detector: higher is more alien. A row alarms when its score is above the threshold.',
  ],
  ['Recall', 'the share of all aliens that raise an alarm, now and in the future.'],
  [
    'Confidence',
    'how often a certificate issued this way is right, over repeated samples. It is not a probability for one row.',
  ],
  [
    'False alarm rate',
    'the share of ordinary rows that raise an alarm: the price of the promise. Its upper bound has the confidence that is stated beside it.',
  ],
  [
    'Share of aliens, alpha',
    'the share of aliens in the mixture. It must be an upper bound: too large only costs false alarms, or the certificate; too small breaks the promise.',
  ],
  [
    'Independent rows',
    'no row is in a sample because of another, and the ordinary rows of the mixture come from the same distribution as those of the nominal file.',
  ],
  [
    'Future aliens',
    'must come from the same distribution as the aliens in this mixture. A new kind of alien is not covered; take a new mixture.',
  ],
  ['Not for adversaries', 'no promise of this kind holds against someone who adapts to the detector.'],
]

/**
 * The price in words; nobody reads "about 0 %" of rows as rows.
 *
 * @example
 * ```ts
 * ordinaryRows(0.024) // => 'about 2.4 % of ordinary rows'
 * ordinaryRows(0) // => 'hardly any ordinary rows'
 * ```
 */
export function ordinaryRows(falseAlarmRate: number): string {
  return falseAlarmRate === 0 ? 'hardly any ordinary rows' : `about ${percent(falseAlarmRate)} of ordinary rows`
}

/**
 * The share of aliens that a promise rests on. Where it is assumed, it is rounded down: a promise that holds up to 41.52 %
 * does not hold up to 41.6 %. Where it is itself proved, it is an upper bound and is rounded up.
 *
 * @example
 * ```ts
 * shareOfAliens({ alpha: 0.4152, alphaSource: 'given' }) // => '41.5 %'
 * shareOfAliens({ alpha: 0.4152, alphaSource: 'audit' }) // => '41.6 %'
 * ```
 */
export function shareOfAliens({ alpha, alphaSource }: Pick<Certificate, 'alpha' | 'alphaSource'>): string {
  return percent(alpha, alphaSource === 'audit' || alphaSource === 'bound' ? 'up' : 'down')
}
