import { type Axis, bottomAxis, corner, grid, leftAxis, opposite } from './axes.js'
import { type Html, html, type Slot } from './html.js'
import { type Box, box, text, textWidth } from './marks.js'
import type { Alternative, Size } from './size.js'

/** One of several small plots that share their axes. */
export interface Panel {
  readonly title: string
  readonly area: Box
  readonly x: Axis
  readonly y: Axis
  readonly marks: Slot
  readonly labels?: Slot
}

/** A mark and what it stands for. `draw` puts it around a point. */
export interface KeyItem {
  readonly words: string
  readonly draw: (x: number, y: number) => Html
}

/** Small multiples: panels in a grid, the axis titles once, and a key to the marks where names beside them would not fit. */
export interface Multiples {
  readonly height: number
  readonly panels: readonly Panel[]
  readonly xTitle: string
  readonly yTitle: string
  readonly key: readonly KeyItem[]
}

const left = 50
const gap = 20
const [headRow, titleRow, tickRow, foot] = [20, 26, 32, 22]

/**
 * Room for `count` panels in rows of `columns`, below a head of as many lines as the key takes.
 *
 * @example
 * ```ts
 * const { height, areas } = panelGrid(wide, 4, 2, 100, [])
 * areas.length // => 4
 * areas[0] // => { left: 50, top: 46, right: 410, bottom: 146 }
 * height // => 358
 * ```
 */
export function panelGrid(
  size: Size,
  count: number,
  columns: number,
  panelHeight: number,
  key: readonly KeyItem[],
): { height: number; areas: Box[] } {
  const across = Math.min(columns, Math.max(1, count))
  const width = (size.width - left - 10 - gap * (across - 1)) / across
  const head = headRow * (1 + keyLines(size, key).length)
  const step = titleRow + panelHeight + tickRow
  const areas = Array.from({ length: count }, (_, i) => {
    const [x, y] = [left + (i % across) * (width + gap), head + Math.floor(i / across) * step + titleRow]
    return { left: x, top: y, right: x + width, bottom: y + panelHeight }
  })
  return { height: head + Math.ceil(count / across) * step + foot, areas }
}

export function drawMultiples(id: string, size: Size, words: Alternative, drawing: Multiples): Html {
  const { height, panels, xTitle, yTitle, key } = drawing
  const leftmost = Math.min(...panels.map((panel) => panel.area.left))
  return html`<svg class="plot ${size.name} panels" viewBox="0 0 ${size.width} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${words.title}</title>
<desc id="${id}-desc">${words.description}</desc>
${text({ x: 2, y: 14 }, yTitle, 'axis-title')}
${keyLines(size, key).map((line, i) => line.map(({ item, x }) => [item.draw(x + 5, 14 + headRow * (i + 1) - 4), text({ x: x + 14, y: 14 + headRow * (i + 1) }, item.words, 'key')]))}
${panels.map((panel, i) => drawPanel(`${id}-${i}`, panel, panel.area.left === leftmost))}
${text({ x: size.width / 2, y: height - 8 }, xTitle, 'axis-title', 'middle')}
</svg>`
}

function drawPanel(id: string, panel: Panel, first: boolean): Html {
  const { area, x, y, title, marks, labels } = panel
  return html`<clipPath id="${id}-clip">${box(corner(area), opposite(area), '')}</clipPath>
${grid(area, y)}
<g clip-path="url(#${id}-clip)">${marks}</g>
${bottomAxis(area, x)}${first && leftAxis(area, y)}
${text({ x: area.left, y: area.top - 9 }, title, 'panel-title')}
${labels}`
}

/** The key broken into lines that fit. */
function keyLines(size: Size, key: readonly KeyItem[]): { item: KeyItem; x: number }[][] {
  const lines: { item: KeyItem; x: number }[][] = []
  let at = 0
  for (const item of key) {
    const width = 14 + textWidth(item.words) + 14
    if (lines.length === 0 || at + width > size.width) {
      lines.push([])
      at = 2
    }
    lines[lines.length - 1].push({ item, x: at })
    at += width
  }
  return lines
}
