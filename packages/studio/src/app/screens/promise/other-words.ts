import type { Promised } from '@xenolith/core'
import { count, percent } from '@xenolith/pages'

/** A certificate in whole numbers, for whoever has to tell it to somebody else. */
export interface OtherWords {
  readonly says: readonly string[]
  readonly saysNot: readonly string[]
}

/** What a certificate says, and what it does not, without a term that has to be learned. Roundings never say more than it does. */
export function otherWords({
  recall,
  delta,
  alpha,
  alphaSource,
  aliensAtMost,
  falseAlarmRate,
  n0,
  nm,
}: Promised): OtherWords {
  const aliens =
    alphaSource !== 'given'
      ? 'That the verdicts of the audit are right.'
      : aliensAtMost === undefined
        ? `That at most ${percent(alpha, 'up')} of the mixture is alien. This is your word: if more is, nothing here holds.`
        : `That at most ${count(aliensAtMost)} of the ${count(nm)} mixture rows are alien. This is your word: if more are, nothing here holds.`
  return {
    says: [
      `Of 1,000 aliens of the kinds that the mixture holds, at least ${count(Math.floor(1000 * recall + 1e-9))} raise an alarm.`,
      `Of ${count(ofWhat(delta))} certificates made like this one, at most ${count(Math.ceil(ofWhat(delta) * delta - 1e-9))} promise too much.`,
      ordinary(falseAlarmRate, n0),
    ],
    saysNot: [
      aliens,
      'Which alarms are aliens: that is to be judged, row by row.',
      'Anything of kinds of alien that the mixture does not hold, of ordinary rows that have changed since, or of aliens made to get past.',
    ],
  }
}

function ordinary(rate: number, n0: number): string {
  if (rate === 0) return `Hardly any ordinary row alarms with them: of ${count(n0)}, none did.`
  const of = rate < 0.001 ? 100_000 : 1000
  return `Of ${count(of)} ordinary rows, about ${count(Math.round(of * rate))} alarm with them.`
}

/** So many that a small share of them is a whole number, or nearly. */
function ofWhat(share: number): number {
  return share < 0.01 ? 10_000 : 100
}
