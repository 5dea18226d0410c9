import type { Figure, Table } from '@xenolith/pages'
import type { Estimate } from '../compare/agree.js'
import type { Cell } from '../compare/cells.js'
import { same } from '../compare/cells.js'
import type { Spot } from './chart.js'

/** A figure before it has its number. */
export type Sketch = Omit<Figure, 'number'>

export function at(x: number, estimate: Estimate | null | undefined): Spot[] {
  if (!estimate) return []
  return [{ x, y: estimate.mean, low: estimate.mean - estimate.ci, high: estimate.mean + estimate.ci }]
}

/** Different values, ascending. */
export function distinct(values: readonly (number | null)[]): number[] {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b)
  return sorted.filter((value, i) => i === 0 || !same(value, sorted[i - 1]))
}

/** The q that the papers draw; the nearest when there is no such one. */
export function drawnTarget(cells: readonly Cell[]): number {
  const targets = distinct(cells.map((cell) => cell.q))
  return targets.reduce((best, q) => (Math.abs(q - 0.05) < Math.abs(best - 0.05) ? q : best), targets[0] ?? 0.05)
}

export function numericTable(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): Table {
  return { caption, columns: headings.map((heading) => ({ heading, numeric: true })), rows }
}

/** Categories side by side: 0, 1, 2, ... with half a step of air on both sides. */
export function ordinal(size: number): { domain: [number, number]; at: number[] } {
  return { domain: [-0.55, size - 0.45], at: Array.from({ length: size }, (_, i) => i) }
}
