import { type Axis, bottomAxis, corner, grid, leftAxis, opposite } from './axes.js'
import { type Html, html, type Slot } from './html.js'
import { type Box, box, rule, text, textWidth } from './marks.js'
import { drawMultiples, type Multiples } from './multiples.js'
import type { Alternative, Size } from './size.js'

export const wide: Size = { name: 'wide', width: 800, height: 400 }
export const narrow: Size = { name: 'narrow', width: 360, height: 340 }

/**
 * The rectangle of the data inside a drawing: room above for the y title and the rule's label, below for the x axis.
 *
 * @example
 * ```ts
 * plotArea(wide) // => { left: 48, top: 48, right: 784, bottom: 352 }
 * ```
 */
export function plotArea(size: Size, right: number = 16): Box {
  return { left: 48, top: 48, right: size.width - right, bottom: size.height - 48 }
}

/** What is drawn: axes around an area, marks clipped to it, labels that may leave it. */
export interface Drawing {
  readonly area: Box
  readonly x: Axis
  readonly y: Axis
  readonly marks: Slot
  readonly labels: Slot
}

/**
 * `id` is unique in the page: the prefix of every id inside.
 *
 * @example
 * ```ts
 * const area = plotArea(wide)
 * const x = { scale: linear([0, 1], [area.left, area.right]), label: 'score', format: String, ticks: 2 }
 * const y = { scale: linear([0, 1], [area.bottom, area.top]), label: 'share', format: String, ticks: 2 }
 * const words = { title: 'Shares', description: 'The share of rows below each score.' }
 * const { markup } = drawPlot('shares', wide, words, { area, x, y, marks: null, labels: null })
 * markup.includes('<title id="shares-title">Shares</title>') // => true
 * ```
 */
export function drawPlot(id: string, size: Size, words: Alternative, drawing: Drawing | Multiples): Html {
  if ('panels' in drawing) return drawMultiples(id, size, words, drawing)
  const { area } = drawing
  return html`<svg class="plot ${size.name}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${words.title}</title>
<desc id="${id}-desc">${words.description}</desc>
<clipPath id="${id}-clip">${box(corner(area), opposite(area), '')}</clipPath>
${grid(area, drawing.y)}
<g clip-path="url(#${id}-clip)">${drawing.marks}</g>
${axes(drawing)}
${drawing.labels}
</svg>`
}

function axes({ area, x, y }: Drawing): Slot {
  return [
    bottomAxis(area, x),
    leftAxis(area, y),
    text({ x: (area.left + area.right) / 2, y: area.bottom + 39 }, x.label, 'axis-title', 'middle'),
    text({ x: 2, y: 14 }, y.label, 'axis-title'),
  ]
}

/**
 * A strong vertical rule with its words above the plot area: beside the rule where there is room, else over it.
 *
 * @example
 * ```ts
 * const area = { left: 48, top: 48, right: 784, bottom: 352 }
 * labelledRule(area, 100, 'tau').markup.includes('text-anchor="start">tau</text>') // => true
 * labelledRule(area, 780, 'tau').markup.includes('text-anchor="end">tau</text>') // => true
 * ```
 */
export function labelledRule(area: Box, x: number, words: string): Html {
  const width = textWidth(words) + 6
  const anchor = x + width <= area.right ? 'start' : x - width >= 0 ? 'end' : 'middle'
  const middle = Math.min(Math.max(x, width / 2), area.right - width / 2)
  const at = { x: { start: x + 6, middle, end: x - 6 }[anchor], y: area.top - 6 }
  const top = anchor === 'middle' ? area.top : area.top - 16
  return html`${rule({ x, y: top }, { x, y: area.bottom }, 'rule')}${text(at, words, 'rule-label', anchor)}`
}
