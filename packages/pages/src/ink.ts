import type { Box, Point } from './marks.js'

const cell = 3

/**
 * Rasterises curves, so that how much of them a box would cover is known at once (a summed-area table).
 *
 * @example
 * ```ts
 * const curve = [{ x: 0, y: 50 }, { x: 100, y: 50 }]
 * const ink = inkOf([curve], { left: 0, top: 0, right: 100, bottom: 100 })
 * ink({ left: 0, top: 0, right: 30, bottom: 30 }) // => 0
 * ink({ left: 0, top: 40, right: 30, bottom: 60 }) // => 10
 * ```
 */
export function inkOf(curves: readonly (readonly Point[])[], frame: Box): (box: Box) => number {
  const columns = Math.ceil((frame.right - frame.left) / cell)
  const rows = Math.ceil((frame.bottom - frame.top) / cell)
  const width = columns + 1
  // sums[(r, c)]: inked cells above row r and left of column c.
  const sums = new Int32Array(width * (rows + 1))
  for (const curve of curves)
    for (const point of walk(curve, cell)) {
      const column = Math.floor((point.x - frame.left) / cell)
      const row = Math.floor((point.y - frame.top) / cell)
      if (column >= 0 && column < columns && row >= 0 && row < rows) sums[(row + 1) * width + column + 1] = 1
    }
  for (let row = 1; row <= rows; row++) {
    let inRow = 0
    for (let i = row * width + 1; i < (row + 1) * width; i++) {
      inRow += sums[i]
      sums[i] = inRow + sums[i - width]
    }
  }
  const between = (value: number, most: number): number => Math.min(most, Math.max(0, value))
  return ({ left, right, top, bottom }) => {
    const from = between(Math.floor((left - frame.left) / cell), columns)
    const to = between(Math.ceil((right - frame.left) / cell), columns)
    const up = between(Math.floor((top - frame.top) / cell), rows) * width
    const down = between(Math.ceil((bottom - frame.top) / cell), rows) * width
    return sums[down + to] - sums[down + from] - sums[up + to] + sums[up + from]
  }
}

/**
 * Points along a polyline, `stride` pixels apart.
 *
 * @example
 * ```ts
 * walk([{ x: 0, y: 0 }, { x: 10, y: 0 }], 5) // => [ { x: 0, y: 0 }, { x: 5, y: 0 }, { x: 10, y: 0 } ]
 * ```
 */
export function walk(curve: readonly Point[], stride: number): Point[] {
  const points: Point[] = curve.slice(0, 1)
  let gone = 0
  curve.slice(1).forEach((to, i) => {
    const from = curve[i]
    const length = Math.min(1e4, Math.hypot(to.x - from.x, to.y - from.y))
    for (let at = stride - gone; at <= length; at += stride)
      points.push({ x: from.x + ((to.x - from.x) * at) / length, y: from.y + ((to.y - from.y) * at) / length })
    gone = (gone + length) % stride
  })
  return points
}
