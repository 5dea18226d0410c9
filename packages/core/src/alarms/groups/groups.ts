import { alignTable, type Feature, type Table } from '../../data/table.js'
import type { Coordinates } from '../../detectors/coordinates/coordinates.js'
import { expect } from '../../errors.js'
import { type Centre, centresOf, nearestCentres, squaredFromCentre } from './centres.js'
import { type AlarmPoints, alarmPoints, squaredDistance } from './points.js'
import { silhouetteOfSets } from './silhouette.js'
import { cutHierarchy, wardHierarchy } from './ward.js'

/** Kinds of alarms: a row belongs to the kind whose centre is nearest. */
export interface AlarmGroups {
  readonly features: readonly Feature[]
  readonly geometry: Coordinates
  readonly centres: readonly Centre[]
}

export interface GroupOptions {
  /** At most so many groups; default 20. */
  readonly most?: number
}

/** Alarms that the groups are found from, at most: time and memory grow with its square. */
export const GROUPED_ROWS = 1500
/** Fewer alarms than this in the mean are no kind. */
const LEAST_MEAN_SIZE = 5
/** The finest division is taken that is set apart this well, as a share of the best. */
const NEARLY_BEST = 2 / 3
/** Sets less apart than this are no sets: a cloud in many dimensions, cut anywhere. */
const LEAST_APART = 0.1
const MOST_ROUNDS = 10

/**
 * Finds the kinds that alarms fall into: Ward's hierarchy, cut where sets are still well apart, and moved to the nearest
 * centres. At most 1500 rows are looked at (evenly chosen ones of more). The largest group comes first. A way to read
 * alarms, not a test: alarms of one kind may stand in two groups.
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
  const { costs } = geometry
  const distances = allDistances(points, costs)
  let setOf = divide(points.rows, distances, Math.min(most, Math.floor(points.rows / LEAST_MEAN_SIZE)))
  let centres = centresOf(points, costs, setOf, most)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const moved = nearestCentres(points, costs, centres)
    if (round > 0 && moved.every((set, i) => set === setOf[i])) break
    setOf = moved
    centres = centresOf(points, costs, setOf, centres.length)
  }
  return { features, geometry, centres: bySize(points, costs, centres) }
}

/**
 * The group of every row of a table, counted from 0.
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
export function groupOf({ features, geometry, centres }: AlarmGroups, table: Table): Int32Array {
  return nearestCentres(alarmPoints(geometry, alignTable(table, features)), geometry.costs, centres)
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
export function typicalRows(
  { features, geometry, centres }: AlarmGroups,
  table: Table,
  groups: Int32Array,
  most: number,
): number[][] {
  const points = alarmPoints(geometry, alignTable(table, features))
  const ranked = centres.map((): { row: number; distance: number }[] => [])
  for (const [row, group] of groups.entries()) {
    ranked[group].push({ row, distance: squaredFromCentre(points, geometry.costs, row, centres[group]) })
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
    return { setOf, apart: silhouetteOfSets(n, distances, setOf, i + 2) }
  })
  const best = cuts.reduce((highest, { apart }) => Math.max(highest, apart), 0)
  if (best < LEAST_APART) return new Int32Array(n)
  return cuts.findLast(({ apart }) => apart >= NEARLY_BEST * best)!.setOf
}

function bySize(points: AlarmPoints, costs: readonly Float64Array[], centres: readonly Centre[]): Centre[] {
  const sizes = new Int32Array(centres.length)
  for (const group of nearestCentres(points, costs, centres)) sizes[group]++
  const order = [...centres.keys()].filter((group) => sizes[group] > 0).sort((a, b) => sizes[b] - sizes[a] || a - b)
  return order.map((group) => centres[group])
}
