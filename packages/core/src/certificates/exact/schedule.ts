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
