import { describe, expect, it } from 'vitest'
import { nominalRanks } from '../../src/cdf/nominal-ranks.js'
import { logEvidenceBelow } from '../../src/numeric/bernoulli-evidence.js'
import { betaCdf } from '../../src/numeric/beta.js'
import { addCounts, countScores, noCounts } from '../../src/watch/counts.js'
import { followedStarts, readWatch } from '../../src/watch/evidence.js'
import { planWatch } from '../../src/watch/plan.js'

const nominal = Float64Array.from({ length: 999 }, (_, i) => (i + 1) / 1000)
const plan = planWatch({ ranks: nominalRanks(nominal), alpha: 0.1, tau: 0.95, confidence: 0.95 })

describe('the plan of a watch', () => {
  it('spends half of delta on the nominal scores, all bounds together', () => {
    const { rank } = nominalRanks(nominal)
    const bounds = new Set<string>()
    let spent = 0
    for (const { from, levels, atLeast } of plan.regions) {
      const gap = Math.round((levels[1] - levels[0]) * 1000)
      if (from !== -1) bounds.add(`${levels}`)
      if (from !== -1) spent += betaCdf(atLeast / 0.9, gap, 1000 - gap)
    }
    // The ranks themselves bound F0 for the alarms; regions from below are among them.
    const below = plan.regions.find(({ from }) => from === -1)!
    const level = betaCdf(
      below.atLeast / 0.9,
      Math.round(below.levels[1] * 1000),
      1000 - Math.round(below.levels[1] * 1000),
    )
    expect(spent + rank.length * level).toBeCloseTo(0.025, 10)
    expect(bounds.size).toBeGreaterThan(10)
  })

  it('bounds alarms by alpha and the nominals above the last watched rank at or below tau', () => {
    expect(plan.alarmsAtMost).toBeGreaterThan(0.1 + 0.9 * 0.05)
    expect(plan.alarmsAtMost).toBeLessThan(0.1 + 0.9 * 0.11)
    const all = planWatch({ ranks: nominalRanks(nominal), alpha: 0.1, tau: Number.NEGATIVE_INFINITY, confidence: 0.95 })
    expect(all.alarmsAtMost).toBe(1)
  })

  it('watches nothing when every row may be alien', () => {
    const blind = planWatch({ ranks: nominalRanks(nominal), alpha: 1, tau: 0.95, confidence: 0.95 })
    expect(blind.regions).toEqual([])
    expect(readWatch(blind, [countScores(blind, new Float64Array(1000).fill(5))]).state).toBe('valid')
  })

  it('refuses ranks that are not those of the sample, and numbers that cannot be', () => {
    const ranks = nominalRanks(nominal)
    const wrong = (change: object) => () => planWatch({ ranks, alpha: 0.1, tau: 1, confidence: 0.95, ...change })
    expect(wrong({ ranks: { ...ranks, n0: 500 } })).toThrow(/ranks/)
    expect(wrong({ ranks: { ...ranks, score: [...ranks.score].reverse() } })).toThrow(/ranks/)
    expect(wrong({ alpha: 0 })).toThrow(/alpha/)
    expect(wrong({ confidence: 1 })).toThrow(/confidence/)
  })
})

describe('counting rows', () => {
  it('puts scores below, on and above every edge into cells of their own', () => {
    const edge = plan.edges[3]
    const counts = countScores(plan, [edge - 1e-9, edge, edge, edge + 1e-9, -5, 99])
    expect(counts.cells[6]).toBe(1)
    expect(counts.cells[7]).toBe(2)
    expect(counts.cells[8]).toBe(1)
    expect(counts.cells[0]).toBe(1)
    expect(counts.cells.at(-1)).toBe(1)
    expect(counts.rows).toBe(6)
    expect(counts.alarms).toBe(1)
    expect(() => countScores(plan, [Number.NaN])).toThrow(/not a number/)
  })

  it('adds up, whichever way the rows came', () => {
    const scores = [0.1, 0.2, 0.97, 0.5]
    const parts = addCounts(
      addCounts(noCounts(plan), countScores(plan, scores.slice(0, 1))),
      countScores(plan, scores.slice(1)),
    )
    expect(parts).toEqual(countScores(plan, scores))
  })
})

describe('the windows that are followed', () => {
  it('are those of which the largest power of two that divides them is not long past', () => {
    for (const windows of [0, 1, 2, 7, 64, 1000, 4097]) {
      const followed = Array.from({ length: windows }, (_, j) => j).filter(
        (j) => j === 0 || windows - j <= 8 * (j & -j),
      )
      expect(followedStarts(windows)).toEqual(followed.reverse())
    }
    expect(followedStarts(1_000_000).length).toBeLessThan(100)
  })
})

describe('reading a watch', () => {
  it('starts at evidence 1, and keeps the average of its parts', () => {
    expect(readWatch(plan, []).logEvidence).toBe(0)
    const window = countScores(
      plan,
      Float64Array.from({ length: 200 }, (_, i) => 0.5 + i / 400),
    )
    const reading = readWatch(plan, [window])
    expect(reading.state).toBe('void')
    expect(reading.finding?.kind).toBe('deficit')
    // One window: half the stake is on it, spread over regions and alarms; the rest has not been set.
    const { region, seen, expected } = reading.finding!
    const best = logEvidenceBelow(Math.round(seen * 200), 200, expected)
    expect(reading.logEvidence).toBeLessThan(best + Math.log(0.5))
    expect(reading.logEvidence).toBeGreaterThan(best + Math.log((0.5 * 0.75) / plan.regions.length) - 1e-9)
    expect(region!.levels[0]).toBe(0)
    expect(seen).toBeLessThan(expected)
  })

  it('names too many alarms', () => {
    const scores = Float64Array.from({ length: 1000 }, (_, i) => (i < 300 ? 0.96 : (i - 299) / 740))
    const reading = readWatch(plan, [countScores(plan, scores)])
    expect(reading.finding).toMatchObject({ kind: 'alarms', region: null, since: 0, rows: 1000 })
    expect(reading.finding!.seen).toBeGreaterThan(reading.finding!.expected)
    expect(reading.state).toBe('void')
  })

  it('finds a change after a long quiet time as fast as after a short one, because it starts again', () => {
    const quiet = countScores(plan, nominal)
    const changed = countScores(
      plan,
      nominal.map((score) => score * 0.8 + 0.2),
    )
    const windowsToVoid = (before: number): number => {
      const windows = new Array(before).fill(quiet)
      for (let after = 1; after < 40; after++) {
        windows.push(changed)
        if (readWatch(plan, windows).state === 'void') return after
      }
      return 40
    }
    expect(windowsToVoid(200)).toBeLessThanOrEqual(windowsToVoid(2) + 2)
    expect(windowsToVoid(2)).toBeLessThan(10)
  })
})
