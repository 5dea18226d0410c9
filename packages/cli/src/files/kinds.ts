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

/** The kinds of all columns: as declared, or for text by reading every value (or the first `sampleRows`). */
export async function findKinds(
  connection: DuckDBConnection,
  layout: Pick<Layout, 'columns'>,
  from: string,
  sampleRows?: number,
): Promise<{ rows: number; kinds: FoundKind[] }> {
  const texts = layout.columns.flatMap((column, i) => (column.storage === 'text' ? [i] : []))
  const values = texts.map((i) => `${numberOf(`c${i}`, 'text')} AS v${i}, c${i}`)
  const limit = sampleRows === undefined ? '' : `LIMIT ${sampleRows}`
  const counts = texts.map(
    (i) => `count_if(NOT isnan(v${i})), count_if(v${i} IS NULL),
    count_if(v${i} IS NULL AND ${dateSeconds(`c${i}`)} IS NOT NULL)`,
  )
  const inner = `SELECT ${['1 AS one', ...values].join(', ')} FROM ${from} ${limit}`
  const [rows, ...found] = (
    await queryRow(connection, `SELECT ${['count(*)', ...counts].join(', ')} FROM (${inner})`)
  ).map(Number)
  const kinds = layout.columns.map((column, i) => {
    if (column.storage !== 'text') return plain(declared[column.storage])
    const at = 3 * texts.indexOf(i)
    return kindOfText(column, found[at], found[at + 1], found[at + 2])
  })
  return { rows, kinds }
}

function plain(kind: Kind): FoundKind {
  return { kind, temporal: false, mistyped: false, numbers: kind === 'numeric' }
}

function kindOfText(column: LayoutColumn, numbers: number, others: number, dates: number): FoundKind {
  if (others === 0) {
    const kind = column.words && numbers > 0 ? 'categorical' : 'numeric'
    return { kind, temporal: false, mistyped: false, numbers: numbers > 0 }
  }
  const temporal = numbers === 0 && dates === others
  return { kind: temporal ? 'numeric' : 'categorical', temporal, mistyped: numbers > others, numbers: false }
}
