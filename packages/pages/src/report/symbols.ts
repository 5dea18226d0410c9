import { type Html, html } from '../index.js'

/** The symbols of the papers, with what they stand for. */
export const symbols: Readonly<Record<string, string>> = {
  alpha: 'the share of aliens in the mixture, or an upper bound on it',
  tau: 'the threshold: a row alarms when its score is above it',
  recall: 'the share of all aliens that alarm, 1 - eta',
  eta: 'the promised miss rate: the share of aliens that may raise no alarm',
  delta: '1 - confidence: how often a certificate made this way may be wrong',
  q: 'the estimated miss rate that a threshold is read off at',
  epsilon: 'the safety margin between the estimated and the promised miss rate, eta - q',
  n0: 'the number of nominal scores',
  nm: 'the number of mixture scores',
  F0: 'the share of nominal (ordinary) scores at or below a value',
  Fm: 'the share of mixture scores at or below a value',
  Fa: 'the share of alien scores at or below a value: worked out from F0, Fm and alpha, or taken from labelled aliens',
}

/** A symbol that says what it means when pointed at. */
export function symbol(name: string): Html {
  return html`<abbr title="${symbols[name]}">${name}</abbr>`
}
