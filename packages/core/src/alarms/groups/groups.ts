import { alignTable, type Feature, type Table } from '../../data/table.js'
import type { Coordinates } from '../../detectors/coordinates/coordinates.js'
import { expect } from '../../errors.js'
import { type Centre, centresOf, nearestCentres, squaredFromCentre } from './centres.js'
import { tellingCosts } from './costs.js'
import { type AlarmPoints, alarmPoints, squaredDistance } from './points.js'
import { silhouetteOfEach, silhouetteOfSets } from './silhouette.js'
import { cutHierarchy, wardHierarchy } from './ward.js'

/** Kinds of alarms: a row belongs to the kind whose centre is nearest. */
export interface AlarmGroups {
  readonly features: readonly Feature[]
  readonly geometry: Coordinates
  /** What codes cost between alarms: less where alarms are like nominal rows. */
  readonly costs: readonly Float64Array[]
  readonly centres: readonly Centre[]
  /** The first so many centres are kinds. Rows nearest to another are left over: too few of them are alike. */
  readonly kinds: number
}

export interface GroupOptions {
  /** At most so many groups; default 20. */
  readonly most?: number
}

/** Alarms that the groups are found from, at most: time and memory grow with its square. */
export const GROUPED_ROWS = 1500
/** Fewer alarms than this are no kind. */
const LEAST_SIZE = 5
/** The finest division is taken that is set apart this well, as a share of the best. */
const NEARLY_BEST = 0.8
/** A set much less apart than the others, by this share of their mean, is what no other set took. */
const LEFT_OVER = 1 / 3
/** Sets less apart than this are no sets: a cloud in many dimensions, cut anywhere. */
const LEAST_APART = 0.1
const MOST_ROUNDS = 10

/**
 * Finds the kinds that alarms fall into: Ward's hierarchy, cut where sets are still well apart, and moved to the nearest
 * centres. At most 1500 rows are looked at (evenly chosen ones of more). The largest group comes first, and what is left
 * over last. A way to read alarms, not a test: alarms of one kind may stand in two groups.
 *
 * @example
 * ```ts
 * const nominal = numericTable([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]])
 * const { model } = fit(nominal, { trees: 20 })
 * const alarms = numericTable([[90, 0], [91, 0], [-90, 0], [-91, 0]])
 * const groups = findGroups(model.features, alarmGeometry(model, nominal), alarms)
 * groupOf(groups, alarms).length // => 4
 * ```
 */
export function findGroups(
  features: readonly Feature[],
  geometry: Coordinates,
  alarms: Table,
  { most = 20 }: GroupOptions = {},
): AlarmGroups {
  expect(
    Number.isSafeInteger(most) && most >= 1,
    'bad-option',
    `the number of groups must be a whole number from 1 on, got ${most}`,
  )
  const points = firstOf(alarmPoints(geometry, alignTable(alarms, features)))
  const costs = tellingCosts(geometry.costs, points)
  const distances = allDistances(points, costs)
  let setOf = divide(points.rows, distances, Math.min(most, Math.floor(points.rows / LEAST_SIZE)))
  let centres = centresOf(points, costs, setOf, most)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const moved = nearestCentres(points, costs, centres)
    if (round > 0 && moved.every((set, i) => set === setOf[i])) break
    setOf = moved
    centres = centresOf(points, costs, setOf, centres.length)
  }
  return { features, geometry, costs, ...inOrder(points, costs, distances, centres) }
}

/**
 * The group of every row of a table, counted from 0; those left over are the last.
 *
 * @example
 * ```ts
 * const nominal = numericTable([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]])
 * const { model } = fit(nominal, { trees: 20 })
 * const alarms = numericTable([[90, 0], [91, 0]])
 * const groups = findGroups(model.features, alarmGeometry(model, nominal), alarms)
 * groupOf(groups, numericTable([[92, 0]])) // => Int32Array(1) [ 0 ]
 * ```
 */
export function groupOf({ features, geometry, costs, centres, kinds }: AlarmGroups, table: Table): Int32Array {
  const points = alarmPoints(geometry, alignTable(table, features))
  return nearestCentres(points, costs, centres).map((centre) => Math.min(centre, kinds))
}

/** The centres of each group: one of a kind, all others of what is left over. */
export function centresByGroup({ centres, kinds }: AlarmGroups): Centre[][] {
  const left = centres.slice(kinds)
  return [...centres.slice(0, kinds).map((centre) => [centre]), ...(left.length === 0 ? [] : [left])]
}

/**
 * For each group, the rows that are nearest to its centre, nearest first, at most so many: the most typical ones.
 *
 * @example
 * ```ts
 * const nominal = numericTable([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]])
 * const { model } = fit(nominal, { trees: 20 })
 * const alarms = numericTable([[90, 0], [91, 0]])
 * const groups = findGroups(model.features, alarmGeometry(model, nominal), alarms)
 * typicalRows(groups, alarms, groupOf(groups, alarms), 1) // => [ [ 0 ] ]
 * ```
 */
export function typicalRows(found: AlarmGroups, table: Table, groups: Int32Array, most: number): number[][] {
  const points = alarmPoints(found.geometry, alignTable(table, found.features))
  const centres = centresByGroup(found)
  const ranked = centres.map((): { row: number; distance: number }[] => [])
  for (const [row, group] of groups.entries()) {
    const distances = centres[group].map((centre) => squaredFromCentre(points, found.costs, row, centre))
    ranked[group].push({ row, distance: Math.min(...distances) })
  }
  return ranked.map((rows) =>
    rows
      .sort((a, b) => a.distance - b.distance || a.row - b.row)
      .slice(0, most)
      .map(({ row }) => row),
  )
}

/** Evenly chosen points, where there are too many. */
function firstOf(points: AlarmPoints): AlarmPoints {
  const { rows, width, features } = points
  if (rows <= GROUPED_ROWS) return points
  const kept = Array.from({ length: GROUPED_ROWS }, (_, i) => Math.floor((i * rows) / GROUPED_ROWS))
  const pick = <A extends Float64Array | Int32Array>(from: A, to: A, each: number): A => {
    kept.forEach((row, i) => {
      to.set(from.subarray(row * each, (row + 1) * each), i * each)
    })
    return to
  }
  const values = pick(points.values, new Float64Array(GROUPED_ROWS * width), width)
  const codes = pick(points.codes, new Int32Array(GROUPED_ROWS * features), features)
  return { rows: GROUPED_ROWS, width, features, values, codes }
}

function allDistances(points: AlarmPoints, costs: readonly Float64Array[]): Float64Array {
  const { rows } = points
  const distances = new Float64Array((rows * (rows - 1)) / 2)
  let at = 0
  for (let i = 0; i < rows; i++) {
    for (let j = i + 1; j < rows; j++) distances[at++] = squaredDistance(points, costs, i, j)
  }
  return distances
}

/** The finest division into at most `most` sets that is nearly as well apart as the best. */
function divide(n: number, distances: Float64Array, most: number): Int32Array {
  if (most < 2 || distances.every((distance) => distance === 0)) return new Int32Array(n)
  const merges = wardHierarchy(n, distances.slice())
  const cuts = Array.from({ length: most - 1 }, (_, i) => {
    const setOf = cutHierarchy(n, merges, i + 2)
    return { setOf, apart: silhouetteOfSets(n, distances, setOf, i + 2, LEAST_SIZE) }
  })
  const best = cuts.reduce((highest, { apart }) => Math.max(highest, apart), 0)
  if (best < LEAST_APART) return new Int32Array(n)
  return cuts.findLast(({ apart }) => apart >= NEARLY_BEST * best)!.setOf
}

/** Kinds first, each by size; one that has no points is left out. */
function inOrder(
  points: AlarmPoints,
  costs: readonly Float64Array[],
  distances: Float64Array,
  centres: readonly Centre[],
): Pick<AlarmGroups, 'centres' | 'kinds'> {
  const setOf = nearestCentres(points, costs, centres)
  const sizes = new Int32Array(centres.length)
  for (const set of setOf) sizes[set]++
  const apart = silhouetteOfEach(points.rows, distances, setOf, centres.length)
  const mean = apart.reduce((sum, each) => sum + each, 0) / centres.length
  const isKind = (set: number): boolean => sizes[set] >= LEAST_SIZE && apart[set] >= LEFT_OVER * mean
  const bySize = [...centres.keys()].filter((set) => sizes[set] > 0).sort((a, b) => sizes[b] - sizes[a] || a - b)
  // One set has nothing to be apart from.
  const kinds = bySize.length === 1 ? bySize : bySize.filter(isKind)
  const order = [...kinds, ...bySize.filter((set) => !kinds.includes(set))]
  return { centres: order.map((set) => centres[set]), kinds: kinds.length }
}
