import { type Certificate, conditionOf, hasTerms, standing } from '@xenolith/core'
import { count, percent } from '../index.js'
import { nominalSources } from './words.js'

export { conditionOf, hasTerms, type Promised, type Standing, standing } from '@xenolith/core'

/** The certificate in words, the condition before the promise: whoever quotes the beginning quotes it too. */
export function sentence(certificate: Certificate): string {
  if (!hasTerms(certificate)) return 'No promise.'
  const { delta, recall } = certificate
  const confidence = `confidence ${percent(1 - delta, 'down')}`
  const promise = `at least ${percent(recall, 'down')} of all aliens raise an alarm.`
  const condition = conditionOf(certificate)
  if (condition === null) return `With ${confidence}, ${promise}`
  return `Conditional on ${condition}. If that holds, then with ${confidence} ${promise}`
}

/** Why nothing is promised, what the same data could carry, and what it would take. */
export function refusal({ method, reason, attainable, needed }: Certificate): string[] {
  const algorithm1 =
    'Algorithm 1 estimates the threshold at which a share q of the aliens is missed. It makes no statement about how wrong that estimate may be.'
  return [
    stop(reason) ?? (method === 'algorithm1' ? algorithm1 : 'These data cannot carry the promise that was asked for.'),
    attainable && attainable.recall !== null
      ? `The most that these data can carry is a promise of ${percent(attainable.recall, 'down')}.`
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
    standing(certificate) === 'conditional'
      ? 'Not certified: alpha was estimated from these data, and no estimate is a bound. If the true alpha is larger, the promise is broken: an alpha that is 10 % too small costs about 10 points of recall.'
      : null,
    nominalScores === 'held-out' || nominalScores === 'given'
      ? null
      : `Approximate: the nominal scores are ${nominalSources[nominalScores]}, not of rows held out from the detector.`,
  ].filter((line) => line !== null)
}
