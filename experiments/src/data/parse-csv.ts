import { type Column, categoricalColumn, type Table, XenolithError } from '@xenolith/core'

/** A CSV with a header: fields as text, by column. */
export interface TextTable {
  readonly names: readonly string[]
  readonly columns: readonly (readonly string[])[]
}

const QUOTE = '"'

/** Comma-separated text, fields quoted or not, with a header. `where` names it in complaints. */
export function parseCsv(text: string, where: string): TextTable {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const lines = text.slice(start).includes(QUOTE) ? quotedLines(text.slice(start)) : plainLines(text.slice(start))
  const names = lines[0]?.map((name) => name.trim()) ?? []
  if (names.length === 0 || lines.length < 2) throw new XenolithError('empty-data', `${where} has no rows`)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new XenolithError('bad-argument', `${where} has two columns named "${twice}"`)
  const columns = names.map((): string[] => new Array(lines.length - 1))
  for (let i = 1; i < lines.length; i++) {
    const fields = lines[i]
    if (fields.length !== names.length) {
      throw new XenolithError('bad-row', `row ${i} of ${where} has ${fields.length} fields, expected ${names.length}`)
    }
    for (let j = 0; j < fields.length; j++) columns[j][i - 1] = fields[j]
  }
  return { names, columns }
}

function plainLines(text: string): string[][] {
  const lines = text.split(/\r?\n/)
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop()
  return lines.map((line) => line.split(','))
}

/** The same where fields may be quoted: a quoted field may hold commas, line breaks and doubled quotes. */
function quotedLines(text: string): string[][] {
  const lines: string[][] = []
  let fields: string[] = []
  let at = 0
  while (at < text.length) {
    let field = ''
    if (text[at] === QUOTE) {
      at++
      for (;;) {
        const end = text.indexOf(QUOTE, at)
        if (end < 0) throw new XenolithError('bad-row', `row ${lines.length} has a quote that never ends`)
        field += text.slice(at, end)
        at = end + 1
        if (text[at] !== QUOTE) break
        field += QUOTE
        at++
      }
    }
    const rest = /[,\n]/g
    rest.lastIndex = at
    const stop = rest.exec(text)?.index ?? text.length
    field += text.slice(at, stop).replace(/\r$/, '')
    fields.push(field)
    at = stop + 1
    if (text[stop] !== ',') {
      if (fields.length > 1 || fields[0] !== '') lines.push(fields)
      fields = []
    } else if (at === text.length) fields.push('')
  }
  if (fields.length > 0) lines.push(fields)
  return lines
}

/** A column of numbers if every field that is not empty is one; else of categories. */
export function toColumn(name: string, fields: readonly string[]): Column {
  const values = Float64Array.from(fields, (field) => (field.trim() === '' ? Number.NaN : Number(field)))
  const numeric = fields.every(
    (field, i) => !Number.isNaN(values[i]) || field.trim() === '' || /^\s*nan\s*$/i.test(field),
  )
  return numeric ? { name, kind: 'numeric', values } : categoricalColumn(name, fields)
}

/** The named columns as a table, and the label column as text. */
export function splitLabel(
  { names, columns }: TextTable,
  label: string,
  features: readonly string[] | undefined,
  where: string,
): { readonly table: Table; readonly labels: readonly string[] } {
  const at = (name: string): number => {
    const index = names.indexOf(name)
    if (index < 0) throw new XenolithError('missing-column', `${where} has no column "${name}"`)
    return index
  }
  const labels = columns[at(label)].map((field) => field.trim())
  const chosen = features ?? names.filter((name) => name !== label)
  if (chosen.includes(label)) {
    throw new XenolithError('label-among-features', `the label "${label}" is listed among the features of ${where}`)
  }
  return { labels, table: { rows: labels.length, columns: chosen.map((name) => toColumn(name, columns[at(name)])) } }
}
