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

/** About `size` indices spread evenly over 0..length-1, with `also` among them. */
export function sample(length: number, size: number, also: number = -1): number[] {
  const picked = new Set<number>()
  for (let k = 0; k < Math.min(size, length); k++)
    picked.add(length <= size ? k : Math.round((k * (length - 1)) / (size - 1)))
  if (also >= 0 && also < length) picked.add(also)
  return [...picked].sort((a, b) => a - b)
}
