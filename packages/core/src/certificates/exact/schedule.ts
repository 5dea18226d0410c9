import type { Share } from '../spent.js'
import { gateRank } from './gate.js'
import { ranksFrom } from './ranks.js'
import { chooseStart, type Design } from './start.js'

/**
 * What the walk tests, in which order and at which levels: a matter of the sizes and the promise, fixed before the scores
 * are seen. The gate is tested first; when it fails, a second walk comes up to it from below.
 */
export interface Schedule {
  /** The nominal ranks, from 1, that may be certified; ascending. */
  readonly ranks: readonly number[]
  /** Which of them is the gate. */
  readonly gate: number
  /** What the gate and the walk from below may spend: together delta. Without such a walk the gate has all of it. */
  readonly gateLevel: number
  readonly lowLevel: number
  /** The level of every test from the gate on, once it is reached: delta. */
  readonly level: number
}

/**
 * The share of aliens to schedule for where the one to be tested is read off the same data. The p-values rise with alpha, and by
 * a schedule that does not depend on it the threshold can only fall as alpha grows: then an upper bound on the share certifies no
 * more than the share itself. With a schedule of its own, a larger alpha may certify what a smaller one does not.
 * The gate hardly depends on alpha, so a wrong guess costs little.
 */
export const ALPHA_BEFOREHAND = 0.2

export function scheduleFor(design: Design): Schedule {
  const { n0, delta } = design
  const { gateRate, weight, lowRate } = chooseStart(design)
  const atGate = gateRank(design, gateRate, weight * delta)
  const below = lowRate === null ? [] : ranksFrom(n0, lowRate).filter((k) => k < atGate)
  const ranks = [...below, ...ranksFrom(n0, 1 - atGate / (n0 + 1))]
  const gate = below.length
  const gateLevel = gate > 0 ? weight * delta : delta
  return { ranks, gate, gateLevel, lowLevel: delta - gateLevel, level: delta }
}

/** What the walk may spend: both ways to reach the gate together have its whole level. */
export function spentBy({ gateLevel, lowLevel }: Schedule): Share[] {
  const gate = { what: 'gate', level: gateLevel }
  return lowLevel > 0 ? [gate, { what: 'walk from below', level: lowLevel }] : [gate]
}
