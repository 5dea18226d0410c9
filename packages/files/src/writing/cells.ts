/** `id-number` is written as an integer; `json` is text that is JSON already, kept as such in JSON outputs; NaN, null and undefined are missing values. */
export interface OutputColumn {
  readonly name: string
  readonly type: 'id-string' | 'id-number' | 'number' | 'boolean' | 'string' | 'json'
}

/** One array per column, of the same length. Booleans may be bytes. */
export type OutputBatch = readonly ArrayLike<number | string | boolean | null | undefined>[]

type Cell = OutputBatch[number][number]

/** The text (or bytes) of some rows. `first`: nothing was written before. */
export type RowWriter = (batch: OutputBatch, first: boolean) => string | Uint8Array

/** Rows as CSV, with a header line before the first. */
export function csvRows(columns: readonly OutputColumn[], delimiter: string): RowWriter {
  const header = columns.map(({ name }) => csvText(inert(name), delimiter)).join(delimiter)
  return delimitedRows(columns, delimiter, header, (text) => csvText(inert(text), delimiter))
}

/** Rows as CSV for our own reading: every text quoted and none altered, no header. */
export function spoolRows(columns: readonly OutputColumn[]): RowWriter {
  return delimitedRows(columns, ',', '', (text) => `"${text.replaceAll('"', '""')}"`)
}

function delimitedRows(
  columns: readonly OutputColumn[],
  delimiter: string,
  header: string,
  textOf: (text: string) => string,
): RowWriter {
  const writers = columns.map(({ type }) => cellWriter(type, '', textOf))
  const emptyLine = header !== '' && columns.length === 1 ? '""' : '' // an empty line at the end would be no row
  return (batch, first) => {
    let out = first && header !== '' ? `${header}\n` : ''
    const rows = batch[0].length
    for (let i = 0; i < rows; i++) {
      let line = ''
      for (let j = 0; j < writers.length; j++) line += (j > 0 ? delimiter : '') + writers[j](batch[j][i])
      out += `${line || emptyLine}\n`
    }
    return out
  }
}

/** Rows as JSON objects, each on its line. In an array, the brackets are the caller's. */
export function jsonRows(columns: readonly OutputColumn[], array: boolean): RowWriter {
  const asIs = (text: string): string => text
  const writers = columns.map(({ type }) => cellWriter(type, 'null', type === 'json' ? asIs : JSON.stringify))
  const keys = columns.map(({ name }) => `${JSON.stringify(name)}:`)
  return (batch, first) => {
    let out = ''
    const rows = batch[0].length
    for (let i = 0; i < rows; i++) {
      out += array && !(first && i === 0) ? ',\n{' : '{'
      for (let j = 0; j < writers.length; j++) out += (j > 0 ? ',' : '') + keys[j] + writers[j](batch[j][i])
      out += array ? '}' : '}\n'
    }
    return out
  }
}

function cellWriter(
  type: OutputColumn['type'],
  missing: string,
  textOf: (text: string) => string,
): (cell: Cell) => string {
  const isMissing = (cell: Cell) => cell === null || cell === undefined
  if (type === 'boolean') return (cell) => (isMissing(cell) ? missing : String(Boolean(cell)))
  if (type === 'string' || type === 'id-string' || type === 'json')
    return (cell) => (isMissing(cell) ? missing : textOf(String(cell)))
  // JSON has no infinities.
  const isNumber = missing === 'null' ? Number.isFinite : (cell: Cell) => !Number.isNaN(cell)
  return (cell) => (isMissing(cell) || !isNumber(cell) ? missing : String(cell))
}

function csvText(text: string, delimiter: string): string {
  const plain = !text.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(text)
  return plain ? text : `"${text.replaceAll('"', '""')}"`
}

/** Text that a spreadsheet would run as a formula, made inert by a quote in front. Numbers stay as they are. */
function inert(text: string): string {
  if (!/^[=+\-@\t\r]/.test(text)) return text
  return /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text) ? text : `'${text}`
}
