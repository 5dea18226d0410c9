import { type Html, html } from './html.js'
import type { Multiples } from './multiples.js'
import { type Drawing, drawPlot, narrow, wide } from './plot.js'
import type { Size } from './size.js'
import { renderTable, type Table } from './table.js'

/** A figure: its finding in words, a drawing at any size, and the numbers behind it. */
export interface Figure {
  readonly number: number
  readonly heading: string
  /** What the figure shows, with its numbers: the caption, and the text alternative of the drawing. */
  readonly finding: string
  readonly reading: string
  readonly draw: (size: Size) => Drawing | Multiples
  readonly data: Table
}

/**
 * The figure as markup: drawn for wide and for narrow pages, with its finding, how to read it, and its numbers in a table.
 *
 * @example
 * ```ts
 * const x = { scale: linear([0, 1], [48, 784]), label: 'x', format: String, ticks: 2 }
 * const y = { scale: linear([0, 1], [352, 48]), label: 'y', format: String, ticks: 2 }
 * const { markup } = renderFigure({
 *   number: 1,
 *   heading: 'A point',
 *   finding: 'There is one point.',
 *   reading: 'Dots are points.',
 *   draw: (size) => ({ area: plotArea(size), x, y, marks: dot({ x: 100, y: 100 }, 'point'), labels: null }),
 *   data: { caption: 'Points', columns: [{ heading: 'x', numeric: true }], rows: [[0.07]] },
 * })
 * markup.match(/<svg/g)!.length // => 2
 * ```
 */
export function renderFigure(figure: Figure): Html {
  const { number, heading, finding } = figure
  const words = { title: `Figure ${number}: ${heading}`, description: `${finding} ${figure.reading}` }
  return html`<section class="figure" aria-labelledby="figure-${number}-heading">
<h3 id="figure-${number}-heading"><span class="ordinal">Figure ${number}</span> ${heading}</h3>
<figure>
${[wide, narrow].map((size) => drawPlot(`figure-${number}-${size.name}`, size, words, figure.draw(size)))}
<figcaption><p>${finding}</p><p class="reading">${figure.reading}</p></figcaption>
</figure>
<details class="numbers"><summary>Numbers behind figure ${number}</summary>
${renderTable(figure.data, `Numbers behind figure ${number}`)}
</details>
</section>`
}

/**
 * About `size` indices spread evenly over 0..length-1, with `also` among them.
 *
 * @example
 * ```ts
 * sample(101, 5) // => [ 0, 25, 50, 75, 100 ]
 * sample(101, 5, 42) // => [ 0, 25, 42, 50, 75, 100 ]
 * ```
 */
export function sample(length: number, size: number, also: number = -1): number[] {
  const picked = new Set<number>()
  for (let k = 0; k < Math.min(size, length); k++)
    picked.add(length <= size ? k : Math.round((k * (length - 1)) / (size - 1)))
  if (also >= 0 && also < length) picked.add(also)
  return [...picked].sort((a, b) => a - b)
}
