import { type Column, MISSING, type Table } from '../../data/table.js'
import { quantile } from '../../numeric/quantile.js'
import { sortedCopy } from '../../numeric/sort.js'
import { type AlarmGroups, centresByGroup } from './groups.js'

/** A feature in which a group lies less apart than this, as a share of its strongest, says nothing of it. */
const WORTH_TELLING = 0.1

/** What the alarms of a group have in common in one feature. */
export interface Trait {
  readonly feature: string
  /** The median of the numbers, or the most common category; null where most are missing. */
  readonly value: number | string | null
  /** Half of the numbers lie between these. */
  readonly low?: number
  readonly high?: number
  /** The share of the group that has the category, or no value. */
  readonly shared?: number
  /** How far the group lies from nominal rows in this feature, in squares. */
  readonly apart: number
}

/**
 * For every group, the features that set it apart from nominal rows, the strongest first; none of what is left over, which
 * has nothing in common. `groups`: the group of every row.
 *
 * @example
 * ```ts
 * const nominal = numericTable([[0, 0], [1, 1], [2, 0], [3, 1], [4, 0]], ['x', 'y'])
 * const { model } = fit(nominal, { trees: 20 })
 * const alarms = numericTable([[90, 0], [91, 0]], ['x', 'y'])
 * const groups = findGroups(model.features, alarmGeometry(model, nominal), alarms)
 * groupTraits(groups, alarms, groupOf(groups, alarms), 1)[0][0].feature // => 'x'
 * ```
 */
export function groupTraits(found: AlarmGroups, alarms: Table, groups: Int32Array, most: number): Trait[][] {
  const { features, geometry, kinds } = found
  const centres = centresByGroup(found)
  const members = centres.map((): number[] => [])
  for (const [row, group] of groups.entries()) members[group].push(row)
  return centres.map(([{ values, shares }], group) => {
    if (group >= kinds) return []
    let c = 0
    const apart = features.map(({ kind }, j) => {
      const mean = kind === 'numeric' ? values[c++] : 0
      return mean * mean + surprise(shares[j], geometry.costs[j])
    })
    const order = [...features.keys()].sort((a, b) => apart[b] - apart[a] || a - b).slice(0, most)
    const telling = order.filter((j) => apart[j] >= WORTH_TELLING * apart[order[0]])
    return telling.map((j) => ({ ...typical(alarms.columns[j], members[group]), apart: apart[j] }))
  })
}

/** How much more the codes of a group cost than the one that is most common among nominal rows. */
function surprise(shares: Float64Array, costs: Float64Array): number {
  let own = 0
  let least = Number.POSITIVE_INFINITY
  for (let code = 0; code < costs.length; code++) {
    own += shares[code] * costs[code]
    if (costs[code] < least) least = costs[code]
  }
  return own - least
}

function typical(column: Column, rows: readonly number[]): Omit<Trait, 'apart'> {
  const { name: feature } = column
  if (column.kind === 'numeric') {
    const there = sortedCopy(Float64Array.from(rows, (row) => column.values[row]).filter((x) => !Number.isNaN(x)))
    const missing = 1 - there.length / rows.length
    if (missing > 0.5) return { feature, value: null, shared: missing }
    const [low, value, high] = [0.25, 0.5, 0.75].map((level) => quantile(there, level))
    return { feature, value, low, high }
  }
  const counts = new Map<number, number>()
  for (const row of rows) counts.set(column.codes[row], (counts.get(column.codes[row]) ?? 0) + 1)
  const [[code, count]] = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])
  const value = code >= 0 ? column.categories[code] : code === MISSING ? null : '(a new category)'
  return { feature, value, shared: count / rows.length }
}
