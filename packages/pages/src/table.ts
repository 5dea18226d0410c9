import { type Html, html, type Slot } from './html.js'

/** A column of a table: its heading, and whether its cells are numbers (aligned on the right). */
export interface Column {
  readonly heading: Slot
  readonly numeric: boolean
}

export interface Table {
  readonly caption: Slot
  readonly columns: readonly Column[]
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly Slot[])[]
}

/**
 * A table that scrolls sideways inside its own box, which the keyboard can reach.
 *
 * @example
 * ```ts
 * const columns = [{ heading: 'method', numeric: false }, { heading: 'price', numeric: true }]
 * const { markup } = renderTable({ caption: 'Prices', columns, rows: [['exact', '2 %']] }, 'Prices by method')
 * markup.includes('<th scope="row">exact</th><td class="number">2 %</td>') // => true
 * ```
 */
export function renderTable({ caption, columns, rows }: Table, label: string): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table${columns.length > 9 && html` class="dense"`}>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ heading, numeric }) => html`<th scope="col"${align(numeric)}>${heading}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${row.map((cell, i) => renderCell(cell, i, columns[i].numeric))}</tr>\n`)}</tbody>
</table>
</div>`
}

function renderCell(cell: Slot, index: number, numeric: boolean): Html {
  return index === 0 ? html`<th scope="row"${align(numeric)}>${cell}</th>` : html`<td${align(numeric)}>${cell}</td>`
}

function align(numeric: boolean): Html | false {
  return numeric && html` class="number"`
}
