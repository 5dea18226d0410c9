import { describe, expect, it } from 'vitest'
import { alignTable, type Column, categoricalColumn, numericTable, type Table } from '../../src/data/table.js'
import {
  type DensityForestModel,
  fitDensityForest,
  scoreDensityForest as scoreAligned,
} from '../../src/detectors/density-forest/density-forest.js'
import { logDensities, rowDensity } from '../../src/detectors/density-forest/walk.js'
import type { Forest } from '../../src/detectors/iforest/forest.js'
import { Random } from '../../src/numeric/random.js'
import { normalTable } from './tables.js'

const numeric = (name: string, values: ArrayLike<number>): Column => ({
  name,
  kind: 'numeric',
  values: Float64Array.from(values),
})

const score = (model: DensityForestModel, table: Table): Float64Array =>
  scoreAligned(model, alignTable(table, model.features))

/** x in 0 .. 4 splits at 1 (3 of 8 rows go left); there, a category splits: a goes left (1 row), b and c right (2). */
const forest: Forest = {
  root: Int32Array.of(0),
  feature: Int32Array.of(0, 1),
  low: Float64Array.of(0, 0),
  high: Float64Array.of(4, 3),
  fraction: Uint16Array.of(16384, 0),
  left: Int32Array.of(1, -1),
  right: Int32Array.of(-5, -2),
  size: Int32Array.of(8, 3),
  subsets: Int32Array.of(1, 2, 4),
}
const categorical = Uint8Array.of(0, 1)
const walk = { forest, categorical, reached: logDensities(forest, categorical) }
const density = (x: number, code: number): number => rowDensity(walk, 0, Float64Array.of(x, code), 0)

describe('the density of a box', () => {
  const left = Math.log(3 / 8 / (1 / 4))
  const right = Math.log(5 / 8 / (3 / 4))
  const leftA = left + Math.log(1 / 3 / (1 / 3))
  const leftB = left + Math.log(2 / 3 / (2 / 3))

  it('is the share of rows over the share of the range, split by split', () => {
    expect(density(3, 0)).toBeCloseTo(right, 5)
    expect(density(0.5, 0)).toBeCloseTo(leftA, 5)
    expect(density(1, 2)).toBeCloseTo(leftB, 5)
  })

  it('falls with the distance from the range, in ranges', () => {
    expect(density(12, 0)).toBeCloseTo(right - Math.log(1 + 8 / 4), 5)
    expect(density(-4, 0)).toBeCloseTo(leftA - Math.log(2), 5)
    expect(density(1e300, 0)).toBeCloseTo(right - Math.log(1e6), 4)
  })

  it('of a category never seen at a node is that of one row more', () => {
    expect(density(0.5, 3)).toBeCloseTo(left - Math.log(4), 5)
    expect(density(0.5, -2)).toBeCloseTo(left - Math.log(4), 5)
  })

  it('of a missing value is the mean of both sides, by their rows', () => {
    expect(density(Number.NaN, 0)).toBeCloseTo((3 * leftA + 5 * right) / 8, 5)
    expect(density(0.5, -1)).toBeCloseTo((leftA + 2 * leftB) / 3, 5)
  })
})

describe('density forest', () => {
  it('finds the gap between a dense cloud and a thin one', () => {
    const random = new Random(1, 2, 3)
    // A narrow crowd at 0, a wide one about 5, a gap between.
    const rows = Array.from({ length: 600 }, (_, i) => [i % 2 ? 0.01 * random.normal() : 5 + 0.5 * random.normal()])
    const { model } = fitDensityForest(numericTable(rows), { trees: 200 })
    const [crowd, between, wide] = score(model, numericTable([[0], [2], [5]]))
    expect(between).toBeGreaterThan(Math.max(wide, crowd) + 0.9)
  })

  it('scores of training rows are like those of fresh rows', () => {
    const { model, scores, inBagRows } = fitDensityForest(normalTable(400, ['a', 'b', 'c'], 1), { trees: 200 })
    const mean = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / values.length
    expect(inBagRows).toBe(0)
    expect(mean(scores)).toBeCloseTo(mean(score(model, normalTable(2000, ['a', 'b', 'c'], 2))), 0)
  })

  it.each([
    ['a number', (rows: number, alien: boolean) => numeric('flag', new Float64Array(rows).fill(alien ? 1 : 0))],
    [
      'a category',
      (rows: number, alien: boolean) => categoricalColumn('flag', new Array(rows).fill(alien ? 'true' : 'false')),
    ],
    ['a gap', (rows: number, alien: boolean) => numeric('flag', new Float64Array(rows).fill(alien ? Number.NaN : 0))],
  ])('%s that no training row has lifts every row', (_, flag) => {
    const columns = normalTable(300, ['a', 'b', 'c'], 3).columns
    const others = normalTable(200, ['a', 'b', 'c'], 4).columns
    const { model } = fitDensityForest({ rows: 300, columns: [...columns, flag(300, false)] }, { trees: 100 })
    const ordinary = score(model, { rows: 200, columns: [...others, flag(200, false)] })
    const aliens = score(model, { rows: 200, columns: [...others, flag(200, true)] })
    const sorted = [...ordinary].sort((a, b) => b - a)
    expect([...aliens].sort((a, b) => a - b)[20]).toBeGreaterThan(sorted[20])
  })
})
