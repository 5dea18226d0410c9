import type { Share } from '../spent.js'
import { ranksFrom } from './ranks.js'

/*
 * Which nominal ranks are tested at which level. Some ranks are gates: each is tested at a level of its own whatever the others say, and the levels of all gates
 * sum to delta. The walk sets out from the highest gate that passes; at a rank that it comes to, it has the levels of all gates up to there together, so
 * from the last gate on all of delta (proof: docs/certificates.md, "Gates"). Ranks, gates and levels are fixed before the certified scores are seen.
 */

/** Where a walk may set out: the false alarm rate that its rank aims at, and its share of delta. */
export interface Gate {
  readonly rate: number
  /** Shares of all gates sum to 1. */
  readonly share: number
}

export interface GateRank {
  readonly rank: number
  readonly share: number
}

export interface Schedule {
  /** The ranks that could be certified, ascending. */
  readonly ranks: readonly number[]
  /** Ascending: the place in `ranks`, and the level of the gate's own test. */
  readonly gates: readonly { readonly index: number; readonly level: number }[]
  /** The level of each rank for a walk that comes to it from below. */
  readonly levels: readonly number[]
}

/** Gates in any order, those of one rank together; the ranks above the first gate follow in small steps. */
export function scheduleOf(n0: number, gates: readonly GateRank[], delta: number): Schedule {
  const shares = new Map<number, number>()
  for (const { rank, share } of gates) shares.set(rank, (shares.get(rank) ?? 0) + share)
  const starts = [...shares.keys()].sort((a, b) => a - b)
  const ranks = [...new Set([...starts, ...ranksFrom(n0, 1 - starts[0] / (n0 + 1))])].sort((a, b) => a - b)
  // The largest share takes what the others leave, so that the levels are delta whatever the rounding.
  const own = starts.map((rank) => shares.get(rank)! * delta)
  const largest = own.indexOf(Math.max(...own))
  own[largest] = delta - sum(own.filter((_, i) => i !== largest).sort((x, y) => x - y))
  const held = own.map((_, i) => (i === own.length - 1 ? delta : sum(own.slice(0, i + 1))))
  let passed = -1
  const levels = ranks.map((rank) => {
    if (rank === starts[passed + 1]) passed++
    return held[passed]
  })
  return { ranks, gates: starts.map((rank, i) => ({ index: ranks.indexOf(rank), level: own[i] })), levels }
}

/** What the walk may spend: its gates. */
export function spentBy({ ranks, gates }: Schedule): Share[] {
  return gates.map(({ index, level }) => ({ what: `gate at rank ${ranks[index]}`, level }))
}

function sum(levels: readonly number[]): number {
  return levels.reduce((total, level) => total + level, 0)
}

/** The place in `ranks` of the last rank certified, or -1; `rejects` tests the rank at a place. */
export function walkUp({ ranks, gates, levels }: Schedule, rejects: (index: number, level: number) => boolean): number {
  let certified = -1
  for (let g = gates.length - 1; g >= 0 && certified < 0; g--) {
    if (rejects(gates[g].index, gates[g].level)) certified = gates[g].index
  }
  if (certified < 0) return -1
  while (certified < ranks.length - 1 && rejects(certified + 1, levels[certified + 1])) certified++
  return certified
}
