import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AlarmSample } from '../../src/alarms/groups/alarm-sample.js'
import { centresOf, squaredFromCentre } from '../../src/alarms/groups/centres.js'
import { tellingCosts } from '../../src/alarms/groups/costs.js'
import { type AlarmGroups, findGroups, GROUPED_ROWS, groupOf, typicalRows } from '../../src/alarms/groups/groups.js'
import { type AlarmPoints, alarmPoints, squaredDistance } from '../../src/alarms/groups/points.js'
import { silhouette } from '../../src/alarms/groups/silhouette.js'
import { groupTraits } from '../../src/alarms/groups/traits.js'
import { cutHierarchy, index, wardHierarchy } from '../../src/alarms/groups/ward.js'
import {
  alignTable,
  categoricalColumn,
  featuresOf,
  numericTable,
  selectRows,
  type Table,
  UNSEEN,
} from '../../src/data/table.js'
import { learnCoordinates } from '../../src/detectors/coordinates/coordinates.js'
import { Random } from '../../src/numeric/random.js'
import { mixedTable } from '../detectors/tables.js'

/*
 * Reference values of scipy 1.17.1 (cluster.hierarchy.ward, fcluster with maxclust; heights are h * h / 2) and scikit-learn 1.9.1
 * (silhouette_score) for these ten points.
 */
const points = [
  [0, 0],
  [1, 0],
  [0, 2],
  [10, 10],
  [11, 10],
  [10, 13],
  [20, 0],
  [21, 1],
  [5, 5],
  [-3, 4],
]
function squaredDistances(rows: readonly (readonly number[])[]): Float64Array {
  const n = rows.length
  const out = new Float64Array((n * (n - 1)) / 2)
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) out[index(n, i, j)] = rows[i].reduce((sum, x, k) => sum + (x - rows[j][k]) ** 2, 0)
  }
  return out
}

describe("Ward's hierarchy", () => {
  const merges = wardHierarchy(10, squaredDistances(points))
  it('has the heights of another program', () => {
    const heights = [0.5, 0.5, 1, 2.833333333333, 6.166666666667, 16.666666666667, 34, 256.333333333333, 529]
    merges.forEach(({ height }, i) => {
      expect(height).toBeCloseTo(heights[i], 9)
    })
  })
  it('is cut into the sets of another program, as far apart as it says', () => {
    const expected: [number, number[], number][] = [
      [2, [0, 0, 0, 1, 1, 1, 1, 1, 0, 0], 0.5391136957545567],
      [3, [0, 0, 0, 1, 1, 1, 2, 2, 0, 0], 0.7298763455413306],
      [4, [0, 0, 0, 1, 1, 1, 2, 2, 3, 0], 0.6053096263661784],
    ]
    for (const [k, sets, apart] of expected) {
      const setOf = cutHierarchy(10, merges, k)
      expect([...setOf]).toEqual(sets)
      expect(silhouette(10, squaredDistances(points), setOf, k)).toBeCloseTo(apart, 12)
    }
  })
  it('adds up to the sum of squares around the mean, whatever the points', () => {
    const coordinate = fc.integer({ min: -9, max: 9 })
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 30 }), (rows) => {
        const heights = wardHierarchy(rows.length, squaredDistances(rows)).reduce((sum, { height }) => sum + height, 0)
        const total = squaredDistances(rows).reduce((sum, d) => sum + d, 0) / rows.length
        expect(heights).toBeCloseTo(total, 6)
      }),
    )
  })
})

describe('a centre', () => {
  it('is as far from a point as the points of its set on average, less their own spread', () => {
    const table = mixedTable(40, 3, true)
    const { costs, ...rest } = learnCoordinates(table, 'ranks')
    const placed: AlarmPoints = alarmPoints({ costs, ...rest }, table)
    const [centre] = centresOf(placed, costs, new Int32Array(40), 1)
    let within = 0
    for (let i = 0; i < 40; i++) for (let j = 0; j < 40; j++) within += squaredDistance(placed, costs, i, j) / 40 / 40
    for (const point of [0, 7, 39]) {
      let mean = 0
      for (let j = 0; j < 40; j++) mean += squaredDistance(placed, costs, point, j) / 40
      expect(squaredFromCentre(placed, costs, point, centre)).toBeCloseTo(mean - within / 2, 9)
    }
  })
})

const random = new Random(1, 2, 3)
const kinds = [
  [9, 0, 0],
  [0, 9, 0],
  [0, -9, 9],
  [0, 0, 0],
]
const cloud = (rows: number, middle: readonly number[]): number[][] =>
  Array.from({ length: rows }, () => middle.map((m) => m + random.normal()))
const nominal = numericTable(cloud(300, [0, 0, 0]))
const geometry = learnCoordinates(nominal, 'ranks')
const truth = Array.from({ length: 300 }, (_, i) => i % 3)
const alarms = numericTable(truth.map((kind) => cloud(1, kinds[kind])[0]))

describe('groups of alarms', () => {
  const groups = findGroups(featuresOf(nominal), geometry, alarms)
  const found = groupOf(groups, alarms)

  it('are the kinds, where kinds are well apart', () => {
    const groupsOfKind = [0, 1, 2].map((kind) => new Set(found.filter((_, i) => truth[i] === kind)))
    for (const [kind, own] of groupsOfKind.entries()) {
      for (const other of groupsOfKind.slice(kind + 1)) for (const group of own) expect(other.has(group)).toBe(false)
    }
  })
  it('come by size, each with rows, at most as many as allowed', () => {
    const sizes = groups.centres.map((_, g) => found.filter((group) => group === g).length)
    expect(Math.min(...sizes)).toBeGreaterThan(0)
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    expect(findGroups(featuresOf(nominal), geometry, alarms, { most: 2 }).centres.length).toBeLessThanOrEqual(2)
    expect(findGroups(featuresOf(nominal), geometry, alarms, { most: 1 }).centres).toHaveLength(1)
    expect(() => findGroups(featuresOf(nominal), geometry, alarms, { most: 0 })).toThrow('from 1 on, got 0')
  })
  it('say what sets them apart', () => {
    const traits = groupTraits(groups, alarms, found, 2)
    for (const kind of [0, 1, 2]) {
      const [trait] = traits[found[truth.indexOf(kind)]]
      expect(trait.feature).toBe(kind === 0 ? 'f0' : kind === 1 ? 'f1' : trait.feature)
      expect(Math.abs(trait.value as number)).toBeGreaterThan(6)
      expect(trait.low! <= (trait.value as number) && (trait.value as number) <= trait.high!).toBe(true)
    }
  })
  it('leave out features that say nothing of them', () => {
    for (const own of groupTraits(groups, alarms, found, 9)) {
      expect(own.length).toBeGreaterThan(0)
      for (const trait of own) expect(trait.apart).toBeGreaterThanOrEqual(own[0].apart / 10)
    }
    expect(groupTraits(groups, alarms, found, 9)[found[truth.indexOf(0)]].map(({ feature }) => feature)).toEqual(['f0'])
  })
  it('have typical rows, which are theirs', () => {
    typicalRows(groups, alarms, found, 3).forEach((rows, group) => {
      expect(rows).toHaveLength(3)
      for (const row of rows) expect(found[row]).toBe(group)
    })
  })
  it('are the same for the same alarms', () => {
    expect(findGroups(featuresOf(nominal), geometry, alarms)).toEqual(groups)
  })
  it('are one for a single alarm, for equal ones and for a cloud in many dimensions', () => {
    const one = selectRows(alarms, [0])
    expect(findGroups(featuresOf(nominal), geometry, one).centres).toHaveLength(1)
    const equal = selectRows(alarms, new Int32Array(50))
    expect(findGroups(featuresOf(nominal), geometry, equal).centres).toHaveLength(1)
    const wide = numericTable(cloud(300, new Array(30).fill(0)))
    const shifted = numericTable(cloud(200, new Array(30).fill(1)))
    expect(findGroups(featuresOf(wide), learnCoordinates(wide, 'ranks'), shifted).centres).toHaveLength(1)
  })
  it('are few where one kind is tight and another wide: the tight one does not hide that the other is cut to pieces', () => {
    const tight = Array.from({ length: 150 }, () => [30 + 0.01 * random.normal(), 0, 0])
    const both = numericTable([...tight, ...cloud(120, [0, 8, 0])])
    const own = findGroups(featuresOf(nominal), geometry, both)
    const sets = groupOf(own, both)
    expect(own.centres.length).toBeLessThanOrEqual(4)
    expect(new Set(sets.subarray(0, 150)).size).toBe(1)
    expect(sets.subarray(150)).not.toContain(sets[0])
  })
  it('leave over what is like few others', () => {
    const corners = [9, -9].flatMap((x) => [9, -9].flatMap((y) => [9, -9].map((z) => [x, y, z])))
    const tight = corners.flatMap((corner) => cloud(20, [0, 0, 0]).map((row) => row.map((x, j) => corner[j] + x / 1e3)))
    const strays = cloud(12, [0, 0, 0])
    const rows = numericTable([...tight, ...strays])
    const own = findGroups(featuresOf(nominal), geometry, rows)
    const sets = groupOf(own, rows)
    const { kinds: left } = own
    expect(left).toBeGreaterThanOrEqual(8)
    expect(sets.subarray(0, 160)).not.toContain(left)
    expect(sets.subarray(160)).toContain(left)
    expect(groupTraits(own, rows, sets, 2).map(({ length }) => length)).toEqual([...new Array(left).fill(2), 0])
    expect(typicalRows(own, rows, sets, 3)[left].every((row) => row >= 160)).toBe(true)
  })
  it('are found from some of very many alarms', () => {
    const many = selectRows(
      alarms,
      Array.from({ length: 3 * GROUPED_ROWS }, (_, i) => i % 300),
    )
    const own = findGroups(featuresOf(nominal), geometry, many)
    expect(own.centres.length).toBeGreaterThanOrEqual(3)
    expect(groupOf(own, many)).toHaveLength(3 * GROUPED_ROWS)
  })
})

describe('groups by categories alone', () => {
  const words = (rows: readonly (readonly [string, string])[]): Table => ({
    rows: rows.length,
    columns: [0, 1].map((j) =>
      categoricalColumn(
        j === 0 ? 'flag' : 'state',
        rows.map((row) => row[j]),
      ),
    ),
  })
  const usual = words(Array.from({ length: 200 }, (_, i) => ['SF', i % 2 === 0 ? 'on' : 'off'] as const))
  const incoming: Table = words(
    Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? (['new', 'on'] as const) : (['SF', 'broken'] as const))),
  )
  const groups: AlarmGroups = findGroups(featuresOf(usual), learnCoordinates(usual, 'ranks'), incoming)
  it('tell a new category in one column from one in another', () => {
    const found = groupOf(groups, incoming)
    expect(groups.centres).toHaveLength(2)
    expect([...found]).toEqual(Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 1 : 0)))
    const codes = incoming.columns.map((column) => ({ ...column, codes: new Int32Array(60).fill(UNSEEN) }))
    expect(groupOf(groups, { rows: 60, columns: codes as Table['columns'] })).toHaveLength(60)
    const traits = groupTraits(groups, incoming, found, 1)
    expect(traits.map(([{ feature, value, shared }]) => [feature, value, shared])).toEqual([
      ['state', 'broken', 1],
      ['flag', 'new', 1],
    ])
  })
})

describe('categories that alarms have as nominal rows do', () => {
  const sites = (names: string, rows: number): Table => {
    const values = Array.from({ length: rows }, (_, i) => names[i % names.length])
    return { rows, columns: [categoricalColumn('site', values)] }
  }
  const own = (scaling: 'ranks' | 'raw', names: string): number[] => {
    const coordinates = learnCoordinates(sites('abcd', 400), scaling)
    const [cost] = tellingCosts(coordinates.costs, alarmPoints(coordinates, alignTable(sites(names, 120), features)))
    return [...cost]
  }
  const features = featuresOf(sites('abcd', 400))
  it('cost nothing: alarms from four sites are not four kinds', () => {
    for (const scaling of ['ranks', 'raw'] as const) expect(own(scaling, 'abcd')).toEqual(new Array(6).fill(0))
  })
  it('cost by what is beyond their share of nominal rows', () => {
    const [a, b, , , , unseen] = own('ranks', 'aaabcd??')
    expect(a).toBeGreaterThan(0)
    expect(b).toBe(0)
    expect(unseen).toBeGreaterThan(a)
  })
})

describe('a sample of alarms', () => {
  const features = featuresOf(alarms)
  const names = Array.from({ length: 300 }, (_, i) => `row ${i}`)
  it('keeps all of a few, in whatever batches they come', () => {
    const whole = new AlarmSample(features)
    whole.add(alarms, Array.from(truth.keys()), names)
    const parts = new AlarmSample(features)
    for (let from = 0; from < 300; from += 70) {
      const to = Math.min(300, from + 70)
      const rows = Array.from({ length: to - from }, (_, i) => from + i)
      parts.add(
        selectRows(alarms, rows),
        rows.map((_, i) => i),
        names.slice(from, to),
      )
    }
    expect(parts.finish()).toEqual(whole.finish())
    expect(whole.finish()).toEqual({ table: alarms, names })
  })
  it('keeps as many of very many, each as likely as another', () => {
    const sample = new AlarmSample(features)
    const rows = Array.from(truth.keys())
    for (let batch = 0; batch < 20; batch++) sample.add(alarms, rows, new Array(300).fill(batch))
    const kept = sample.finish()
    expect(kept.table.rows).toBe(GROUPED_ROWS)
    const late = kept.names.filter((batch) => (batch as number) >= 10).length
    // Binomial(1500, 1/2) lies outside of this with a chance below 1e-6.
    expect(Math.abs(late - 750)).toBeLessThan(96)
  })
})
