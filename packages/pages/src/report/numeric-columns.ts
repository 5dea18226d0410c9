import type { Column } from '../index.js'

/** Columns of numbers, by their headings. */
export function numericColumns(...headings: readonly string[]): Column[] {
  return headings.map((heading) => ({ heading, numeric: true }))
}
