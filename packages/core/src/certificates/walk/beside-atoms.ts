import type { OrderedSample } from '../../cdf/ordered-sample.js'
import { rankAtRate } from './ranks.js'
import type { Gate } from './schedule.js'

/** A value that so many of the scores share is an atom. */
const ATOM = 0.01

/**
 * Gates that stand within an atom of the scores moved to where it begins, by nominal scores that certify nothing; undefined where none does. No threshold lies within an atom: a rank of it certifies what
 * lies below, and its test is weighed down by all aliens on it. Where scores stop at a largest value, say, and eight in a hundred nominals share it with most aliens, a gate at
 * 5.8 % never passes, and one at 8 % does.
 */
export function besideAtoms(
  gates: readonly Gate[],
  nominal: OrderedSample,
  n0: number,
  highest: number,
): Gate[] | undefined {
  let moved = false
  const beside = gates.map((gate) => {
    const value = nominal.at(rankAtRate(nominal.length, gate.rate) - 1)
    const below = nominal.countBelow(value)
    const from = 1 - below / nominal.length
    // Both samples have the atom in a share of their own: a deviation more, so that the rank comes to lie at its lower end.
    const rate = from + Math.sqrt(from * (1 - from) * (1 / nominal.length + 1 / n0))
    if (nominal.countAtMost(value) - below < ATOM * nominal.length || rate > highest) return gate
    moved = true
    return { ...gate, rate }
  })
  return moved ? beside : undefined
}
