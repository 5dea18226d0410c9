import type { Column, Table } from '@xenolith/core'
import { type Copies, findCopies, profileTable } from '@xenolith/core/internals'
import type { Kind } from '@xenolith/files/pure'
import { type DataNote, dataNotes } from '@xenolith/study'
import { type Bins, categoryBins, numberBins } from './bins.ts'
import type { Context } from './context.ts'
import { looksLikeLabel, namingColumns } from './naming.ts'
import type { Reading, Session } from './session.ts'
import { categoryShift, numberShift, type Shift } from './shift.ts'

/** What the page shows of a file. */
export interface FileFacts {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly sample: readonly number[]
  readonly notes: readonly string[]
}

/** What the page shows of a column. Of one that only one file has, the other's numbers are null. */
export interface ColumnFacts {
  readonly name: string
  readonly kind: Kind
  readonly missing: { readonly nominal: number | null; readonly mixture: number | null }
  readonly distinct: number
  readonly constant: boolean
  /** Null where there is nothing to compare. */
  readonly shift: Shift | null
  readonly bins: Bins | null
}

export interface Described {
  readonly nominal: FileFacts | null
  readonly mixture: FileFacts | null
  readonly columns: readonly ColumnFacts[]
  readonly notes: readonly DataNote[]
  /** Numbers of rows that repeat earlier ones of their file, and of mixture rows that the nominal file has too; names and labels of rows aside. */
  readonly copies: Copies
  readonly reading: Reading
}

/** Both files as the page shows them: columns of the nominal file first, in its order. */
export function describeFiles({ files, reading }: Pick<Session, 'files' | 'reading'>, context: Context): Described {
  const { nominal, mixture } = files
  const tell = context.progress('looking at the columns')
  const first = nominal?.table.columns ?? []
  const names = [...new Set([...first, ...(mixture?.table.columns ?? [])].map(({ name }) => name))]
  const columns = names.map((name, i) => {
    tell(i, names.length)
    return describeColumn(find(nominal?.table, name), find(mixture?.table, name))
  })
  const tables = inBothFiles(files)
  const notes = tables === null ? [] : notesOf(tables, [nominal!.fingerprint.sha256, mixture!.fingerprint.sha256])
  return {
    nominal: nominal === undefined ? null : factsOf(nominal),
    mixture: mixture === undefined ? null : factsOf(mixture),
    columns,
    notes,
    copies: tables === null ? { nominal: 0, mixture: 0, across: 0 } : copiesIn(tables, namingColumns(notes)),
    reading,
  }
}

function factsOf({ name, table, fingerprint, sample, notes }: NonNullable<Session['files']['nominal']>): FileFacts {
  return { name, rows: table.rows, bytes: fingerprint.bytes, sha256: fingerprint.sha256, sample, notes }
}

function find(table: Table | undefined, name: string): Column | undefined {
  return table?.columns.find((column) => column.name === name)
}

function describeColumn(nominal: Column | undefined, mixture: Column | undefined): ColumnFacts {
  const some = (nominal ?? mixture)!
  const distinct = distinctIn(some)
  const shared = { name: some.name, kind: some.kind, distinct, constant: distinct <= 1 }
  const missing = { nominal: nominal ? missingIn(nominal) : null, mixture: mixture ? missingIn(mixture) : null }
  if (nominal?.kind === 'numeric' && mixture?.kind === 'numeric') {
    return { ...shared, missing, shift: numberShift(nominal, mixture), bins: numberBins(nominal, mixture) }
  }
  if (nominal?.kind === 'categorical' && mixture?.kind === 'categorical') {
    return { ...shared, missing, shift: categoryShift(nominal, mixture), bins: categoryBins(nominal, mixture) }
  }
  return { ...shared, missing, shift: null, bins: null }
}

function missingIn(column: Column): number {
  let missing = 0
  if (column.kind === 'numeric') for (const value of column.values) missing += Number.isNaN(value) ? 1 : 0
  else for (const code of column.codes) missing += code < 0 ? 1 : 0
  return missing
}

function distinctIn(column: Column): number {
  if (column.kind === 'categorical') return new Set(column.codes.filter((code) => code >= 0)).size
  return new Set(column.values.filter((value) => !Number.isNaN(value))).size
}

interface Tables {
  readonly nominal: Table
  readonly mixture: Table
}

/** The columns that both files have; null before there are two files. */
function inBothFiles({ nominal, mixture }: Session['files']): Tables | null {
  if (nominal === undefined || mixture === undefined) return null
  const shared = nominal.table.columns.filter(({ name, kind }) => find(mixture.table, name)?.kind === kind)
  return {
    nominal: { rows: nominal.table.rows, columns: shared },
    mixture: { rows: mixture.table.rows, columns: shared.map(({ name }) => find(mixture.table, name)!) },
  }
}

/** What stood out in them. */
function notesOf(tables: Tables, [nominal, mixture]: readonly string[]): DataNote[] {
  const profiles = { nominal: profileTable(tables.nominal), mixture: profileTable(tables.mixture) }
  const data = [
    { role: 'nominal', sha256: nominal },
    { role: 'mixture', sha256: mixture },
  ] as const
  return dataNotes({ ...tables, profiles, data })
}

/** A row that was copied under another name is a copy. */
function copiesIn(tables: Tables, naming: readonly string[]): Copies {
  const without = ({ rows, columns }: Table): Table => ({
    rows,
    columns: columns.filter(({ name }) => !naming.includes(name) && !looksLikeLabel(name)),
  })
  const { nominal, mixture, across } = findCopies(without(tables.nominal), without(tables.mixture))
  const [n0, nm] = [tables.nominal.rows, tables.mixture.rows]
  return { nominal: Math.round(nominal * n0), mixture: Math.round(mixture * nm), across: Math.round(across * nm) }
}
