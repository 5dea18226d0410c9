import type * as internals from '@xenolith/core/internals'

type Points = internals.Points

/** References that stand together; as in assembly/knn/nearest.ts. */
const BLOCK = 16
/** Boxes tell blocks apart up to so many coordinates. */
const MOST_BOXED = 24

/** Reference points as the kernel reads them. */
export interface Blocks {
  readonly values: Float64Array<ArrayBuffer>
  readonly codes: Float64Array<ArrayBuffer>
  readonly costs: Float64Array<ArrayBuffer>
  /** Two lows and two highs for each pair of blocks and coordinate; empty if boxes are not worth it. */
  readonly boxes: Float64Array<ArrayBuffer>
  readonly blocks: number
  readonly width: number
  readonly coded: number
  /** The place of every reference among the blocks. */
  readonly placeOf: Int32Array<ArrayBuffer>
}

/** Blocks of near references, filled up with points infinitely far away. Their order does not change any answer. */
export function blocksOf(points: Points): Blocks {
  const { rows, width, coded } = points
  const blocks = Math.ceil(rows / BLOCK)
  const order = nearTogether(points)
  const placeOf = new Int32Array(rows)
  const values = new Float64Array(blocks * width * BLOCK).fill(Number.POSITIVE_INFINITY)
  const codes = new Float64Array(blocks * coded * BLOCK)
  const costs = new Float64Array(blocks * coded * BLOCK).fill(Number.POSITIVE_INFINITY)
  order.forEach((row, place) => {
    placeOf[row] = place
    const block = Math.floor(place / BLOCK)
    const lane = place % BLOCK
    for (let j = 0; j < width; j++) values[(block * width + j) * BLOCK + lane] = points.values[row * width + j]
    for (let c = 0; c < coded; c++) {
      codes[(block * coded + c) * BLOCK + lane] = points.codes[row * coded + c]
      costs[(block * coded + c) * BLOCK + lane] = points.costs[row * coded + c]
    }
  })
  // Without coordinates only the codes keep the last block's empty places away: no code is -1.
  for (let place = rows; place < blocks * BLOCK; place++) {
    const block = Math.floor(place / BLOCK)
    for (let c = 0; c < coded; c++) codes[(block * coded + c) * BLOCK + (place % BLOCK)] = -1
  }
  const boxes = width > 0 && width <= MOST_BOXED ? boxesOf(points, order, blocks) : new Float64Array(0)
  return { values, codes, costs, boxes, blocks, width, coded, placeOf }
}

/** The rows in an order in which neighbours are near: halves along the widest coordinate, again and again. */
function nearTogether({ rows, width, values }: Points): Int32Array {
  const order = Int32Array.from({ length: rows }, (_, i) => i)
  const stack: [number, number][] = width > 0 ? [[0, rows]] : []
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    const [from, to] = part
    if (to - from <= BLOCK) continue
    const j = widest(values, width, order, from, to)
    const middle = from + BLOCK * Math.ceil((to - from) / BLOCK / 2)
    order.subarray(from, to).sort((a, b) => values[a * width + j] - values[b * width + j] || a - b)
    stack.push([from, middle], [middle, to])
  }
  return order
}

function widest(values: Float64Array, width: number, order: Int32Array, from: number, to: number): number {
  let best = 0
  let most = -1
  for (let j = 0; j < width; j++) {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let i = from; i < to; i++) {
      const x = values[order[i] * width + j]
      if (x < low) low = x
      if (x > high) high = x
    }
    if (high - low > most) {
      most = high - low
      best = j
    }
  }
  return best
}

function boxesOf({ rows, width, values }: Points, order: Int32Array, blocks: number): Float64Array<ArrayBuffer> {
  const boxes = new Float64Array(2 * Math.ceil(blocks / 2) * width * 2)
  for (let block = 0; block < 2 * Math.ceil(blocks / 2); block++) {
    for (let j = 0; j < width; j++) {
      let low = Number.POSITIVE_INFINITY
      let high = Number.NEGATIVE_INFINITY
      for (let i = block * BLOCK; i < Math.min(rows, (block + 1) * BLOCK); i++) {
        const x = values[order[i] * width + j]
        if (x < low) low = x
        if (x > high) high = x
      }
      const at = ((block >> 1) * width + j) * 4 + (block & 1)
      boxes[at] = low
      boxes[at + 2] = high
    }
  }
  return boxes
}
