import type { Certificate } from '@xenolith/core'
import { count, number, percent } from '@xenolith/pages'

/** A certificate that promises something, with the numbers of the promise known to be there. */
export type Promised = Certificate & { readonly recall: number; readonly delta: number }

export function isPromise(certificate: Certificate): certificate is Promised {
  const { certified, method, recall, delta } = certificate
  return certified && method !== 'algorithm1' && recall !== null && delta !== null
}

/** The certificate in one sentence. */
export function sentence(certificate: Certificate): string {
  if (!isPromise(certificate)) return 'No promise.'
  const { delta, recall } = certificate
  return `With confidence ${percent(1 - delta, 'down')}, at least ${percent(recall, 'down')} of all aliens raise an alarm.`
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
export function conditions({ tau, alpha, alphaSource, nominalScores, admissible }: Certificate): string[] {
  return [
    tau === -Infinity
      ? 'Every row raises an alarm, so the promise holds trivially and sorts nothing out. More data, or a lower recall, would give a threshold.'
      : null,
    alphaSource === 'estimate'
      ? `Conditional on alpha ≤ ${number(alpha)}: alpha was estimated, and an estimate is not a bound.`
      : null,
    nominalScores === 'out-of-bag'
      ? 'Approximate: the nominal scores are out-of-bag, not held out from the detector.'
      : null,
    admissible.ok ? null : 'The data contradict admissibility, which an upper bound on alpha relies on (see below).',
  ].filter((line) => line !== null)
}
