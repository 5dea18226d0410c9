// Text of tables, well written or not: delimited, and JSON.
import { chance, columnOf, nameOf, oneOf } from './cells.mjs'

/** Rows enough for the readers to settle what a column is, in some files; few in most. */
function sizesOf(random) {
  const rows = chance(0.04, random) ? 900 + random.below(1600) : random.below(chance(0.1, random) ? 2 : 30)
  const columns = chance(0.03, random) ? 50 + random.below(300) : 1 + random.below(6)
  return { rows: columns > 20 ? Math.min(rows, 20) : rows, columns }
}

function tableOf(random) {
  const { rows, columns } = sizesOf(random)
  const names = Array.from({ length: columns }, (_, index) => nameOf(index, random))
  const makers = names.map(() => columnOf(random))
  return { names, cells: Array.from({ length: rows }, () => makers.map((make) => make())) }
}

const quotedField = (text) => `"${text.replaceAll('"', '""')}"`

/** Delimited text that is right: `names` and `cells` are what a reader has to find in it. */
export function rightText(random, delimiter, lineEnd) {
  const { names, cells } = tableOf(random)
  const distinct = names.map((_, index) => `f${index}`)
  // A file of one column has no delimiter, so that nothing that may be one stands bare.
  const marks = names.length === 1 ? [',', ';', '|', '\t'] : [delimiter]
  const special = (text) => /["\r\n\ufeff]|^ | $/.test(text) || marks.some((mark) => text.includes(mark))
  const field = (text) => (special(text) || chance(0.1, random) ? quotedField(text) : text)
  const line = (fields) => fields.map(field).join(delimiter) + lineEnd
  const body = cells.map((row) => (row.length === 1 && row[0] === '' ? `""${lineEnd}` : line(row)))
  return { text: line(distinct) + body.join(''), names: distinct, cells }
}

/** Delimited text with all that people and programs do to it. */
export function roughText(random, delimiter) {
  const { names, cells } = tableOf(random)
  const quoting = oneOf([0, 0.05, 0.5, 1], random)
  const care = chance(0.8, random)
  const ragged = chance(0.1, random) ? 0.1 : 0
  const ends = chance(0.9, random) ? [oneOf(['\n', '\r\n', '\r'], random)] : ['\n', '\r\n', '\r']
  const field = (text) => {
    const risky = /["\r\n]/.test(text) || text.includes(delimiter)
    if (chance(quoting, random) || (care && risky)) {
      const whole = care ? quotedField(text) : `"${text}"`
      return chance(0.05, random) ? ` ${whole} ` : whole
    }
    return text
  }
  const line = (fields) => {
    const all = fields.map(field)
    if (chance(ragged, random)) chance(0.5, random) ? all.pop() : all.push(chance(0.5, random) ? '' : 'extra')
    const blank = chance(0.02, random) ? oneOf([' ', '', '\t'], random) + oneOf(ends, random) : ''
    return blank + all.join(delimiter) + oneOf(ends, random)
  }
  const header = chance(0.85, random) ? line(names) : ''
  let text = header + cells.map(line).join('')
  if (chance(0.2, random)) text = text.replace(/[\r\n]+$/, '')
  if (chance(0.05, random)) text = oneOf(['\n\n', '\r\n', ' \n', '# a comment\n', 'sep=;\n'], random) + text
  if (chance(0.05, random)) text += oneOf(['\n\n\n', '"', ' ', '\u001a', 'total,3\n'], random)
  return text
}

function jsonValue(text, random) {
  const way = random.below(12)
  if (way === 0) return 'null'
  if (way === 1)
    return oneOf(
      ['true', 'false', 'NaN', 'Infinity', '-Infinity', '1e400', '-0', '01', '1.', '.5', '+1', 'undefined', 'nul'],
      random,
    )
  if (way === 2) return oneOf(['[]', '{}', '[1,2]', '{"a":{"b":[null]}}', `${'['.repeat(random.below(250))}`], random)
  if (way < 7 && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return text
  const written = JSON.stringify(text)
  if (!chance(0.1, random)) return written
  return oneOf(
    [
      written.replaceAll(/[a-z]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
      '"\\ud800"',
      '"\\ud83d\\ude42"',
      '"\\x"',
      '"\\u12"',
      '"a\tb"',
      "'x'",
    ],
    random,
  )
}

/** Objects of JSON, one a line, spread over lines, or in an array. */
export function jsonText(random) {
  const { names, cells } = tableOf(random)
  const steady = chance(0.5, random)
  const space = oneOf(['', '', ' ', '\n', '\t'], random)
  const objects = cells.map((row) => {
    const members = row.flatMap((text, j) => {
      if (!steady && chance(0.1, random)) return []
      const value = steady && !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? JSON.stringify(text) : jsonValue(text, random)
      return [`${JSON.stringify(names[j])}${space}:${space}${value}`]
    })
    if (chance(0.01, random)) members.push(members[0] ?? '')
    if (chance(0.1, random)) members.reverse()
    return `{${space}${members.join(`,${space}`)}${chance(0.02, random) ? ',' : ''}${space}}`
  })
  const end = chance(0.9, random) ? '' : oneOf(['x', ',', ']', '{', '\u0000', '{"a":1}'], random)
  if (chance(0.4, random)) return `${space}[${objects.join(`,${space}`)}]${end}`
  return objects.join(oneOf(['\n', '\n', '\r\n', '', ' ', '\n\n', ','], random)) + end
}
