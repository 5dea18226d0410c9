import { type NumericColumn, numericTable, substream, type Table } from '@xenolith/core'
import { describe, expect, it } from 'vitest'
import { candidates } from '../src/auto/candidates.js'
import type { Fitted } from '../src/auto/fit-candidates.js'
import { choosingRows, type Parts, stagesOf } from '../src/auto/parts.js'
import { race } from '../src/auto/race.js'

const ROWS = 900
const goal = { alpha: 0.2, eta: 0.1 }
const SEED = 3

interface Both {
  readonly nominal: Table
  readonly mixture: Table
}

/** Two columns that are scores of two detectors; every fifth row of the mixture is alien, so far up in each. */
function sample(far: readonly [number, number], seed: number): Both {
  const random = substream(seed, 'race')
  const draw = (isAlien: (row: number) => boolean): Table =>
    numericTable(
      Array.from({ length: ROWS }, (_, row) => far.map((shift) => random.normal() + (isAlien(row) ? shift : 0))),
    )
  return { nominal: draw(() => false), mixture: draw((row) => row % 5 === 0) }
}

const stages = stagesOf(sample([0, 0], 1), goal.alpha, undefined, SEED)

const column = ({ columns }: Table, c: number): Float64Array => (columns[c] as NumericColumn).values

function fittedTo(data: Both, parts: Parts): Fitted {
  const own = choosingRows(data, parts)
  const scores = [0, 1].map((c) => ({ nominal: column(own.nominal, c), mixture: column(own.mixture, c) }))
  return { own, seed: SEED, all: candidates.slice(0, 2), scores }
}

const run = (data: Both) => race(stages, async (parts) => fittedTo(data, parts), goal)

/** Rows that were not shown, taken from other data. */
function unshownFrom(data: Both, other: Both, { nominal, mixture }: Parts): Both {
  const replaced = (table: Table, by: Table, rows: Int32Array): Table => ({
    ...table,
    columns: table.columns.map((one, c) => {
      const values = Float64Array.from(column(table, c))
      for (const row of rows) values[row] = column(by, c)[row]
      return { ...one, values } as NumericColumn
    }),
  })
  return {
    nominal: replaced(data.nominal, other.nominal, nominal.heldOut),
    mixture: replaced(data.mixture, other.mixture, mixture.heldOut),
  }
}

const designs = [
  ['easy', sample([9, 3], 1), 0],
  ['not easy', sample([1, 3], 2), 1],
] as const

describe('the race', () => {
  it('shows rows in stages, each with all of the one before, and no row that was shown certifies', () => {
    expect(stages.map(({ nominal, mixture }) => [nominal.kept.length, mixture.kept.length])).toEqual([
      [200, 200],
      [300, 300],
    ])
    for (const sample of ['nominal', 'mixture'] as const) {
      const [early, late] = stages.map((parts) => parts[sample])
      expect(early.kept.every((row) => late.kept.includes(row))).toBe(true)
      for (const { kept, heldOut } of [early, late]) expect(new Set([...kept, ...heldOut]).size).toBe(ROWS)
      for (const { kept, heldOut } of [early, late]) expect(kept.length + heldOut.length).toBe(ROWS)
    }
  })

  it('has one stage where two would win nothing', () => {
    const sizesOf = (n0: number, nm: number, alpha: number, holdout?: number) => {
      const rows = (count: number): Table => ({ rows: count, columns: [] })
      const all = stagesOf({ nominal: rows(n0), mixture: rows(nm) }, alpha, holdout, 1)
      return all.map(({ nominal, mixture }) => [nominal.kept.length, mixture.kept.length])
    }
    // Few rows: a third at once. A holdout: it says how many certify. Many rows: no more choose than are needed.
    expect(sizesOf(500, 900, 0.2)).toEqual([[167, 300]])
    expect(sizesOf(900, 900, 0.2, 0.5)).toEqual([[450, 450]])
    expect(sizesOf(100_000, 50_000, 0.2)).toEqual([[2000, 2000]])
  })

  it.each(designs)('ends where the choice is %s', async (_, data, stage) => {
    const { parts, chosen } = await run(data)
    expect(parts).toBe(stages[stage])
    expect(chosen.easy).toBe(stage === 0)
  })

  it.each(designs)('is the same whatever the rows are that certify: %s', async (_, data) => {
    const { parts, chosen } = await run(data)
    for (const other of [sample([0, 9], 5), sample([9, 0], 6), sample([0, 0], 7)]) {
      const again = await run(unshownFrom(data, other, parts))
      expect(again.parts).toBe(parts)
      expect(again.chosen).toEqual(chosen)
    }
  })

  it('would not be, if it looked at them: the twin that is shown a later stage than it says', async () => {
    const [, data] = designs[0]
    const peek = (both: Both) => race([stages[0]], async () => fittedTo(both, stages[1]), goal)
    const { parts, chosen } = await peek(data)
    const again = await peek(unshownFrom(data, sample([0, 0], 7), parts))
    expect(again.chosen).not.toEqual(chosen)
  })
})
