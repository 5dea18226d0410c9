import { type Certificate, conditionOf, hasTerms, type Promised, standing } from '@xenolith/core'
import { count, percent } from '../index.js'
import { holdsTogether, priceWords } from './price.js'
import { nominalSources, shareOfAliens } from './words.js'

/**
 * The certificate in words: the condition before the promise, so that whoever quotes the beginning quotes it too; then the price.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * sentence(certificate) // => 'With confidence 80 %, at least 50 % of all aliens raise an alarm, at the price of alarms…
 * ```
 */
export function sentence(certificate: Certificate): string {
  if (!hasTerms(certificate)) return 'No promise.'
  return `${promiseWords(certificate)}, at the price of ${priceWords(certificate)}.`
}

/**
 * The promise alone, without its price and without a full stop.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * promiseWords(certificate as Promised) // => 'With confidence 80 %, at least 50 % of all aliens raise an alarm'
 * ```
 */
export function promiseWords(certificate: Promised): string {
  const { delta, recall } = certificate
  const confidence = `confidence ${percent(1 - delta, 'down')}`
  const promise = `at least ${percent(recall, 'down')} of all aliens raise an alarm`
  const condition = conditionOf(certificate)
  if (condition === null) return `With ${confidence}, ${promise}`
  const inWords = condition.replace(
    /^alpha <= [\d.e-]+/,
    `at most ${shareOfAliens(certificate)} of the mixture being alien`,
  )
  return `Conditional on ${inWords}. If that holds, then with ${confidence} ${promise}`
}

/**
 * What a promise does not cover, in one sentence.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const certificate = certify({ samples: prepare(nominal, mixture), alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * uncoveredWords(certificate) // => 'Not covered: kinds of alien that the mixture did not hold; ordinary rows that change;…
 * ```
 */
export function uncoveredWords(certificate: Certificate): string {
  const { alphaSource, audit, aliensAtMost, nm } = certificate
  const more =
    audit?.route === 'direct' || alphaSource === 'audit'
      ? 'wrong verdicts in the audit'
      : aliensAtMost === undefined
        ? `a mixture of which more than ${shareOfAliens(certificate)} is alien`
        : `more than ${count(aliensAtMost)} aliens among the ${count(nm)} rows of this mixture`
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

/**
 * What narrows the promise so much that it must stand right below it.
 *
 * @example
 * ```ts
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const samples = prepare(nominal, mixture)
 * conditions(certify({ samples, alpha: 0.55, recall: 0.5, confidence: 0.8 })) // => []
 * conditions(certify({ samples, nominalScores: 'out-of-bag', alpha: 0.55, recall: 0.5, confidence: 0.8 })).length // => 1
 * ```
 */
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
      : `Approximate: rows that certify the promise also trained the detector, so their scores (${nominalSources[nominalScores]}) are only nearly those of new rows. With --holdout they are kept apart.`,
  ].filter((line) => line !== null)
}
