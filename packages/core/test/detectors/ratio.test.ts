import { describe, expect, it } from 'vitest'
import { foldsOf } from '../../src/detectors/contrast/folds.js'
import { whatIsLearned } from '../../src/detectors/contrast/learned.js'
import { fitRatio, scoreRatio } from '../../src/detectors/ratio/ratio.js'
import { ratio } from '../../src/detectors/ratio/row.js'
import { type NumericColumn, numericTable, score, substream, type Table } from '../../src/index.js'

/** Nominal rows are standard normal in three coordinates; aliens lie on a ring in two of them, inside the nominal cloud. */
function rowsWith(rows: number, aliens: number, seed: number): Table {
  const random = substream(seed, 'ratio rows')
  return numericTable(
    Array.from({ length: rows }, (_, i) =>
      i < aliens
        ? [1.5 + 0.1 * random.normal(), 1.5 + 0.1 * random.normal(), random.normal()]
        : [random.normal(), random.normal(), random.normal()],
    ),
  )
}

const nominal = rowsWith(400, 0, 1)
const mixture = rowsWith(400, 120, 2)
const fitted = fitRatio(nominal, { mixture, seed: 3 })

describe('the ratio of densities', () => {
  it('finds aliens that lie among the nominal rows', () => {
    const found = whatIsLearned(score(fitted.model, rowsWith(500, 0, 4)), score(fitted.model, rowsWith(500, 500, 5)))
    expect(found.auc).toBeGreaterThan(0.95)
    expect(ratio.describe(fitted.model)).toMatch(
      /^ratio of the densities of mixture and nominal rows, \d+ components each, 5 folds/,
    )
  })

  it('scores training rows as it scores new ones', () => {
    expect(score(fitted.model, nominal)).toEqual(fitted.scores)
    expect(score(fitted.model, mixture)).toEqual(fitted.mixtureScores)
  })

  it('judges a row by densities that owe it nothing: another row in its place leaves those of their fold as they are', () => {
    const values = nominal.columns.map((column) => (column as NumericColumn).values)
    const replaced = (by: number): Table =>
      numericTable(Array.from({ length: nominal.rows }, (_, i) => values.map((own) => (i === 7 ? by : own[i]))))
    const fold = foldsOf(nominal, 5, 3)[7]
    const by = [50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61].find((x) => foldsOf(replaced(x), 5, 3)[7] === fold)!
    const { pairs } = fitRatio(replaced(by), { mixture, seed: 3 }).model
    expect(pairs[fold]).toEqual(fitted.model.pairs[fold])
    expect(pairs[(fold + 1) % 5]).not.toEqual(fitted.model.pairs[(fold + 1) % 5])
  })

  it('is a log ratio: with the samples exchanged its sign turns', () => {
    const turned = fitRatio(mixture, { mixture: nominal, seed: 3, folds: 1 }).model
    const straight = fitRatio(nominal, { mixture, seed: 3, folds: 1 }).model
    const rows = rowsWith(50, 10, 9)
    // The coordinates are those of both samples together, in whichever order.
    scoreRatio(turned, rows).forEach((x, i) => {
      expect(x).toBeCloseTo(-scoreRatio(straight, rows)[i], 6)
    })
  })

  it('says nothing of rows whose fold has too little to learn from', () => {
    const alike = numericTable(Array.from({ length: 30 }, (_, i) => [i < 26 ? 0 : 1]))
    const { model, scores } = fitRatio(alike, { mixture: alike, seed: 1 })
    expect(model.pairs[foldsOf(alike, 5, 1)[0]]).toBeNull()
    expect(scores.subarray(0, 26)).toEqual(new Float64Array(26))
    expect(scores.every(Number.isFinite)).toBe(true)
  })

  it('knows that it has learned nothing', () => {
    const none = fitRatio(nominal, { mixture: rowsWith(400, 0, 8), seed: 3 })
    expect(ratio.describe(none.model)).toContain('has learned nothing that chance would not explain')
    expect(ratio.describe(fitted.model)).not.toContain('nothing')
  })
})
