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

/**
 * Two decimals: a hundredth of a pixel. Refuses what has no place in an SVG attribute.
 *
 * @example
 * ```ts
 * pixel(1.23456) // => '1.23'
 * ```
 */
export function pixel(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`no pixel for ${value}`)
  return String(Math.round(value * 100) / 100 || 0)
}

// Far outside any drawing, yet harmless to a renderer; the clip path hides it.
const far = 1e5

/**
 * Data to pixels. Points that have no place (not finite, zero on a log scale) are left out.
 *
 * @example
 * ```ts
 * const x = linear([0, 10], [0, 100])
 * const y = linear([0, 1], [100, 0])
 * project(x, y, [0, 5, Number.NaN], [0, 1, 1]) // => [ { x: 0, y: 100 }, { x: 50, y: 0 } ]
 * ```
 */
export function project(x: Scale, y: Scale, xs: readonly number[], ys: readonly number[]): Point[] {
  const clamp = (value: number): number => Math.min(far, Math.max(-far, value))
  return xs
    .map((value, i) => ({ x: x(value), y: y(ys[i]) }))
    .filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y))
    .map((point) => ({ x: clamp(point.x), y: clamp(point.y) }))
}

/**
 * The corners of a right-continuous step function through the points, carried on to `until`.
 *
 * @example
 * ```ts
 * stairs([{ x: 0, y: 10 }, { x: 5, y: 4 }], 8) // => [ { x: 0, y: 10 }, { x: 5, y: 10 }, { x: 5, y: 4 }, { x: 8, y: 4 } ]
 * ```
 */
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

/**
 * A curve through points; null where there are fewer than two.
 *
 * @example
 * ```ts
 * line([{ x: 0, y: 10 }, { x: 5, y: 4 }], 'nominal')!.markup // => '<path class="line nominal" d="M0,10L5,4"/>'
 * line([{ x: 0, y: 10 }], 'nominal') // => null
 * ```
 */
export function line(points: readonly Point[], style: string): Html | null {
  return points.length > 1 ? html`<path class="line ${style}" d="${path(points)}"/>` : null
}

/**
 * The area between a curve and a baseline; null where there are no points.
 *
 * @example
 * ```ts
 * area([{ x: 0, y: 10 }, { x: 5, y: 4 }], 20, 'zone')!.markup // => '<path class="area zone" d="M0,10L5,4L5,20L0,20Z"/>'
 * ```
 */
export function area(points: readonly Point[], baseline: number, style: string): Html | null {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const closed = [...points, { x: last.x, y: baseline }, { x: first.x, y: baseline }]
  return html`<path class="area ${style}" d="${path(closed)}Z"/>`
}

/**
 * A histogram's silhouette: up from the baseline, over the bars between consecutive edges, down again.
 *
 * @example
 * ```ts
 * const x = linear([0, 2], [0, 20])
 * const y = linear([0, 1], [100, 0])
 * silhouette(x, y, [0, 1, 2], [0.5, 1]).map((point) => [point.x, point.y]) // => [ [ 0, 100 ], [ 0, 50 ], [ 10, 50 ], [ 10, 0 ], [ 20, 0 ], [ 20, 100 ] ]
 * ```
 */
export function silhouette(x: Scale, y: Scale, edges: readonly number[], heights: readonly number[]): Point[] {
  const tops = stairs(project(x, y, edges, heights), Math.min(far, x(edges[edges.length - 1])))
  const last = tops.at(-1)
  return last ? [{ x: tops[0].x, y: y(0) }, ...tops, { x: last.x, y: y(0) }] : []
}

/**
 * A rectangle between two corners, in any order.
 *
 * @example
 * ```ts
 * box({ x: 10, y: 10 }, { x: 0, y: 4 }, 'zone').markup // => '<rect class="zone" x="0" y="4" width="10" height="6"/>'
 * ```
 */
export function box(from: Point, to: Point, style: string): Html {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
  const [width, height] = [Math.abs(from.x - to.x), Math.abs(from.y - to.y)]
  return html`<rect class="${style}" x="${pixel(x)}" y="${pixel(y)}" width="${pixel(width)}" height="${pixel(height)}"/>`
}

/**
 * A straight line from one point to another.
 *
 * @example
 * ```ts
 * rule({ x: 0, y: 5 }, { x: 10, y: 5 }, 'axis').markup // => '<line class="axis" x1="0" y1="5" x2="10" y2="5"/>'
 * ```
 */
export function rule(from: Point, to: Point, style: string): Html {
  return html`<line class="${style}" x1="${pixel(from.x)}" y1="${pixel(from.y)}" x2="${pixel(to.x)}" y2="${pixel(to.y)}"/>`
}

/**
 * A round mark.
 *
 * @example
 * ```ts
 * dot({ x: 3, y: 4 }, 'point').markup // => '<circle class="point" cx="3" cy="4" r="4.5"/>'
 * ```
 */
export function dot(at: Point, style: string, radius: number = 4.5): Html {
  return html`<circle class="${style}" cx="${pixel(at.x)}" cy="${pixel(at.y)}" r="${pixel(radius)}"/>`
}

/** Half the width of the bars that end a whisker. */
const cap = 2.5

/**
 * An error bar: from one value to another, with a short bar at each end.
 *
 * @example
 * ```ts
 * whisker(10, 5, 20, 'nominal').markup // => '<path class="whisker nominal" d="M10,5V20M7.5,5H12.5M7.5,20H12.5"/>'
 * ```
 */
export function whisker(x: number, from: number, to: number, style: string): Html {
  const ends = [from, to].map((y) => `M${pixel(x - cap)},${pixel(y)}H${pixel(x + cap)}`).join('')
  return html`<path class="whisker ${style}" d="M${pixel(x)},${pixel(from)}V${pixel(to)}${ends}"/>`
}

/**
 * A mark that is not a dot: two crossing strokes.
 *
 * @example
 * ```ts
 * cross({ x: 10, y: 10 }, 'alien').markup // => '<path class="cross alien" d="M6.5,6.5L13.5,13.5M6.5,13.5L13.5,6.5"/>'
 * ```
 */
export function cross(at: Point, style: string, radius: number = 3.5): Html {
  const [left, right, top, bottom] = [at.x - radius, at.x + radius, at.y - radius, at.y + radius].map(pixel)
  return html`<path class="cross ${style}" d="M${left},${top}L${right},${bottom}M${left},${bottom}L${right},${top}"/>`
}

/**
 * Words at a point, escaped.
 *
 * @example
 * ```ts
 * text({ x: 2, y: 14 }, 'a < b', 'tick').markup // => '<text class="tick" x="2" y="14" text-anchor="start">a &lt; b</text>'
 * ```
 */
export function text(at: Point, words: string, style: string, anchor: 'start' | 'middle' | 'end' = 'start'): Html {
  return html`<text class="${style}" x="${pixel(at.x)}" y="${pixel(at.y)}" text-anchor="${anchor}">${words}</text>`
}

/**
 * A safe guess of how wide words are set.
 *
 * @example
 * ```ts
 * textWidth('alarm') // => 36
 * ```
 */
export function textWidth(words: string): number {
  return [...words].length * 7.2
}
