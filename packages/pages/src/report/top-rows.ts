import type { Reason, TopRows } from '@xenolith/core'
import { aligned, type Column, cell, counted, type Html, html, renderTable, type Slot } from '../index.js'
import { nearestWords, reasonsWords } from './reasons.js'

const mostColumns = 12

/** The highest-scoring mixture rows, where a person would begin to look, and those that the threshold only just decides. */
export function renderTopRows(rows: TopRows | null, near: TopRows | undefined, tau: number): Html {
  return html`<section aria-labelledby="top-rows">
<h2 id="top-rows">The most alien rows</h2>
${rows === null || rows.row.length === 0 ? html`<p>No rows were kept with this model, only scores.</p>` : table(rows, tau, 'with the highest scores')}
${
  near !== undefined &&
  near.row.length > 0 &&
  html`<h3 id="near-rows">Rows near the threshold</h3>
${table(near, tau, 'with scores nearest to the threshold')}`
}
</section>`
}

function table(rows: TopRows, tau: number, which: string): Html {
  const shown = rows.columns.slice(0, mostColumns)
  const hidden = rows.columns.length - shown.length
  const copied = rows.copies?.some((copies) => copies > 1) === true
  const columns: Column[] = [
    { heading: 'row', numeric: true },
    { heading: 'score', numeric: true },
    { heading: 'alarm', numeric: false },
    ...(copied ? [{ heading: 'copies', numeric: true }] : []),
    ...(rows.why === undefined ? [] : [{ heading: 'why', numeric: false }]),
    ...shown.map((name, j) => ({ heading: cell(name, 40), numeric: rows.cells.every((row) => !isText(row[j])) })),
    ...(hidden > 0 ? [{ heading: `+ ${hidden} more`, numeric: false }] : []),
  ]
  const score = aligned(rows.score) ?? rows.score.map((each) => cell(each))
  const cells = shown.map((_, j) => columnOf(rows.cells.map((row) => row[j])))
  const body = rows.row.map((row, i) => [
    String(row),
    score[i],
    rows.score[i] > tau ? html`<span class="alarm">alarm</span>` : 'no',
    ...(copied ? [String(rows.copies![i])] : []),
    ...(rows.why === undefined ? [] : [whyOf(rows.why[i], rows.nearest?.[i])]),
    ...cells.map((column) => column[i]),
    ...(hidden > 0 ? ['…'] : []),
  ])
  const distinct =
    rows.copies === undefined ? counted(rows.row.length, 'row') : counted(rows.row.length, 'distinct row')
  const caption = `${distinct} of the mixture ${which}${hidden > 0 ? `; ${shown.length} of ${counted(rows.columns.length, 'column')}` : ''}`
  return renderTable({ caption, columns, rows: body }, `Mixture rows ${which}`)
}

/** Each reason on a line of its own. */
function whyOf(reasons: readonly Reason[], nearest: number | undefined): Slot {
  const lines = reasons.length === 0 ? [reasonsWords([])] : reasons.map((reason) => reasonsWords([reason]))
  if (nearest !== undefined) lines.push(nearestWords(nearest, reasons))
  return lines.map((line) => html`<span class="why">${line}</span>\n`)
}

type Content = string | number | null | undefined

function isText(content: Content): boolean {
  return typeof content === 'string'
}

function isMissing(content: Content): content is null | undefined {
  return content === null || content === undefined || Number.isNaN(content)
}

/** The cells of one column, set alike: numbers to the same number of decimals where all are numbers. */
function columnOf(contents: readonly Content[]): Slot[] {
  const present = contents.filter((content) => !isMissing(content))
  const numbers = present.filter((content) => typeof content === 'number')
  const texts = (numbers.length === present.length && aligned(numbers)) || present.map((content) => cell(content))
  const remaining = texts.values()
  return contents.map((content) =>
    isMissing(content) ? html`<span class="missing">missing</span>` : remaining.next().value,
  )
}
