import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countPValue } from '../../src/certificates/count/count-test.js'
import { exactPValue } from '../../src/certificates/exact/rank-test.js'
import { type GateRank, scheduleOf, walkUp } from '../../src/certificates/walk/schedule.js'
import { betaQuantile } from '../../src/numeric/beta.js'
import { binomialCdf, binomialPmf } from '../../src/numeric/binomial.js'
import { countLaw, exactLaw, type WalkLaw, worstError } from './least-favourable.mjs'

interface Case {
  readonly n0: number
  readonly nm: number
  readonly aliens: number
  readonly eta: number
  readonly delta: number
  readonly gates: readonly GateRank[]
}

const cases: Case[] = [
  { n0: 20, nm: 40, aliens: 20, eta: 0.3, delta: 0.1, gates: [{ rank: 12, share: 1 }] },
  {
    n0: 20,
    nm: 40,
    aliens: 20,
    eta: 0.3,
    delta: 0.1,
    gates: [
      { rank: 11, share: 0.2 },
      { rank: 18, share: 0.8 },
    ],
  },
  {
    n0: 30,
    nm: 60,
    aliens: 30,
    eta: 0.2,
    delta: 0.2,
    gates: [
      { rank: 14, share: 0.3 },
      { rank: 20, share: 0.3 },
      { rank: 27, share: 0.4 },
    ],
  },
  {
    n0: 40,
    nm: 25,
    aliens: 18,
    eta: 0.2,
    delta: 0.1,
    gates: [
      { rank: 24, share: 0.5 },
      { rank: 36, share: 0.5 },
    ],
  },
  {
    n0: 15,
    nm: 120,
    aliens: 60,
    eta: 0.3,
    delta: 0.1,
    gates: [
      { rank: 9, share: 0.5 },
      { rank: 14, share: 0.5 },
    ],
  },
]

/** Every rank from the first gate on, the finest walk there is. */
function everyRank({ n0, gates, delta }: Case): WalkLaw['schedule'] {
  const { gates: own, ranks } = scheduleOf(n0, gates, delta)
  const starts = own.map(({ index }) => ranks[index])
  const all = Array.from({ length: n0 + 1 - starts[0] }, (_, i) => starts[0] + i)
  const held = (k: number): number => own.reduce((sum, { level }, i) => sum + (starts[i] <= k ? level : 0), 0)
  return {
    ranks: all,
    levels: all.map(held),
    gates: own.map(({ level }, i) => ({ index: starts[i] - starts[0], level })),
  }
}

const lib = { betaQuantile, binomialPmf, binomialCdf, exactPValue, countPValue }

describe('the walk through gates errs with probability at most delta, wherever the miss rate crosses eta', () => {
  it.each(cases)('exact: n0 $n0, nm $nm, eta $eta, gates $gates', (design) => {
    const alpha = design.aliens / design.nm
    const worst = worstError(lib, exactLaw(lib, { ...design, alpha }, everyRank(design)))
    expect(worst).toBeLessThanOrEqual(design.delta)
    expect(worst).toBeGreaterThan(design.delta / 2) // and the bound is not idle
  })

  it.each(cases)('count: n0 $n0, nm $nm, aliens $aliens, eta $eta, gates $gates', (design) => {
    const worst = worstError(lib, countLaw(lib, design, everyRank(design)))
    expect(worst).toBeLessThanOrEqual(design.delta)
    expect(worst).toBeGreaterThan(design.delta / 2)
  })

  it('and the computation sees a walk that gives every gate all of delta', () => {
    const { delta } = cases[2]
    const schedule = everyRank(cases[2])
    const careless = {
      ...schedule,
      levels: schedule.levels.map(() => delta),
      gates: schedule.gates.map(({ index }) => ({ index, level: delta })),
    }
    expect(worstError(lib, countLaw(lib, cases[2], careless))).toBeGreaterThan(1.5 * delta)
  })
})

describe('a schedule', () => {
  const gateList = fc
    .array(
      fc.record({ rank: fc.integer({ min: 1, max: 50 }), weight: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
      {
        minLength: 1,
        maxLength: 5,
      },
    )
    .map((list) => {
      const sum = list.reduce((total, { weight }) => total + weight, 0)
      return list.map(({ rank, weight }) => ({ rank, share: weight / sum }))
    })
  const delta = fc.double({ min: 1e-4, max: 0.5, noNaN: true })

  it('spends delta once: own levels sum to it, and a walk holds what the gates behind it do', () => {
    fc.assert(
      fc.property(gateList, delta, (gates, level) => {
        const { ranks, gates: own, levels } = scheduleOf(50, gates, level)
        const spent = own.reduce((sum, gate) => sum + gate.level, 0)
        expect(Math.abs(spent - level)).toBeLessThanOrEqual(4 * Number.EPSILON * level)
        expect(levels[levels.length - 1]).toBe(level)
        ranks.forEach((_, i) => {
          const held = own.reduce((sum, gate) => sum + (gate.index <= i ? gate.level : 0), 0)
          expect(Math.abs(levels[i] - held)).toBeLessThanOrEqual(4 * Number.EPSILON * level)
        })
        expect([...ranks]).toEqual([...new Set(ranks)].sort((a, b) => a - b))
      }),
      { seed: 3, numRuns: 200 },
    )
  })

  it('is walked from the highest gate that passes, up to the first failure', () => {
    const schedule = scheduleOf(
      50,
      [
        { rank: 10, share: 0.25 },
        { rank: 40, share: 0.75 },
      ],
      0.1,
    )
    const walk = (passes: (rank: number, level: number) => boolean): number | null => {
      const last = walkUp(schedule, (i, level) => passes(schedule.ranks[i], level))
      return last < 0 ? null : schedule.ranks[last]
    }
    expect(walk(() => false)).toBeNull()
    expect(walk(() => true)).toBe(50)
    expect(walk((k) => k >= 40 && k <= 44)).toBe(44)
    expect(walk((k) => k <= 25)).toBe(schedule.ranks.filter((k) => k <= 25).pop())
    // Coming from below, a gate has more than its own level.
    expect(walk((k, level) => k < 40 || (k === 40 && level > 0.09))).toBe(40)
    expect(walk((k, level) => k === 40 && level > 0.09)).toBeNull()
  })
})
