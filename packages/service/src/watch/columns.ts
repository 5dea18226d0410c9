import type { Table } from '@xenolith/core'

/** Mean and spread of a numeric column over some rows, in a form that adds up. */
export interface ColumnSummary {
  readonly name: string
  readonly n: number
  readonly mean: number
  /** Sum of squared distances from the mean. */
  readonly m2: number
}

export function summarise(table: Table): ColumnSummary[] {
  return table.columns.flatMap((column) => {
    if (column.kind !== 'numeric') return []
    let [n, mean, m2] = [0, 0, 0]
    for (const value of column.values) {
      if (Number.isNaN(value)) continue
      n++
      const step = value - mean
      mean += step / n
      m2 += step * (value - mean)
    }
    // Values near the largest number overflow here; such a column is left out of the explanation.
    return n > 0 && Number.isFinite(m2) ? [{ name: column.name, n, mean, m2 }] : []
  })
}

/** Both together (Chan, Golub and LeVeque 1979). */
export function mergeSummaries(a: readonly ColumnSummary[], b: readonly ColumnSummary[]): ColumnSummary[] {
  const byName = new Map(a.map((summary) => [summary.name, summary]))
  for (const two of b) {
    const one = byName.get(two.name)
    if (one === undefined) {
      byName.set(two.name, two)
      continue
    }
    const n = one.n + two.n
    const gap = two.mean - one.mean
    const m2 = one.m2 + two.m2 + (gap * gap * one.n * two.n) / n
    if (Number.isFinite(m2)) byName.set(two.name, { name: two.name, n, mean: one.mean + (gap * two.n) / n, m2 })
  }
  return [...byName.values()]
}

export interface Moved {
  readonly name: string
  /** How far the mean moved, in standard deviations of before. */
  readonly by: number
}

/** The columns whose means moved most, largest first; at most three, none that moved less than a tenth of a deviation. */
export function movedMost(before: readonly ColumnSummary[], after: readonly ColumnSummary[]): Moved[] {
  return after
    .flatMap((now): Moved[] => {
      const then = before.find(({ name }) => name === now.name)
      if (then === undefined || then.n < 2 || !(then.m2 > 0)) return []
      return [{ name: now.name, by: (now.mean - then.mean) / Math.sqrt(then.m2 / (then.n - 1)) }]
    })
    .filter(({ by }) => Math.abs(by) >= 0.1)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, 3)
}
