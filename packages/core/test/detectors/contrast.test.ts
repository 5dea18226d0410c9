import { describe, expect, it } from 'vitest'
import { explain } from '../../src/alarms/explain.js'
import { type Column, numericTable, selectRows, type Table } from '../../src/data/table.js'
import { type ContrastModel, fitContrast, scoreContrast } from '../../src/detectors/contrast/contrast.js'
import { foldsOf } from '../../src/detectors/contrast/folds.js'
import { rightChildren } from '../../src/detectors/contrast/forest.js'
import { hasLearned, whatIsLearned } from '../../src/detectors/contrast/learned.js'
import { contrast } from '../../src/detectors/contrast/row.js'
import { fit, score } from '../../src/detectors/fit.js'
import { encodeContainer } from '../../src/model-file/container.js'
import { packModel, unpackModel } from '../../src/model-file/model-codec.js'
import { substream } from '../../src/numeric/random.js'
import { bytesOf, errorOf, mixedTable, normalTable } from './tables.js'

/** Normal rows of which the last `aliens` are shifted in the first feature. */
function rowsWith(rows: number, aliens: number, seed: number): Table {
  const random = substream(seed, 'contrast rows')
  return numericTable(
    Array.from({ length: rows }, (_, i) => [
      random.normal() + (i >= rows - aliens ? 3.5 : 0),
      random.normal(),
      random.normal(),
    ]),
  )
}

const nominal = rowsWith(400, 0, 1)
const mixture = rowsWith(400, 120, 2)
const fitted = fitContrast(nominal, { mixture, contrastTrees: 100, seed: 3 })

/** The share of the first list that is exceeded by the second: 1 if every pair is in order. */
const auc = (low: Float64Array, high: Float64Array): number => whatIsLearned(low, high).auc

describe('the contrast forest', () => {
  it('learns what sets the aliens of the mixture apart', () => {
    const aliens = rowsWith(400, 400, 4)
    const fresh = rowsWith(400, 0, 5)
    expect(auc(score(fitted.model, fresh), score(fitted.model, aliens))).toBeGreaterThan(0.95)
    expect(auc(fitted.scores, fitted.mixtureScores.slice(280))).toBeGreaterThan(0.95)
    expect(hasLearned(fitted.model.learned!)).toBe(true)
    expect(fitted.nominalScores).toBe('cross-fitted')
  })

  it('scores training rows of both samples by the function that scores new rows', () => {
    expect(bytesOf(score(fitted.model, nominal))).toEqual(bytesOf(fitted.scores))
    expect(bytesOf(score(fitted.model, mixture))).toEqual(bytesOf(fitted.mixtureScores))
  })

  it('does not let rows of a fold near the trees that judge the fold', () => {
    // Rows of fold 0 give way to others, far away, of the same fold: the trees of fold 0 do not move.
    const far = rowsWith(4000, 4000, 9)
    const spare = [...foldsOf(far, 5, 3)].flatMap((fold, i) => (fold === 0 ? [i] : []))
    const own = foldsOf(nominal, 5, 3)
    let next = 0
    const rows = Array.from(own, (fold, i) => {
      const from = fold === 0 ? far : nominal
      const row = fold === 0 ? spare[next++] : i
      return from.columns.map((column) => (column.kind === 'numeric' ? column.values[row] : 0))
    })
    const moved = fitContrast(numericTable(rows), { mixture, contrastTrees: 100, seed: 3 })
    const treesOf = ({ forest, trees }: ContrastModel, fold: number): unknown => {
      const from = forest.root[fold * trees]
      const to = fold < 4 ? forest.root[(fold + 1) * trees] : forest.value.length
      return [forest.feature.slice(from, to), forest.value.slice(from, to)]
    }
    expect(treesOf(moved.model, 0)).toEqual(treesOf(fitted.model, 0))
    expect(treesOf(moved.model, 1)).not.toEqual(treesOf(fitted.model, 1))
  })

  it('knows that it has learned nothing where there is nothing to learn, and says so', () => {
    const none = fitContrast(nominal, { mixture: rowsWith(400, 0, 8), contrastTrees: 50, seed: 3 })
    expect(hasLearned(none.model.learned!)).toBe(false)
    expect(contrast.describe(none.model)).toContain('has learned nothing that chance would not explain')
    expect(contrast.describe(fitted.model)).toBe(
      'contrast forest of nominal against mixture rows, 100 trees in 5 folds',
    )
  })

  it('with one fold gives a model and no scores of its own training rows', () => {
    const { model, scores, mixtureScores } = fitContrast(nominal, { mixture, contrastTrees: 60, folds: 1 })
    expect([scores.length, mixtureScores.length, model.learned]).toEqual([0, 0, null])
    expect(auc(score(model, rowsWith(300, 0, 6)), score(model, rowsWith(300, 300, 7)))).toBeGreaterThan(0.95)
  })

  it('finds its rows in either order of columns, and categories of either sample', () => {
    const a = mixedTable(90, 1, true)
    const b = mixedTable(90, 2, true)
    const { mixtureScores } = fitContrast(a, { mixture: b, contrastTrees: 30 })
    const turned = fitContrast(a, { mixture: { rows: 90, columns: b.columns.toReversed() }, contrastTrees: 30 })
    expect(bytesOf(turned.mixtureScores)).toEqual(bytesOf(mixtureScores))
  })

  it('explains a row by all trees, so that the fold that a row would fall into plays no part', () => {
    const alien = numericTable([[4, 0, 0]])
    const [[first]] = explain(fitted.model, alien, 1)
    expect(first.feature).toBe('f0')
    expect(first.gain).toBeGreaterThan(0.2)
  })

  it('refuses options that it cannot have', () => {
    const code = (options: object): string =>
      errorOf(() => fit(nominal, { detector: 'contrast', mixture, ...options } as never)).code
    expect(code({ mixture: undefined })).toBe('bad-option')
    expect(code({ contrastTrees: 4 })).toBe('bad-option')
    expect(code({ folds: 0 })).toBe('bad-option')
    expect(code({ stack: 'gmm' })).toBe('bad-option')
    expect(code({ classes: new Array(400).fill('a') })).toBe('bad-option')
    expect(code({ mixture: selectRows(mixture, [0, 1]) })).toBe('too-few-rows')
    expect(code({ mixture: normalTable(40, ['f0'], 1) })).toBe('missing-column')
  })

  it('grows trees that differ only in draws where one sample is much larger', () => {
    const large = rowsWith(4000, 400, 11)
    const { model } = fitContrast(rowsWith(60, 0, 12), { mixture: large, contrastTrees: 50 })
    expect(auc(score(model, rowsWith(300, 0, 6)), score(model, rowsWith(300, 300, 7)))).toBeGreaterThan(0.85)
  })
})

describe('the stacked contrast forest', () => {
  const stacked = fitContrast(nominal, { mixture, contrastTrees: 100, stack: 'knn', seed: 3 })

  it('sets reference rows aside, which are not scored', () => {
    expect(stacked.scores).toHaveLength(300)
    expect(stacked.scored).toHaveLength(300)
    expect(stacked.model.stack.map(({ references }) => references.rows)).toEqual([100, 100, 100])
    const aside = new Set(Array.from({ length: 400 }, (_, i) => i).filter((i) => !stacked.scored!.includes(i)))
    expect(aside.size).toBe(100)
  })

  it('scores training rows by the function that scores new rows', () => {
    expect(bytesOf(score(stacked.model, selectRows(nominal, stacked.scored!)))).toEqual(bytesOf(stacked.scores))
    expect(bytesOf(scoreContrast(stacked.model, mixture))).toEqual(bytesOf(stacked.mixtureScores))
  })

  it('is written and read to the bit', () => {
    const again = unpackModel(packModel(stacked.model))
    expect(bytesOf(score(again, mixture))).toEqual(bytesOf(stacked.mixtureScores))
    expect(encodeContainer(packModel(again))).toEqual(encodeContainer(packModel(stacked.model)))
  })
})

describe('a damaged contrast model', () => {
  const packed = (): Record<string, never> => structuredClone(packModel(fitted.model)) as Record<string, never>
  const damaged = (change: (model: Record<string, unknown> & { forest: Record<string, unknown> }) => void): string => {
    const model = packed() as never
    change(model)
    return errorOf(() => unpackModel(model)).code
  }

  it('is refused', () => {
    expect(unpackModel(packed()).detector).toBe('contrast')
    expect(damaged((model) => Object.assign(model, { folds: 4 }))).toBe('bad-model')
    expect(damaged((model) => Object.assign(model, { trees: 0 }))).toBe('bad-model')
    expect(damaged((model) => Object.assign(model, { learned: { auc: 2, deviation: 1 } }))).toBe('bad-model')
    expect(damaged((model) => Object.assign(model, { places: [new Int32Array(1)] }))).toBe('bad-model')
    expect(damaged((model) => Object.assign(model, { stack: [{ detector: 'loda' }] }))).toBe('bad-model')
    expect(damaged(({ forest }) => (forest.nodes as Uint32Array).set([1]))).toBe('bad-model')
    expect(damaged(({ forest }) => (forest.column as Uint8Array).fill(0))).toBe('bad-model')
    expect(damaged(({ forest }) => (forest.column as Uint8Array).fill(9))).toBe('bad-model')
    expect(damaged(({ forest }) => (forest.place as Uint16Array).fill(65535))).toBe('bad-model')
    expect(damaged(({ forest }) => Object.assign(forest, { cuts: [] }))).toBe('bad-model')
  })

  it('is known by trees that are not whole', () => {
    const of = (...feature: number[]): Int32Array | null => rightChildren(Int32Array.from(feature), Int32Array.of(0))
    expect(of(0, -1, -1)).toEqual(Int32Array.of(2, 0, 0))
    expect(of(0, 1, -1, -1, -1)).toEqual(Int32Array.of(4, 3, 0, 0, 0))
    expect(of(-1)).toEqual(Int32Array.of(0))
    for (const broken of [[0], [0, -1], [-1, -1], [0, -1, -1, -1], [0, -1, 0], [0, 0, -1, -1]]) {
      expect(of(...broken)).toBeNull()
    }
  })
})

describe('folds', () => {
  it('are the same for equal rows and about equal in size, and depend on the seed', () => {
    const table = rowsWith(2000, 0, 1)
    const folds = foldsOf(table, 5, 7)
    const sizes = [0, 1, 2, 3, 4].map((fold) => folds.filter((f) => f === fold).length)
    // Binomial(2000, 1/5): five standard deviations are 90.
    for (const size of sizes) expect(Math.abs(size - 400)).toBeLessThan(90)
    const twice = selectRows(table, [5, 5, 1999, 5])
    expect([...foldsOf(twice, 5, 7)]).toEqual([folds[5], folds[5], folds[1999], folds[5]])
    expect(foldsOf(table, 5, 8)).not.toEqual(folds)
  })

  it('see one zero and one missing value', () => {
    const column = (values: number[]): Column => ({ name: 'x', kind: 'numeric', values: Float64Array.from(values) })
    const other = new Float64Array(Float64Array.of(Number.NaN).buffer)
    new Uint32Array(other.buffer)[0] = 77
    for (const [a, b] of [
      [0, -0],
      [Number.NaN, other[0]],
    ]) {
      const folds = foldsOf({ rows: 2, columns: [column([a, b])] }, 97, 1)
      expect(folds[0]).toBe(folds[1])
    }
  })
})
