import type { Verdict } from '@xenolith/core'
import { type ModelFile, selectRows, type Table, XenolithError } from '@xenolith/core'
import { alignTable } from '@xenolith/core/internals'
import type { Cells } from '@xenolith/study'
import { distancesTo, neighboursOf, percentileOf, alarms as raise, whyColumns } from '@xenolith/study'
import type { Why } from '../service/shapes.ts'
import { auditCsv } from '../verdicts/audit-file.ts'
import type { Context } from './context.ts'
import { theEngine } from './engine.ts'
import { type OpenFile, session } from './session.ts'

/** The alarms of the model at hand in the mixture that is open: what `xenolith detect` says of the same file. */
export interface FileAlarms {
  /** SHA-256 of the file: verdicts are kept under it. */
  readonly file: string
  readonly name: string
  readonly rows: number
  /** Null where everything alarms. */
  readonly tau: number | null
  readonly scores: Float64Array
  /** Rows that alarm, from 0: ascending, from the highest score on, and from the one next to the threshold on. The page, which is not to stand still, sorts none of them. */
  readonly alarmed: Int32Array
  readonly byScore: Int32Array
  readonly byCloseness: Int32Array
  readonly confidence: number
  readonly recall: number | null
  readonly alpha: number | null
  /** The share of rows that alarmed when the certificate was made. */
  readonly alarmRate: number | null
}

const NEIGHBOURS = 5
const SIMILAR = 20
const DEFAULT_CONFIDENCE = 0.95

let last: { readonly of: ModelFile; readonly in: Table; readonly answer: FileAlarms } | undefined

/** Fails with what is missing before there is anything to review. */
export async function readyToReview(_: null): Promise<void> {
  atHand()
}

export async function fileAlarms(_: null, context: Context): Promise<FileAlarms> {
  const { file, mixture } = atHand()
  if (last?.of === file && last.in === mixture.table) return last.answer
  const onProgress = context.progress(`scoring ${mixture.name}`)
  const { scores, rows } = await raise(theEngine(), file, mixture.table, { signal: context.signal, onProgress })
  const { certificate } = file
  const answer: FileAlarms = {
    file: mixture.fingerprint.sha256,
    name: mixture.name,
    rows: mixture.table.rows,
    tau: Number.isFinite(certificate.tau) ? certificate.tau : null,
    scores,
    alarmed: rows,
    byScore: rows.slice().sort((a, b) => scores[b] - scores[a] || a - b),
    byCloseness: rows.slice().sort((a, b) => scores[a] - scores[b] || a - b),
    confidence: certificate.delta === null ? DEFAULT_CONFIDENCE : 1 - certificate.delta,
    recall: certificate.certified ? certificate.recall : null,
    alpha: certificate.alpha,
    alarmRate: certificate.alarmRate ?? null,
  }
  last = { of: file, in: mixture.table, answer }
  return answer
}

/** Cells and names of some rows. */
export async function fileRows({
  rows,
}: {
  readonly rows: readonly number[]
}): Promise<{ key: string; cells: Cells }[]> {
  const { file, mixture } = atHand()
  return rows.map((row) => {
    const cells = cellsOf(mixture.table, row)
    const name = file.id === null ? null : cells[file.id]
    return { key: name === null || name === undefined ? String(row + 1) : String(name), cells }
  })
}

/** Why a row looks alien: what each column adds, the nearest of the nominal rows that the model keeps, and alarms like it among those without a verdict. */
export async function whyRow({
  row,
  judged,
}: {
  readonly row: number
  readonly judged: readonly number[]
}): Promise<Why> {
  const { file, mixture } = atHand()
  const { model, profiles, evidence, certificate } = file
  const table = alignTable(mixture.table, model.features)
  const cells = cellsOf(mixture.table, row)
  const score = last!.answer.scores[row]
  const apart = new Set([row, ...judged])
  const others = last!.answer.alarmed.filter((other) => !apart.has(other))
  const nearby = distancesTo(cells, selectRows(table, others), model.features, profiles)
  return {
    id: String(row),
    score,
    tau: Number.isFinite(certificate.tau) ? certificate.tau : null,
    percentile: evidence.ranks === undefined ? null : percentileOf(score, evidence.ranks),
    columns: whyColumns(file, cells, selectRows(mixture.table, [row])),
    neighbours: neighboursOf(file, selectRows(mixture.table, [row]), NEIGHBOURS),
    similar: smallest(nearby, SIMILAR).map((at) => {
      const other = others[at]
      const values = cellsOf(mixture.table, other)
      const key = file.id === null ? String(other + 1) : String(values[file.id] ?? other + 1)
      return { id: String(other), key, score: last!.answer.scores[other], distance: nearby[at], cells: values }
    }),
  }
}

/** The file that `fit --audit` takes, with the drawn rows and their verdicts. */
export async function auditText({ rows, verdicts }: AuditAsked): Promise<string> {
  const mixture = openMixture()
  const { columns } = mixture.table
  const known = new Map(verdicts)
  return auditCsv({
    rows,
    names: columns.map(({ name }) => name),
    cell: (row, column) => textOf(mixture.table, row, column),
    verdict: (row) => known.get(row) ?? null,
  })
}

export interface AuditAsked {
  readonly rows: readonly number[]
  readonly verdicts: readonly (readonly [row: number, verdict: Verdict])[]
}

function atHand(): { readonly file: ModelFile; readonly mixture: OpenFile } {
  const { issued } = session
  if (issued === undefined) throw new XenolithError('empty-data', 'there is no model yet')
  return { file: issued.file, mixture: openMixture() }
}

function openMixture(): OpenFile {
  const { mixture } = session.files
  if (mixture === undefined) throw new XenolithError('empty-data', 'no mixture file is open')
  return mixture
}

/** Where the smallest values stand, smallest first. */
function smallest(values: Float64Array, most: number): number[] {
  const found: number[] = []
  for (let i = 0; i < values.length; i++) {
    if (found.length === most && values[i] >= values[found[most - 1]]) continue
    const at = found.findIndex((other) => values[i] < values[other])
    found.splice(at < 0 ? found.length : at, 0, i)
    if (found.length > most) found.pop()
  }
  return found
}

function cellsOf({ columns }: Table, row: number): Cells {
  return Object.fromEntries(
    columns.map((column) => {
      if (column.kind === 'categorical') return [column.name, column.categories[column.codes[row]] ?? null]
      return [column.name, Number.isNaN(column.values[row]) ? null : column.values[row]]
    }),
  )
}

function textOf({ columns }: Table, row: number, j: number): string | null {
  const column = columns[j]
  if (column.kind === 'categorical') return column.categories[column.codes[row]] ?? null
  const value = column.values[row]
  if (Number.isNaN(value)) return null
  return column.temporal ? dateOf(value) : String(value)
}

/** Seconds since 1970 as a person reads them, without a time of day where it is midnight. */
function dateOf(seconds: number): string {
  const date = new Date(1000 * seconds)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace(/(T00:00:00)?(\.000)?Z$/, '')
}
