import { type Certificate, conditionOf, hasTerms, type Promised, standing } from '@xenolith/core'
import { count, percent } from '../index.js'
import { holdsTogether, priceWords } from './price.js'
import { nominalSources } from './words.js'

/** The certificate in words: the condition before the promise, so that whoever quotes the beginning quotes it too; then the price. */
export function sentence(certificate: Certificate): string {
  if (!hasTerms(certificate)) return 'No promise.'
  return `${promiseWords(certificate)}, at the price of ${priceWords(certificate)}.`
}

/** The promise alone, without its price and without a full stop. */
export function promiseWords(certificate: Promised): string {
  const { delta, recall } = certificate
  const confidence = `confidence ${percent(1 - delta, 'down')}`
  const promise = `at least ${percent(recall, 'down')} of all aliens raise an alarm`
  const condition = conditionOf(certificate)
  if (condition === null) return `With ${confidence}, ${promise}`
  return `Conditional on ${condition}. If that holds, then with ${confidence} ${promise}`
}

/** What a promise does not cover, in one sentence. */
export function uncoveredWords(certificate: Certificate): string {
  const { alpha, alphaSource, audit, aliensAtMost, nm } = certificate
  const more =
    audit?.route === 'direct' || alphaSource === 'audit'
      ? 'wrong verdicts in the audit'
      : aliensAtMost === undefined
        ? `a mixture of which more than ${percent(alpha)} is alien`
        : `more than ${aliensAtMost} aliens among the ${nm} rows of this mixture`
  return `Not covered: kinds of alien that the mixture did not hold; ordinary rows that change; aliens made to get past the threshold; ${more}.`
}

/** Why nothing is promised, what the same data could carry, and what it would take. */
export function refusal({ method, reason, attainable, needed }: Certificate): string[] {
  const algorithm1 =
    'Algorithm 1 estimates the threshold at which a share q of the aliens is missed. It makes no statement about how wrong that estimate may be.'
  return [
    stop(reason) ?? (method === 'algorithm1' ? algorithm1 : 'These data cannot carry the promise that was asked for.'),
    attainable && attainable.recall !== null
      ? `The most that these data can carry is a promise of ${percent(attainable.recall, 'down')}${holdsTogether({ method }) ? '' : ', to be certified on new data: it was found by looking at these'}.`
      : null,
    needed ? `The promise would take about ${count(needed.n0)} nominal and ${count(needed.nm)} mixture rows.` : null,
    'Read every number below as an estimate, not as a guarantee.',
  ].filter((line) => line !== null)
}

function stop(reason: string | undefined): string | undefined {
  return reason && !/[.!?]$/.test(reason) ? `${reason}.` : reason
}

/** What narrows the promise so much that it must stand right below it. */
export function conditions(certificate: Certificate): string[] {
  const { tau, nominalScores } = certificate
  return [
    tau === -Infinity
      ? 'Every row raises an alarm, so the promise holds trivially and sorts nothing out. More data, or a lower recall, would give a threshold.'
      : null,
    standing(certificate) === 'conditional' && (certificate.looks ?? 1) > 1
      ? `Not certified: these rows were asked ${certificate.looks} times. The terms may follow from what they answered before, and the best of several tries holds with less confidence. New rows can certify it.`
      : null,
    standing(certificate) === 'conditional' && certificate.alphaSource === 'estimate'
      ? 'Not certified: alpha was estimated from these data, and no estimate is a bound. If the true alpha is larger, the promise is broken: an alpha that is 10 % too small costs about 10 points of recall.'
      : null,
    nominalScores === 'held-out' || nominalScores === 'given'
      ? null
      : `Approximate: the nominal scores are ${nominalSources[nominalScores]}, not of rows held out from the detector.`,
  ].filter((line) => line !== null)
}
