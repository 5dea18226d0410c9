import type { DuckDBConnection } from '@duckdb/node-api'
import { queryRow } from './duckdb.js'
import { dateSeconds, numberOf } from './expressions.js'
import type { Layout } from './layout.js'

export type Kind = 'numeric' | 'categorical'

export interface FoundKind {
  readonly kind: Kind
  /** Dates written as text: numeric, in seconds since 1970. */
  readonly temporal: boolean
  /** Text, though more than half of its values are numbers. */
  readonly mistyped: boolean
  /** Every value seen is a number (and one was seen). */
  readonly numbers: boolean
}

type LayoutColumn = Layout['columns'][number]

const declared = {
  word: 'categorical',
  boolean: 'categorical',
  nested: 'categorical',
  integer: 'numeric',
  float: 'numeric',
  exact: 'numeric',
  temporal: 'numeric',
} as const

/** Columns judged in one reading: DuckDB's memory grows with their number. */
const together = 250

/** The kinds of all columns: as declared, or for text by reading every value (or the first `sampleRows`). */
export async function findKinds(
  connection: DuckDBConnection,
  layout: Pick<Layout, 'columns'>,
  from: string,
  sampleRows?: number,
): Promise<{ rows: number; kinds: FoundKind[] }> {
  const rowsRead = sampleRows === undefined ? from : `(SELECT * FROM ${from} LIMIT ${sampleRows})`
  const kinds = layout.columns.map(({ storage }) => plain(storage === 'text' ? 'numeric' : declared[storage]))
  const texts = layout.columns.flatMap(({ storage }, i) => (storage === 'text' ? [i] : []))
  let rows = 0
  for (let start = 0; start === 0 || start < texts.length; start += together) {
    const found = await countNumbers(connection, rowsRead, texts.slice(start, start + together))
    rows = found.rows
    const wordy = found.counts.filter(({ numbers, others }) => numbers === 0 && others > 0)
    const dates = await countDates(
      connection,
      rowsRead,
      wordy.map(({ index }) => index),
    )
    for (const { index, numbers, others } of found.counts) {
      kinds[index] = kindOfText(layout.columns[index], numbers, others, dates.get(index) === others)
    }
  }
  return { rows, kinds }
}

/** How many values of each column are numbers, and how many are neither numbers nor missing. */
async function countNumbers(
  connection: DuckDBConnection,
  from: string,
  columns: readonly number[],
): Promise<{ rows: number; counts: { index: number; numbers: number; others: number }[] }> {
  const values = columns.map((i) => `${numberOf(`c${i}`, 'text')} AS v${i}`)
  const sums = columns.flatMap((i) => [`count(v${i})`, `count_if(isnan(v${i}))`])
  const sql = `SELECT ${['count(*)', ...sums].join(', ')} FROM (SELECT ${['1', ...values].join(', ')} FROM ${from})`
  const [rows, ...found] = (await queryRow(connection, sql)).map(Number)
  const counts = columns.map((index, k) => {
    const [readable, missing] = found.slice(2 * k)
    return { index, numbers: readable - missing, others: rows - readable }
  })
  return { rows, counts }
}

async function countDates(
  connection: DuckDBConnection,
  from: string,
  columns: readonly number[],
): Promise<Map<number, number>> {
  if (columns.length === 0) return new Map()
  const sums = columns.map((i) => `count(${dateSeconds(`c${i}`)})`)
  const counts = await queryRow(connection, `SELECT ${sums.join(', ')} FROM ${from}`)
  return new Map(columns.map((i, k) => [i, Number(counts[k])]))
}

function plain(kind: Kind): FoundKind {
  return { kind, temporal: false, mistyped: false, numbers: kind === 'numeric' }
}

function kindOfText(column: LayoutColumn, numbers: number, others: number, temporal: boolean): FoundKind {
  if (others === 0) {
    const kind = column.words && numbers > 0 ? 'categorical' : 'numeric'
    return { kind, temporal: false, mistyped: false, numbers: numbers > 0 }
  }
  return { kind: temporal ? 'numeric' : 'categorical', temporal, mistyped: numbers > others, numbers: false }
}
