import type * as internals from '@xenolith/core/internals'

type References = Pick<internals.Points, 'rows' | 'width' | 'values'>

/** References that stand together; as in assembly/knn/screen.ts. */
const BLOCK = 16
/** Rows that say how far coordinates reach, and how many of the farthest do not count. */
const SAMPLE = 256
const STRAY = 3
/** Room around what the sampled rows reach, in parts of it. */
const ROOM = 3

/** The cube in which coordinates become whole numbers; what lies beyond is moved to its face. */
export interface Cube {
  readonly centres: Float64Array<ArrayBuffer>
  readonly reach: number
  /** The references that lie inside, then the others. */
  readonly order: Int32Array<ArrayBuffer>
  readonly inside: number
  /** The place of every reference in that order. */
  readonly placeOf: Int32Array<ArrayBuffer>
}

/** A few references far out do not make the steps of all the others coarse: the cube leaves them out. */
export function cubeOf({ rows, width, values }: References): Cube {
  const centres = new Float64Array(width)
  const sampled = Math.min(rows, SAMPLE)
  const column = new Float64Array(sampled)
  let reach = 0
  for (let j = 0; j < width; j++) {
    for (let i = 0; i < sampled; i++) column[i] = values[Math.floor((i * rows) / sampled) * width + j]
    column.sort()
    const low = column[Math.min(STRAY, sampled >> 2)]
    const high = column[sampled - 1 - Math.min(STRAY, sampled >> 2)]
    centres[j] = (low + high) / 2
    reach = Math.max(reach, (ROOM * (high - low)) / 2)
  }
  const isInside = (row: number): boolean => {
    for (let j = 0; j < width; j++) if (!(Math.abs(values[row * width + j] - centres[j]) <= reach)) return false
    return true
  }
  const inner: number[] = []
  const outer: number[] = []
  for (let row = 0; row < rows; row++) (isInside(row) ? inner : outer).push(row)
  const order = Int32Array.from([...inner, ...outer])
  const placeOf = new Int32Array(rows)
  order.forEach((row, place) => {
    placeOf[row] = place
  })
  return { centres, reach, order, inside: inner.length, placeOf }
}

/** References as whole numbers, as assembly/knn/screen.ts reads them. */
export interface Words {
  readonly words: Int16Array<ArrayBuffer>
  readonly halves: Int32Array<ArrayBuffer>
  readonly step: number
  readonly most: number
  readonly error: number
}

/** The largest whole number of which `width` squares, half as much again, still fit 32 bits. */
function largestWord(width: number): number {
  return Math.min(32_767, Math.floor(Math.sqrt((2 ** 31 - 1) / (1.5 * width))))
}

/** Rounds the references to the finest step that keeps scalar products within 32 bits. `values` stand in the cube's order. */
export function wordsOf(
  { rows, width, values }: References,
  { centres, reach }: Pick<Cube, 'centres' | 'reach'>,
): Words {
  const most = largestWord(width)
  const step = reach > 0 ? reach / most : 1
  const pairs = (width + 1) >> 1
  const blocks = Math.ceil(rows / BLOCK)
  const words = new Int16Array(blocks * pairs * BLOCK * 2)
  const halves = new Int32Array(blocks * BLOCK).fill(-(2 ** 31))
  let worst = 0
  for (let row = 0; row < rows; row++) {
    let square = 0
    let error = 0
    const to = Math.floor(row / BLOCK) * pairs * BLOCK * 2 + (row % BLOCK) * 2
    for (let j = 0; j < width; j++) {
      const exact = Math.max(-most, Math.min(most, (values[row * width + j] - centres[j]) / step))
      const word = Math.round(exact)
      words[to + (j >> 1) * BLOCK * 2 + (j & 1)] = word
      square += word * word
      error += (exact - word) * (exact - word)
    }
    halves[row] = -Math.floor(square / 2)
    worst = Math.max(worst, error)
  }
  return { words, halves, step, most, error: Math.sqrt(worst) * (1 + 1e-9) + 1e-6 }
}
