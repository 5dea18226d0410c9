import type { Certificate } from '@xenolith/core'
import { count, percent } from '../index.js'
import { nominalSources } from './words.js'

/** A certificate with the numbers of a promise, be it proved or conditional. */
export type Promised = Certificate & { readonly recall: number; readonly delta: number }

/** A promise is proved, or hangs on an alpha that was only estimated, or there is none. */
export type Standing = 'proved' | 'conditional' | 'none'

export function standing({ certified, conditional, method, alphaSource, recall, delta }: Certificate): Standing {
  if (method.startsWith('algorithm1') || recall === null || delta === null) return 'none'
  if (conditional !== undefined || (certified && alphaSource === 'estimate')) return 'conditional'
  return certified ? 'proved' : 'none'
}

/** Whether there are numbers of a promise; whether it is proved is another question. */
export function hasTerms(certificate: Certificate): certificate is Promised {
  return standing(certificate) !== 'none'
}

/** What a conditional promise hangs on; null for any other certificate. */
export function conditionOf(certificate: Certificate): string | null {
  if (standing(certificate) !== 'conditional') return null
  return certificate.conditional ?? `alpha <= ${certificate.alpha}: estimated, not proved`
}

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
