import { type Html, html, type Slot } from './html.js'

/** A column under a heading that it may share with its neighbours. */
export interface GroupedColumn {
  readonly group: string
  readonly heading: Slot
  readonly numeric: boolean
}

/** Rows under a heading of their own. The first cell of a row is its header. */
export interface Cells {
  readonly heading: Slot
  readonly rows: readonly (readonly Slot[])[]
}

/** A table with two rows of headings, and headings between its rows. */
export interface GroupedTable {
  readonly caption: Slot
  readonly columns: readonly GroupedColumn[]
  readonly sections: readonly Cells[]
}

/**
 * A table that scrolls sideways inside its own box, which the keyboard can reach.
 *
 * @example
 * ```ts
 * const columns = [{ group: '', heading: 'rows', numeric: true }, { group: 'price', heading: 'exact', numeric: true }]
 * const table = { caption: 'Prices', columns, sections: [{ heading: 'small', rows: [[100, '2 %']] }] }
 * const { markup } = renderGroupedTable(table, 'Prices by rows')
 * markup.includes('<th scope="colgroup" colspan="1" class="start">price</th>') // => true
 * ```
 */
export function renderGroupedTable({ caption, columns, sections }: GroupedTable, label: string): Html {
  const starts = columns.map((column, i) => i > 0 && column.group !== '' && column.group !== columns[i - 1].group)
  const classes = (i: number): string =>
    [columns[i].numeric && 'number', starts[i] && 'start'].filter((name) => name !== false).join(' ')
  const attribute = (i: number): Html | false => classes(i) !== '' && html` class="${classes(i)}"`
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table class="grouped">
<caption>${caption}</caption>
<thead><tr>${spans(columns).map(({ group, size, start }) =>
    group === ''
      ? html`<td colspan="${size}"></td>`
      : html`<th scope="colgroup" colspan="${size}"${start && html` class="start"`}>${group}</th>`,
  )}</tr>
<tr>${columns.map(({ heading }, i) => html`<th scope="col"${attribute(i)}>${heading}</th>`)}</tr></thead>
${sections.map(
  ({ heading, rows }) => html`<tbody>
${heading !== null && html`<tr class="between"><th scope="rowgroup" colspan="${columns.length}">${heading}</th></tr>`}
${rows.map((row) => html`<tr>${row.map((cell, i) => (i === 0 ? html`<th scope="row"${attribute(i)}>${cell}</th>` : html`<td${attribute(i)}>${cell}</td>`))}</tr>\n`)}</tbody>
`,
)}</table>
</div>`
}

/** Neighbours with the same group, as one heading. */
function spans(columns: readonly GroupedColumn[]): { group: string; size: number; start: boolean }[] {
  const runs: { group: string; size: number; start: boolean }[] = []
  for (const { group } of columns) {
    const last = runs.at(-1)
    if (last?.group === group) last.size += 1
    else runs.push({ group, size: 1, start: group !== '' && runs.length > 0 })
  }
  return runs
}
