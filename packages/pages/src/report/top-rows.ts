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
  const hidden = Math.max(0, rows.columns.length - mostColumns)
  const scoresAlone =
    rows.why === undefined && rows.columns.length === 1 && rows.cells.every(([only], i) => only === rows.score[i])
  const copied = rows.copies?.some((copies) => copies > 1) === true
  const columns: Column[] = [
    { heading: 'row', numeric: true },
    { heading: 'score', numeric: true },
    { heading: 'alarm', numeric: false },
    ...(copied ? [{ heading: 'copies', numeric: true }] : []),
    ...(scoresAlone ? [] : [{ heading: rows.why === undefined ? 'values' : 'why, and its values', numeric: false }]),
  ]
  const score = aligned(rows.score) ?? rows.score.map((each) => cell(each))
  const body = rows.row.map((row, i) => [
    String(row),
    score[i],
    rows.score[i] > tau ? html`<span class="alarm">alarm</span>` : 'no',
    ...(copied ? [String(rows.copies![i])] : []),
    ...(scoresAlone
      ? []
      : [
          html`<div class="prose">${rows.why !== undefined && whyOf(rows.why[i], rows.nearest?.[i])}${valuesOf(rows.columns.slice(0, mostColumns), rows.cells[i], hidden)}</div>`,
        ]),
  ])
  const distinct =
    rows.copies === undefined ? counted(rows.row.length, 'row') : counted(rows.row.length, 'distinct row')
  const caption = `${distinct} of the mixture ${which}${hidden > 0 ? `; values of ${mostColumns} of ${counted(rows.columns.length, 'column')}` : ''}`
  return renderTable({ caption, columns, rows: body }, `Mixture rows ${which}`)
}

/** Each reason on a line of its own. */
function whyOf(reasons: readonly Reason[], nearest: number | undefined): Slot {
  const lines = reasons.length === 0 ? [reasonsWords([])] : reasons.map((reason) => reasonsWords([reason]))
  if (nearest !== undefined) lines.push(nearestWords(nearest, reasons))
  return lines.map((line) => html`<span class="why">${line}</span>\n`)
}

/** The cells of a row as running text: a wide table has no room for a column each. */
function valuesOf(names: readonly string[], cells: readonly Content[], hidden: number): Html {
  const told = names.map(
    (name, j) =>
      html`${j > 0 && ', '}${cell(name, 40)} ${isMissing(cells[j]) ? html`<span class="missing">missing</span>` : html`<b>${cell(cells[j])}</b>`}`,
  )
  return html`<div class="cells">${told}${hidden > 0 && ` and ${counted(hidden, 'more column')}`}</div>`
}

type Content = string | number | null | undefined

function isMissing(content: Content): content is null | undefined {
  return content === null || content === undefined || Number.isNaN(content)
}
