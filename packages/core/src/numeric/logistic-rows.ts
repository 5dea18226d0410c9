/*
 * Rows that logistic regression is fitted on, and the products that it takes of them. This is the reference: the engine
 * has the same on two numbers at once. Both follow the same order of sums, so that they agree bit for bit.
 */

/** Sums along a row are kept apart for even and odd places; rows have an even number of columns, a zero at the end if need be. */
const LANES = 2

/** Rows with the intercept's 1 among their columns. Arguments have as many numbers as there are rows (t, image) or columns (x). */
export interface LogisticRows {
  readonly count: number
  /** An even number. */
  readonly columns: number
  /** The products of the rows with x. */
  multiply(x: Float64Array, image: Float64Array): void
  /** Adds the rows, each times its t, in their order. */
  add(t: Float64Array, to: Float64Array): void
  /** `multiply`, and adds the rows, each times its t and its product with x. */
  bend(t: Float64Array, x: Float64Array, image: Float64Array, to: Float64Array): void
  /** The rows listed. */
  only(listed: Int32Array): LogisticRows
}

/** The columns that rows of `width` numbers and an intercept take. */
export function paddedColumns(width: number): number {
  return Math.ceil((width + 1) / LANES) * LANES
}

/** Rows one after another in `values`. Four are done at a time, so that vectors are read a quarter as often. */
export class PlainLogisticRows implements LogisticRows {
  readonly columns: number
  private readonly values: Float64Array
  /** Where each row starts. */
  private readonly starts: Int32Array

  constructor(values: Float64Array, columns: number, starts: Int32Array = startsOf(values.length / columns, columns)) {
    this.values = values
    this.columns = columns
    this.starts = starts
  }

  get count(): number {
    return this.starts.length
  }

  multiply(x: Float64Array, image: Float64Array): void {
    const fours = this.count - (this.count % 4)
    for (let i = 0; i < fours; i += 4) this.multiplyFour(i, x, image)
    for (let i = fours; i < this.count; i++) this.multiplyOne(i, x, image)
  }

  add(t: Float64Array, to: Float64Array): void {
    const fours = this.count - (this.count % 4)
    for (let i = 0; i < fours; i += 4) this.addFour(i, t[i], t[i + 1], t[i + 2], t[i + 3], to)
    for (let i = fours; i < this.count; i++) this.addOne(i, t[i], to)
  }

  bend(t: Float64Array, x: Float64Array, image: Float64Array, to: Float64Array): void {
    const fours = this.count - (this.count % 4)
    for (let i = 0; i < fours; i += 4) {
      this.multiplyFour(i, x, image)
      this.addFour(i, t[i] * image[i], t[i + 1] * image[i + 1], t[i + 2] * image[i + 2], t[i + 3] * image[i + 3], to)
    }
    for (let i = fours; i < this.count; i++) {
      this.multiplyOne(i, x, image)
      this.addOne(i, t[i] * image[i], to)
    }
  }

  only(listed: Int32Array): LogisticRows {
    const starts = listed.map((row) => this.starts[row])
    return new PlainLogisticRows(this.values, this.columns, starts)
  }

  private multiplyOne(i: number, x: Float64Array, image: Float64Array): void {
    const { values, columns } = this
    const p = this.starts[i]
    let even = 0
    let odd = 0
    for (let j = 0; j < columns; j += LANES) {
      even += x[j] * values[p + j]
      odd += x[j + 1] * values[p + j + 1]
    }
    image[i] = even + odd
  }

  private multiplyFour(i: number, x: Float64Array, image: Float64Array): void {
    const { values, columns, starts } = this
    const p = starts[i]
    const q = starts[i + 1]
    const r = starts[i + 2]
    const s = starts[i + 3]
    let evenP = 0
    let evenQ = 0
    let evenR = 0
    let evenS = 0
    let oddP = 0
    let oddQ = 0
    let oddR = 0
    let oddS = 0
    for (let j = 0; j < columns; j += LANES) {
      const even = x[j]
      const odd = x[j + 1]
      evenP += even * values[p + j]
      evenQ += even * values[q + j]
      evenR += even * values[r + j]
      evenS += even * values[s + j]
      oddP += odd * values[p + j + 1]
      oddQ += odd * values[q + j + 1]
      oddR += odd * values[r + j + 1]
      oddS += odd * values[s + j + 1]
    }
    image[i] = evenP + oddP
    image[i + 1] = evenQ + oddQ
    image[i + 2] = evenR + oddR
    image[i + 3] = evenS + oddS
  }

  private addOne(i: number, t: number, to: Float64Array): void {
    const { values, columns } = this
    const p = this.starts[i]
    for (let j = 0; j < columns; j++) to[j] += t * values[p + j]
  }

  private addFour(i: number, a: number, b: number, c: number, d: number, to: Float64Array): void {
    const { values, columns, starts } = this
    const p = starts[i]
    const q = starts[i + 1]
    const r = starts[i + 2]
    const s = starts[i + 3]
    for (let j = 0; j < columns; j++)
      to[j] = to[j] + a * values[p + j] + b * values[q + j] + c * values[r + j] + d * values[s + j]
  }
}

function startsOf(count: number, columns: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i * columns)
}
