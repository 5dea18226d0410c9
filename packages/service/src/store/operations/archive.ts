import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { decodeModelFile, XenolithError } from '@xenolith/core'
import { type Acting, first, reads, type Tx, type Value, writes } from '../driver.js'
import { append } from './events.js'

/*
 * A stream with everything that belongs to it, as lines of JSON: { kind, ...row of the table }. What comes later refers to what
 * came before, so an archive is imported from the first line to the last, in one transaction.
 */

export const ARCHIVE_FORMAT = 1

interface Kind {
  readonly table: string
  readonly columns: readonly string[]
  /** Rows that belong to the stream ?, in an order in which the last column of `key` ascends. */
  readonly where: string
  readonly key: string
}

const ofModel = 'model_id = (SELECT model_id FROM streams WHERE id = ?)'
const ofStream = 'stream_id = ?'
/** Found by their ids: an index of the stream would be sorted anew for each page. */
const ofStreamById = "stream_id || '' = ?"

/** In the order of an archive. Models are apart, since their files are bytes. */
const kinds = {
  certificate: {
    table: 'certificates',
    columns: [
      ...['id', 'model_id', 'certified', 'tau', 'body', 'ranks', 'looks'],
      ...['supersedes', 'issued_at', 'issued_by'],
    ],
    where: ofModel,
    key: "issued_at || ' ' || id",
  },
  scores: {
    table: 'certificate_scores',
    columns: ['certificate_id', 'body', 'sha256'],
    where: `certificate_id IN (SELECT id FROM certificates WHERE ${ofModel})`,
    key: 'certificate_id',
  },
  look: {
    table: 'looks',
    columns: ['model_id', 'scores_sha256', 'terms', 'number'],
    where: ofModel,
    key: "scores_sha256 || ' ' || terms",
  },
  stream: {
    table: 'streams',
    columns: [
      ...['id', 'name', 'model_id', 'certificate_id', 'row_key', 'alpha', 'confidence', 'window_rows', 'sample_rate'],
      ...['sample_seed', 'keep_days', 'status', 'reason', 'rows', 'alarms', 'created_at'],
    ],
    where: 'id = ?',
    key: 'id',
  },
  batch: {
    table: 'batches',
    columns: [...['id', 'stream_id', 'idempotency_key', 'body_sha256', 'rows', 'alarms', 'response', 'received_at']],
    where: ofStreamById,
    key: 'id',
  },
  window: {
    table: 'windows',
    columns: [
      ...['stream_id', 'certificate_id', 'number', 'closed', 'starts_at', 'ends_at', 'rows', 'alarms', 'sums'],
      ...['columns', 'log_evidence', 'log_restarted', 'state', 'finding'],
    ],
    where: ofStream,
    key: "certificate_id || ' ' || (1000000000 + number)",
  },
  row: {
    table: 'kept_rows',
    columns: [
      ...['id', 'stream_id', 'batch_id', 'position', 'row_key', 'score', 'distance', 'alarm', 'sampled', 'cells'],
      ...['scored_at', 'certificate_id', 'verdict', 'verdict_seq'],
    ],
    where: ofStreamById,
    key: 'id',
  },
  draw: {
    table: 'draws',
    columns: [
      ...['id', 'number', 'stream_id', 'certificate_id', 'kind', 'seed', 'population', 'size', 'recall', 'confidence'],
      ...['closed', 'drawn_at', 'drawn_by'],
    ],
    where: ofStream,
    key: 'id',
  },
  drawn: {
    table: 'draw_rows',
    columns: ['draw_id', 'position', 'row_id'],
    where: 'draw_id IN (SELECT id FROM draws WHERE stream_id = ?)',
    key: "draw_id || ' ' || (1000000000 + position)",
  },
  verdict: {
    table: 'verdicts',
    columns: ['seq', 'row_id', 'verdict', 'reason', 'basis', 'draw_id', 'reviewer', 'at'],
    where: 'row_id IN (SELECT id FROM kept_rows WHERE stream_id = ?)',
    key: "'' || (1000000000000000 + seq)",
  },
} as const satisfies Record<string, Kind>

export type ArchiveKind = keyof typeof kinds
export const archiveKinds = Object.keys(kinds) as ArchiveKind[]

type Line = Readonly<Record<string, Value>> & { readonly kind: string }

export const archive = {
  /** Some rows of one kind, after the one whose place was `after`. */
  archivePage: reads(async (tx: Tx, input: { stream: string; kind: ArchiveKind; after: string; limit: number }) => {
    const { table, columns, where, key }: Kind = kinds[input.kind]
    return tx.all<Record<string, Value> & { place: string }>(
      `SELECT ${key} AS place, ${columns.map(quoted).join(', ')} FROM ${table} WHERE ${where} AND ${key} > ? ORDER BY ${key} LIMIT ?`,
      ...([input.stream, input.after, input.limit] as const),
    )
  }),
  /** Reads an archive from a file, line by line: all of it or nothing. */
  importArchive: writes(async (tx: Tx, { path, sha256, actor, at }: { path: string; sha256: string } & Acting) => {
    const state = await newImport(tx)
    let number = 0
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      number++
      try {
        await importLine(tx, state, number, parseLine(text))
      } catch (error) {
        if (error instanceof XenolithError && error.code !== 'bad-model') throw error
        const reason = (error as Error).message
        if (/disk|full|readonly|I\/O/i.test(reason)) throw error
        throw new XenolithError('bad-request', `line ${number} of the archive cannot be taken: ${reason}`)
      }
    }
    const { stream, ended, rows } = state
    if (stream === null || !ended) throw new XenolithError('bad-request', 'the archive is cut short: it has no end')
    await append(tx, { at, actor, kind: 'stream.imported', subject: stream, body: { stream, rows, sha256 } })
    return { stream, rows }
  }),
}

function quoted(column: string): string {
  return `"${column}"`
}

function parseLine(text: string): Line {
  const line: unknown = JSON.parse(text)
  if (typeof line !== 'object' || line === null || typeof (line as Line).kind !== 'string')
    throw new Error('it is not an object with a kind')
  return line as Line
}

interface Import {
  /** Ids of models that this store knows by another. */
  readonly models: Map<string, string>
  /** What numbers of verdicts and draws are raised by, so that they do not meet those of this store. */
  readonly seq: number
  readonly draws: number
  stream: string | null
  rows: number
  ended: boolean
}

async function newImport(tx: Tx): Promise<Import> {
  const seq = await first<{ n: number | null }>(tx, 'SELECT MAX(seq) AS n FROM verdicts')
  const draws = await first<{ n: number | null }>(tx, 'SELECT MAX(number) AS n FROM draws')
  return { models: new Map(), seq: seq?.n ?? 0, draws: draws?.n ?? 0, stream: null, rows: 0, ended: false }
}

async function importLine(tx: Tx, state: Import, number: number, { kind, ...line }: Line): Promise<void> {
  if (state.ended) throw new Error('something comes after the end')
  if (number === 1) {
    if (kind === 'archive' && line.format === ARCHIVE_FORMAT) return
    throw new XenolithError('bad-request', `this is not an archive of version ${ARCHIVE_FORMAT}`)
  }
  if (kind === 'model') return importModel(tx, state, line)
  if (kind === 'end') {
    if (line.lines !== number) throw new Error(`it has ${number} lines, not ${line.lines}`)
    state.ended = true
    return
  }
  if (!Object.hasOwn(kinds, kind)) throw new Error(`there is no kind "${kind}"`)
  const { table, columns }: Kind = kinds[kind as ArchiveKind]
  const row = moved(kind as ArchiveKind, line, state)
  if (kind === 'stream') await beginStream(tx, state, row)
  else if (Object.hasOwn(row, 'stream_id') && row.stream_id !== state.stream) throw new Error('it is of another stream')
  if (kind === 'row') {
    state.rows++
    if (row.cells !== null) JSON.parse(row.cells as string)
  }
  const known = ['certificate', 'scores', 'look'].includes(kind) ? ' ON CONFLICT DO NOTHING' : ''
  await tx.all(
    `INSERT INTO ${table} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})${known}`,
    ...columns.map((column) => row[column] ?? null),
  )
}

/** A line as this store writes it: under its own ids of models and with numbers that are free here. */
function moved(kind: ArchiveKind, line: Omit<Line, 'kind'>, { models, seq, draws }: Import): Record<string, Value> {
  const row: Record<string, Value> = { ...(line as Record<string, Value>) }
  if (typeof row.model_id === 'string') row.model_id = models.get(row.model_id) ?? row.model_id
  if (kind === 'verdict') row.seq = Number(row.seq) + seq
  if (kind === 'row' && row.verdict_seq !== 0) row.verdict_seq = Number(row.verdict_seq) + seq
  if (kind === 'draw') {
    row.number = Number(row.number) + draws
    row.kind = row.of ?? null
  }
  return row
}

async function beginStream(tx: Tx, state: Import, row: Record<string, Value>): Promise<void> {
  if (state.stream !== null) throw new Error('it holds a second stream')
  const taken = await first(tx, 'SELECT id FROM streams WHERE id = ? OR name = ?', row.id, row.name)
  if (taken !== undefined) throw new XenolithError('conflict', `there is a stream "${row.name}" already`)
  state.stream = String(row.id)
}

async function importModel(tx: Tx, { models }: Import, line: Omit<Line, 'kind'>): Promise<void> {
  const { id, name, file } = line as Record<string, string>
  const bytes = new Uint8Array(Buffer.from(file, 'base64'))
  const { format } = decodeModelFile(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const known = await first<{ id: string }>(tx, 'SELECT id FROM models WHERE sha256 = ?', sha256)
  models.set(id, known?.id ?? id)
  if (known !== undefined) return
  const last = await first<{ n: number | null }>(tx, 'SELECT MAX(version) AS n FROM models WHERE name = ?', name)
  await tx.all(
    'INSERT INTO models (id, name, version, sha256, format, bytes, file, created_at, created_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...([id, name, (last?.n ?? 0) + 1, sha256, format, bytes.length, bytes] as const),
    ...([line.created_at, line.created_by] as const),
  )
}
