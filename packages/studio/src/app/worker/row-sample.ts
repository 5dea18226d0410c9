import type { Column, Table } from '@xenolith/core'
import { rowKeys } from '@xenolith/core/internals'

/** What tells a file's rows from others: the hash of its bytes, and the smallest of the hashes of its rows. */
export interface RowsOfFile {
  readonly sha256: string
  /** Ascending; empty where rows repeat by themselves, so that equal rows prove nothing. */
  readonly sample: readonly number[]
}

const SIZE = 64
/** So many of the smallest hashes of both files in common: of files that share a tenth of their rows, nearly all have them. */
const IN_COMMON = 4
const MOSTLY = 0.995

/**
 * The smallest hashes are a random sample of the rows, the same one wherever the same rows stand. Names of rows are left
 * out: two files may both count from 1.
 */
export function rowSample({ rows, columns }: Table): number[] {
  const keys = rowKeys({ rows, columns: columns.filter((column) => !namesRows(column)) }).sort()
  const distinct: number[] = []
  let count = 0
  for (let i = 0; i < keys.length; i++) {
    if (i > 0 && keys[i] === keys[i - 1]) continue
    if (count++ < SIZE) distinct.push(keys[i])
  }
  return count >= MOSTLY * rows ? distinct : []
}

/** Whether two files are the same, or hold the same rows to a good part. */
export function shareRows(a: RowsOfFile, b: RowsOfFile): boolean {
  if (a.sha256 === b.sha256) return true
  const together = [...new Set([...a.sample, ...b.sample])].sort((x, y) => x - y).slice(0, SIZE)
  const [inA, inB] = [new Set(a.sample), new Set(b.sample)]
  return together.filter((key) => inA.has(key) && inB.has(key)).length >= IN_COMMON
}

/** Text or whole numbers that differ in every row. */
function namesRows(column: Column): boolean {
  if (column.kind === 'categorical') return column.categories.length > 0.99 * column.codes.length
  return column.values.every(Number.isInteger) && new Set(column.values).size === column.values.length
}
