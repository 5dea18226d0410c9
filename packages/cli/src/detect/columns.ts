import type { ModelFile, Table } from '@xenolith/core'
import type { OutputColumn } from '@xenolith/files'
import { explanation } from '@xenolith/pages/report'
import { type AlarmGrouping, type Alarms, reasonsOf } from '@xenolith/study'
import type { Selection } from './look-ahead.js'

/** What is written of each row, besides its name. */
export interface Wanted {
  readonly alarming: boolean
  readonly out: string
  readonly onlyAlarms?: boolean
  readonly explain?: number
  readonly selection?: Selection
  readonly grouping?: AlarmGrouping
  /** Counts the rows selected. */
  readonly selected: { rows: number }
}

/** Outputs that can hold a list: reasons stay structured there, and are words elsewhere. */
function isStructured(out: string): boolean {
  return /\.(json|ndjson|jsonl)(\.gz)?$/i.test(out)
}

export function outputColumns(
  id: string,
  idType: OutputColumn['type'],
  { alarming, explain, out, selection, grouping }: Wanted,
  file: ModelFile,
): OutputColumn[] {
  const columns: OutputColumn[] = [
    { name: id, type: idType },
    { name: 'score', type: 'number' },
  ]
  if (alarming) columns.push({ name: 'alarm', type: 'boolean' })
  if (selection !== undefined) columns.push({ name: 'p_value', type: 'number' })
  if (selection?.cutoff !== undefined) columns.push({ name: 'selected', type: 'boolean' })
  if (grouping !== undefined) columns.push({ name: 'group', type: 'id-number' })
  if (explain !== undefined) {
    columns.push({ name: 'explanation', type: isStructured(out) ? 'json' : 'string' })
    if (file.references !== undefined) columns.push({ name: 'nearest_nominal', type: 'id-number' })
  }
  return columns
}

export interface Scored {
  /** Which rows are written; all if undefined. */
  readonly kept?: Int32Array
  readonly columns: ArrayLike<number | string | null>[]
  readonly alarms: number
  readonly scores?: Float64Array
}

export function alarmColumns(file: ModelFile, table: Table, raised: Alarms, wanted: Wanted): Scored {
  const { scores, rows } = raised
  const { selection, grouping, explain } = wanted
  const kept = wanted.onlyAlarms ? rows : undefined
  const columns: Scored['columns'] = [pick(scores, kept), pick(raised.raised, kept)]
  /** A column that only alarms have cells in. */
  const push = (cells: ArrayLike<number | string>): void => {
    if (kept !== undefined) columns.push(cells)
    else {
      const all: (number | string | null)[] = new Array(scores.length).fill(null)
      for (let k = 0; k < rows.length; k++) all[rows[k]] = cells[k]
      columns.push(all)
    }
  }
  if (selection !== undefined) {
    const { pValues, cutoff } = selection
    const values = pValues(scores)
    columns.push(pick(values, kept))
    if (cutoff !== undefined) {
      const selected = Uint8Array.from(values, (p) => (p <= cutoff ? 1 : 0))
      wanted.selected.rows += selected.reduce((sum, each) => sum + each, 0)
      columns.push(pick(selected, kept))
    }
  }
  if (grouping !== undefined) push(grouping.assign(table, rows))
  if (explain !== undefined) {
    const { reasons, nearest } = reasonsOf(file, table, rows, raised.reasons, explain)
    const structured = isStructured(wanted.out)
    push(reasons.map((each, k) => (structured ? JSON.stringify(each) : explanation(each, nearest?.[k]))))
    if (nearest !== undefined) push(nearest)
  }
  return { kept, columns, alarms: rows.length, scores }
}

/** The chosen rows, or all of them. */
export function pick<T>(values: ArrayLike<T>, rows: Int32Array | undefined): ArrayLike<T> {
  return rows === undefined ? values : Array.from(rows, (row) => values[row])
}
