import type { Table } from '../../src/data/table.js'
import type { IsolationForestModel } from '../../src/detectors/iforest/isolation-forest.js'

/** c(n) by the formula, with the platform's logarithm. */
export function c(n: number): number {
  if (n <= 1) return 0
  return n === 2 ? 1 : 2 * (Math.log(n - 1) + 0.5772156649015329) - (2 * (n - 1)) / n
}

/** A row as the detector reads it: numbers (NaN missing) and category codes (-1 missing, -2 unseen). */
export function rowOf(table: Table, i: number): number[] {
  return table.columns.map((column) => (column.kind === 'numeric' ? column.values[i] : column.codes[i]))
}

/** Depth of a row in one tree of a fitted model, by plain recursion on the arrays as they are documented. */
export function depthInTree(model: IsolationForestModel, tree: number, row: readonly number[]): number {
  const { forest, features, rangeCheck } = model
  const below = (child: number): number => {
    if (child < 0) return c(-child)
    const j = forest.feature[child]
    const x = row[j]
    const left = forest.left[child]
    const right = forest.right[child]
    const rows = (side: number): number => (side < 0 ? -side : forest.size[side])
    const both = (): number => 1 + (rows(left) * below(left) + rows(right) * below(right)) / (rows(left) + rows(right))
    if (features[j].kind === 'categorical') {
      const entries = [...forest.subsets.slice(forest.low[child], forest.high[child])]
      const entry = entries.find((e) => Math.floor(e / 2) === x)
      if (entry !== undefined) return 1 + below(entry % 2 === 1 ? left : right)
      return x !== -1 && rangeCheck ? 1 : both()
    }
    if (Number.isNaN(x)) return both()
    const low = forest.low[child]
    const high = forest.high[child]
    if (rangeCheck && (x < low || x > high)) return 1
    return 1 + below(x <= low + ((high - low) * forest.fraction[child]) / 65536 ? left : right)
  }
  return below(forest.root[tree])
}

/** One row of a sample: numbers, or category names; null is missing. */
export type PlainRow = readonly (number | string | null)[]

/**
 * Depth of `query` in a tree grown on `sample` for it alone: the law of Liu, Ting and Zhou's tree, with the paper's
 * range check, as a recursion that keeps no tree. Where the query's value is missing it follows one training row's side.
 */
export function drawDepth(
  sample: readonly PlainRow[],
  query: PlainRow,
  rangeCheck: boolean,
  random: () => number,
): number {
  const valuesOf = (j: number): (number | string)[] => [
    ...new Set(sample.map((row) => row[j]).filter((v) => v !== null)),
  ]
  const varying = [...query.keys()].filter((j) => valuesOf(j).length > 1)
  if (sample.length <= 1 || varying.length === 0) return c(sample.length)
  const j = varying[Math.floor(random() * varying.length)]
  const present = valuesOf(j)
  let goesLeft: (v: number | string) => boolean
  let covered: boolean
  if (typeof present[0] === 'number') {
    const numbers = present as number[]
    const low = Math.min(...numbers)
    const high = Math.max(...numbers)
    const split = low + random() * (high - low)
    goesLeft = (v) => (v as number) <= split
    covered = !rangeCheck || ((query[j] as number) >= low && (query[j] as number) <= high)
  } else {
    let left: Set<unknown>
    do left = new Set(present.filter(() => random() < 0.5))
    while (left.size === 0 || left.size === present.length)
    goesLeft = (v) => left.has(v)
    covered = present.includes(query[j] as string)
  }
  if (query[j] !== null && !covered && rangeCheck) return 1
  const known = sample.filter((row) => row[j] !== null)
  const shareLeft = known.filter((row) => goesLeft(row[j]!)).length / known.length
  const toLeft = sample.map((row) => (row[j] === null ? random() < shareLeft : goesLeft(row[j]!)))
  const unknown = query[j] === null || !covered
  const queryLeft = unknown ? toLeft[Math.floor(random() * toLeft.length)] : goesLeft(query[j]!)
  return (
    1 +
    drawDepth(
      sample.filter((_, i) => toLeft[i] === queryLeft),
      query,
      rangeCheck,
      random,
    )
  )
}
