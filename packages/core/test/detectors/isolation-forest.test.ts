import { describe, expect, it } from 'vitest'
import { paperTable } from '../../src/data/synthetic.js'
import { type Feature, numericTable, type Table } from '../../src/data/table.js'
import { type Forest, isolationDepth, splitValue } from '../../src/detectors/iforest/forest.js'
import {
  fitIsolationForest,
  type IsolationForestModel,
  planForest,
  scoreIsolationForest,
} from '../../src/detectors/iforest/isolation-forest.js'
import { leafDepths, rowDepth } from '../../src/detectors/iforest/walk.js'
import { Random, sampleToFront, substream } from '../../src/numeric/random.js'
import { c, depthInTree, rowOf } from './reference-forest.js'
import { errorOf, mixedTable } from './tables.js'

describe('c(n), the depth of an unsplit leaf', () => {
  it('is 0 for nothing and for one row, 1 for two', () => {
    expect([0, 1, 2].map(isolationDepth)).toEqual([0, 0, 1])
  })

  it('is the formula from 3 on, to the unit of depths', () => {
    expect(isolationDepth(3)).toBeCloseTo(1.207392357589621, 6)
    expect(isolationDepth(256)).toBeCloseTo(10.244770920116851, 6)
    expect(isolationDepth(2000)).toBeCloseTo(14.356236, 6)
    for (let n = 3; n < 5000; n = Math.ceil(1.3 * n)) expect(Math.abs(isolationDepth(n) - c(n))).toBeLessThan(2 ** -20)
  })
})

describe('splitValue', () => {
  it('lies in [low, high) however close the two are', () => {
    const pairs = [
      [0, 5e-324],
      [1, 1 + 2 ** -52],
      [-1 - 2 ** -52, -1],
      [1.7e18, 1.7e18 + 256],
      [-8.9e307, 8.9e307],
    ]
    for (const [low, high] of pairs) {
      for (const fraction of [0, 1, 32768, 65535]) {
        const split = splitValue(low, high, fraction)
        expect(split >= low && split < high).toBe(true)
      }
    }
  })
})

const categories = ['red', 'green', 'blue', 'grey']
const features: Feature[] = [
  { name: 'x', kind: 'numeric' },
  { name: 'colour', kind: 'categorical', categories },
]

/**
 * x in [0, 10] split at 5: left (4 rows) asks the colour (red and blue left: a leaf of 3; green right: a leaf of 1);
 * right (6 rows) is a leaf.
 */
const handmade: Forest = {
  root: Int32Array.of(0),
  feature: Int32Array.of(0, 1),
  low: Float64Array.of(0, 0),
  high: Float64Array.of(10, 3),
  fraction: Uint16Array.of(32768, 0),
  left: Int32Array.of(1, -3),
  right: Int32Array.of(-6, -1),
  size: Int32Array.of(10, 4),
  subsets: Int32Array.of(2 * 0 + 1, 2 * 1, 2 * 2 + 1),
}

function depthOf(x: number, code: number, rangeCheck: boolean, forest = handmade): number {
  const model: IsolationForestModel = { detector: 'iforest', features, seed: 1, subsample: 10, rangeCheck, forest }
  const table: Table = {
    rows: 1,
    columns: [
      { name: 'x', kind: 'numeric', values: Float64Array.of(x) },
      {
        name: 'colour',
        kind: 'categorical',
        codes: Int32Array.of(code),
        categories,
      },
    ],
  }
  const [score] = scoreIsolationForest(model, table)
  return -Math.log2(score) * c(10)
}

describe('a handmade tree', () => {
  const [red, green, blue, grey, missing, unseen] = [0, 1, 2, 3, -1, -2]

  it('sends x <= split left, the rest right', () => {
    expect(depthOf(5, red, true)).toBeCloseTo(2 + c(3), 5)
    expect(depthOf(5.000001, red, true)).toBeCloseTo(1 + c(6), 5)
    expect(depthOf(0, red, true)).toBeCloseTo(2 + c(3), 5)
    expect(depthOf(10, red, true)).toBeCloseTo(1 + c(6), 5)
  })

  it('ends a path, adding 1, where x leaves the training range; without the range check it goes on', () => {
    expect(depthOf(-1e-9, red, true)).toBeCloseTo(1, 6)
    expect(depthOf(10.0000001, red, true)).toBeCloseTo(1, 6)
    expect(depthOf(-1e-9, red, false)).toBeCloseTo(2 + c(3), 5)
    expect(depthOf(11, red, false)).toBeCloseTo(1 + c(6), 5)
  })

  it('sends each category to its side', () => {
    expect(depthOf(1, red, true)).toBeCloseTo(2 + c(3), 5)
    expect(depthOf(1, blue, true)).toBeCloseTo(2 + c(3), 5)
    expect(depthOf(1, green, true)).toBeCloseTo(2, 6)
  })

  it('treats a category absent from the node, seen elsewhere or not, as outside its range', () => {
    for (const code of [grey, unseen]) {
      expect(depthOf(1, code, true)).toBeCloseTo(2, 6)
      expect(depthOf(1, code, false)).toBeCloseTo(2 + (3 / 4) * c(3), 5)
    }
  })

  it('divides a missing value between both sides, by their training rows', () => {
    for (const rangeCheck of [true, false]) {
      expect(depthOf(1, missing, rangeCheck)).toBeCloseTo(2 + (3 / 4) * c(3), 5)
      expect(depthOf(Number.NaN, red, rangeCheck)).toBeCloseTo(1 + 0.4 * (1 + c(3)) + 0.6 * c(6), 5)
      expect(depthOf(Number.NaN, missing, rangeCheck)).toBeCloseTo(1 + 0.4 * (1 + 0.75 * c(3)) + 0.6 * c(6), 5)
    }
  })

  it('may be a chain of a hundred thousand nodes, walked with every value missing', () => {
    const nodes = 100_000
    const ids = Array.from({ length: nodes }, (_, i) => i)
    const chain = (inner: 'left' | 'right'): Forest => {
      const next = Int32Array.from(ids, (i) => (i === nodes - 1 ? -1 : i + 1))
      const leaf = new Int32Array(nodes).fill(-1)
      return {
        root: Int32Array.of(0),
        feature: new Int32Array(nodes),
        low: new Float64Array(nodes),
        high: new Float64Array(nodes).fill(1),
        fraction: new Uint16Array(nodes),
        left: inner === 'left' ? next : leaf,
        right: inner === 'left' ? leaf : next,
        size: Int32Array.from(ids, (i) => nodes + 1 - i),
        subsets: new Int32Array(0),
      }
    }
    const walk = { rangeCheck: true, categorical: Uint8Array.of(0), leafDepth: leafDepths(2) }
    // Leaves at depths 1, 2, ..., n and n again, one row each.
    const mean = ((nodes * (nodes + 1)) / 2 + nodes) / (nodes + 1)
    for (const inner of ['left', 'right'] as const) {
      expect(rowDepth({ ...walk, forest: chain(inner) }, 0, Float64Array.of(Number.NaN), 0)).toBeCloseTo(mean, 3)
    }
  })
})

describe('out-of-bag scores', () => {
  it('are those of a plain walk of the trees that did not sample the row', () => {
    const table = mixedTable(90, 4, true)
    for (const rangeCheck of [true, false]) {
      const fitted = fitIsolationForest(table, { trees: 30, subsample: 25, rangeCheck, seed: 99 })
      const sums = new Float64Array(90)
      const counts = new Float64Array(90)
      const order = new Int32Array(90)
      for (let t = 0; t < 30; t++) {
        sampleToFront(order, 25, substream(99, 'tree', t))
        const inBag = new Set(order.subarray(0, 25))
        for (let i = 0; i < 90; i++) {
          if (inBag.has(i)) continue
          sums[i] += depthInTree(fitted.model, t, rowOf(table, i))
          counts[i]++
        }
      }
      expect(fitted.inBagRows).toBe(0)
      fitted.scores.forEach((s, i) => {
        expect(-Math.log2(s) * c(25)).toBeCloseTo(sums[i] / counts[i], 4)
      })
    }
  })

  it('are ordinary scores, and counted, where every tree sampled the row', () => {
    const table = mixedTable(40, 5)
    const one = fitIsolationForest(table, { trees: 1, subsample: 15, seed: 3 })
    expect(one.inBagRows).toBe(15)
    expect(one.scores.every(Number.isFinite)).toBe(true)
    const all = fitIsolationForest(table, { trees: 10, subsample: 1, seed: 3 })
    expect(all.inBagRows).toBe(40)
    expect(all.scores).toEqual(scoreIsolationForest(all.model, table))
  })

  it('are distributed about as the scores of new rows', () => {
    const random = new Random(1, 2, 3)
    const { model, scores } = fitIsolationForest(
      paperTable(600, () => false, random),
      { trees: 100, seed: 1 },
    )
    const fresh = scoreIsolationForest(
      model,
      paperTable(3000, () => false, random),
    )
    const mean = (values: Float64Array): number => values.reduce((sum, x) => sum + x, 0) / values.length
    const spread = Math.sqrt(mean(fresh.map((x) => (x - mean(fresh)) ** 2)))
    expect(Math.abs(mean(scores) - mean(fresh))).toBeLessThan((5 * spread) / Math.sqrt(600))
  })
})

describe('trees', () => {
  it('are grown to full depth on the subsample: every leaf holds one row, two, or rows that are all alike', () => {
    const { model } = fitIsolationForest(mixedTable(200, 6), { trees: 20, subsample: 64, seed: 2 })
    const { forest } = model
    const leaves = [...forest.left, ...forest.right].filter((child) => child < 0)
    expect(leaves.every((leaf) => leaf >= -2)).toBe(true) // no two rows of this table are alike
    expect(leaves.reduce((sum, leaf) => sum - leaf, 0)).toBe(20 * 64)
    expect([...forest.root].every((root) => forest.size[root] === 64)).toBe(true)
  })

  it('tell values apart that differ in their last bit', () => {
    for (const [low, high] of [
      [1, 1 + 2 ** -52],
      [1.7e18, 1.7e18 + 256],
      [-5e-324, 0],
    ]) {
      const rows = Array.from({ length: 32 }, (_, i) => [i === 0 ? high : low])
      const { model } = fitIsolationForest(numericTable(rows), { trees: 50, subsample: 32 })
      const [lone, crowd] = scoreIsolationForest(model, numericTable([[high], [low]]))
      expect(lone).toBeGreaterThan(crowd + 0.2)
    }
  })

  it('split uniformly: the share of splits below a value is its place in the range', () => {
    const rows = [[0], [0], [0.25], [1], [1]] // the first split falls in [0, .25) with probability 1/4
    const { model } = fitIsolationForest(numericTable(rows), { trees: 4000, subsample: 5, seed: 4 })
    const { forest } = model
    const low = [...forest.root].filter((root) => forest.fraction[root] < 16384).length
    expect(Math.abs(low - 1000)).toBeLessThan(5 * Math.sqrt(4000 * 0.25 * 0.75))
  })
})

describe('subsample', () => {
  const table = mixedTable(200, 7)
  const psi = (subsample?: number, rows = table): number =>
    fitIsolationForest(rows, { trees: 1, subsample }).model.subsample

  it('is a share up to 1, a count from 2 on, a fifth by default', () => {
    expect([psi(), psi(0.5), psi(1), psi(2), psi(200)]).toEqual([40, 100, 200, 2, 200])
  })

  it('is at most 4000 rows by default, whatever the size of the table', () => {
    const plan = (rows: number, subsample?: number): number =>
      planForest(numericTable(Array.from({ length: rows }, (_, i) => [i])), { subsample }).subsample
    expect([plan(20_000), plan(20_010), plan(30_000), plan(30_000, 0.2)]).toEqual([4000, 4000, 4000, 6000])
  })

  it('leaves small tables trees of 16 rows, or all but one', () => {
    expect(psi(0.2, mixedTable(30, 1))).toBe(16)
    expect(psi(0.2, mixedTable(10, 1))).toBe(9)
    expect(psi(0.2, mixedTable(3, 1))).toBe(2)
  })

  it('is refused otherwise, like a number of trees that is not one', () => {
    for (const subsample of [0, -1, 1.5, 201, Number.NaN]) expect(errorOf(() => psi(subsample)).code).toBe('bad-option')
    for (const trees of [0, 1.5, Number.NaN]) {
      expect(errorOf(() => fitIsolationForest(table, { trees })).code).toBe('bad-option')
    }
    expect(errorOf(() => psi(0.2, mixedTable(2, 1))).code).toBe('too-few-rows')
  })
})
