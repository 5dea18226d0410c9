import { type Html, html } from './html.js'
import type { Scale } from './scale.js'

/** A position in the drawing, in pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** A rectangle in pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Two decimals: a hundredth of a pixel. Refuses what has no place in an SVG attribute. */
export function pixel(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`no pixel for ${value}`)
  return String(Math.round(value * 100) / 100 || 0)
}

// Far outside any drawing, yet harmless to a renderer; the clip path hides it.
const far = 1e5

/** Data to pixels. Points that have no place (not finite, zero on a log scale) are left out. */
export function project(x: Scale, y: Scale, xs: readonly number[], ys: readonly number[]): Point[] {
  const clamp = (value: number): number => Math.min(far, Math.max(-far, value))
  return xs
    .map((value, i) => ({ x: x(value), y: y(ys[i]) }))
    .filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y))
    .map((point) => ({ x: clamp(point.x), y: clamp(point.y) }))
}

/** The corners of a right-continuous step function through the points, carried on to `until`. */
export function stairs(points: readonly Point[], until: number): Point[] {
  const corners: Point[] = []
  points.forEach((point, i) => {
    if (i > 0) corners.push({ x: point.x, y: points[i - 1].y })
    corners.push(point)
  })
  const last = points.at(-1)
  if (last && until > last.x) corners.push({ x: until, y: last.y })
  return corners
}

function path(points: readonly Point[]): string {
  return points.map((point, i) => `${i === 0 ? 'M' : 'L'}${pixel(point.x)},${pixel(point.y)}`).join('')
}

export function line(points: readonly Point[], style: string): Html | null {
  return points.length > 1 ? html`<path class="line ${style}" d="${path(points)}"/>` : null
}

export function area(points: readonly Point[], baseline: number, style: string): Html | null {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const closed = [...points, { x: last.x, y: baseline }, { x: first.x, y: baseline }]
  return html`<path class="area ${style}" d="${path(closed)}Z"/>`
}

/** A histogram's silhouette: up from the baseline, over the bars between consecutive edges, down again. */
export function silhouette(x: Scale, y: Scale, edges: readonly number[], heights: readonly number[]): Point[] {
  const tops = stairs(project(x, y, edges, heights), Math.min(far, x(edges[edges.length - 1])))
  const last = tops.at(-1)
  return last ? [{ x: tops[0].x, y: y(0) }, ...tops, { x: last.x, y: y(0) }] : []
}

export function box(from: Point, to: Point, style: string): Html {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  const [width, height] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)]
  return html`<rect class="${style}" x="${pixel(x)}" y="${pixel(y)}" width="${pixel(width)}" height="${pixel(height)}"/>`
}

export function rule(from: Point, to: Point, style: string): Html {
  return html`<line class="${style}" x1="${pixel(from.x)}" y1="${pixel(from.y)}" x2="${pixel(to.x)}" y2="${pixel(to.y)}"/>`
}

export function dot(at: Point, style: string, radius: number = 4.5): Html {
  return html`<circle class="${style}" cx="${pixel(at.x)}" cy="${pixel(at.y)}" r="${pixel(radius)}"/>`
}

/** Half the width of the bars that end a whisker. */
const cap = 2.5

/** An error bar: from one value to another, with a short bar at each end. */
export function whisker(x: number, from: number, to: number, style: string): Html {
  const ends = [from, to].map((y) => `M${pixel(x - cap)},${pixel(y)}H${pixel(x + cap)}`).join('')
  return html`<path class="whisker ${style}" d="M${pixel(x)},${pixel(from)}V${pixel(to)}${ends}"/>`
}

/** A mark that is not a dot: two crossing strokes. */
export function cross(at: Point, style: string, radius: number = 3.5): Html {
  const [left, right, top, bottom] = [at.x - radius, at.x + radius, at.y - radius, at.y + radius].map(pixel)
  return html`<path class="cross ${style}" d="M${left},${top}L${right},${bottom}M${left},${bottom}L${right},${top}"/>`
}

export function text(at: Point, words: string, style: string, anchor: 'start' | 'middle' | 'end' = 'start'): Html {
  return html`<text class="${style}" x="${pixel(at.x)}" y="${pixel(at.y)}" text-anchor="${anchor}">${words}</text>`
}

/** A safe guess of how wide words are set. */
export function textWidth(words: string): number {
  return [...words].length * 7.2
}
