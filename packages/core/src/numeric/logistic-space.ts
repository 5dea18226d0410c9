/** Linear functions of the rows that logistic regression is fitted on. A function is a point: `size` numbers. */
export interface LogisticSpace {
  readonly rows: number
  readonly size: number
  /** The values that the function takes at the rows. */
  image(point: Float64Array, to: Float64Array): void
  /** Adds to a point the sum of the rows' own functions, z -> z_i.z + 1, each times t_i. */
  add(t: Float64Array, to: Float64Array): void
  /** The squared length of the weights, intercept included. */
  square(point: Float64Array, image: Float64Array): number
  /** One weight a column and, last, the intercept. */
  weights(point: Float64Array): Float64Array
}

/** Rows one after another. */
export interface LogisticRows {
  readonly width: number
  readonly values: Float64Array
}

/**
 * Spaces over some of the rows. Where there are no more rows than columns, a point holds one number for each row, its
 * share in the weights (the search never leaves what rows can make up), and products of rows are kept; else it is the weights.
 */
export function logisticSpaces(data: LogisticRows): (rows: Int32Array) => LogisticSpace {
  const { width, values } = data
  const n = values.length / width
  if (n > width) return (rows) => new WeightSpace(data, rows)
  const products = innerProducts(data, n)
  return (rows) => new RowSpace(data, products, n, rows)
}

/** w.z + intercept, for one row. */
export function decision(weights: Float64Array, { width, values }: LogisticRows, row: number): number {
  let sum = weights[width]
  for (let j = 0, at = row * width; j < width; j++, at++) sum += weights[j] * values[at]
  return sum
}

class WeightSpace implements LogisticSpace {
  readonly rows: number
  readonly size: number
  private readonly data: LogisticRows
  private readonly listed: Int32Array

  constructor(data: LogisticRows, listed: Int32Array) {
    this.data = data
    this.listed = listed
    this.rows = listed.length
    this.size = data.width + 1
  }

  image(point: Float64Array, to: Float64Array): void {
    const { width, values } = this.data
    multiplyRows(values, this.starts(), width, point, to)
    for (let i = 0; i < this.rows; i++) to[i] += point[width]
  }

  add(t: Float64Array, to: Float64Array): void {
    addRows(this.data, this.listed, t, to)
  }

  square(point: Float64Array): number {
    return dot(point, point)
  }

  weights(point: Float64Array): Float64Array {
    return point.slice()
  }

  private starts(): Int32Array {
    return this.listed.map((row) => row * this.data.width)
  }
}

class RowSpace implements LogisticSpace {
  readonly rows: number
  readonly size: number
  private readonly data: LogisticRows
  private readonly listed: Int32Array
  /** Products of the listed rows, row by row. */
  private readonly products: Float64Array
  private readonly starts: Int32Array

  constructor(data: LogisticRows, products: Float64Array, n: number, listed: Int32Array) {
    const count = listed.length
    this.data = data
    this.listed = listed
    this.rows = count
    this.size = count
    this.starts = Int32Array.from({ length: count }, (_, i) => i * count)
    this.products = new Float64Array(count * count)
    for (let i = 0; i < count; i++)
      for (let j = 0, at = i * count, from = listed[i] * n; j < count; j++)
        this.products[at++] = products[from + listed[j]]
  }

  image(point: Float64Array, to: Float64Array): void {
    multiplyRows(this.products, this.starts, this.size, point, to)
  }

  add(t: Float64Array, to: Float64Array): void {
    for (let i = 0; i < to.length; i++) to[i] += t[i]
  }

  square(point: Float64Array, image: Float64Array): number {
    return dot(point, image)
  }

  weights(point: Float64Array): Float64Array {
    const weights = new Float64Array(this.data.width + 1)
    addRows(this.data, this.listed, point, weights)
    return weights
  }
}

/** z_i.z_j + 1 for all rows. Two by four at a time, so that each number read is used more than once. */
function innerProducts({ width, values }: LogisticRows, n: number): Float64Array {
  const products = new Float64Array(n * n)
  const last = n - 1
  for (let i = 0; i < n; i += 2) {
    const u = i * width
    const v = Math.min(i + 1, last) * width
    for (let j = i; j < n; j += 4) {
      const p = j * width
      const q = Math.min(j + 1, last) * width
      const r = Math.min(j + 2, last) * width
      const s = Math.min(j + 3, last) * width
      let up = 1
      let uq = 1
      let ur = 1
      let us = 1
      let vp = 1
      let vq = 1
      let vr = 1
      let vs = 1
      for (let k = 0; k < width; k++) {
        const x = values[u + k]
        const y = values[v + k]
        const a = values[p + k]
        const b = values[q + k]
        const c = values[r + k]
        const d = values[s + k]
        up += x * a
        uq += x * b
        ur += x * c
        us += x * d
        vp += y * a
        vq += y * b
        vr += y * c
        vs += y * d
      }
      const upper = [up, uq, ur, us]
      const lower = [vp, vq, vr, vs]
      for (let k = 0; k < 4 && j + k < n; k++) {
        products[i * n + j + k] = products[(j + k) * n + i] = upper[k]
        if (i < last) products[(i + 1) * n + j + k] = products[(j + k) * n + i + 1] = lower[k]
      }
    }
  }
  return products
}

/** The products of a vector with rows that start at the given places. Four rows at a time, so that the vector is read a quarter as often. */
function multiplyRows(
  values: Float64Array,
  starts: Int32Array,
  width: number,
  x: Float64Array,
  to: Float64Array,
): void {
  const n = starts.length
  for (let i = 0; i < n; i += 4) {
    const p = starts[i]
    const q = starts[Math.min(i + 1, n - 1)]
    const r = starts[Math.min(i + 2, n - 1)]
    const s = starts[Math.min(i + 3, n - 1)]
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let j = 0; j < width; j++) {
      const v = x[j]
      a += v * values[p + j]
      b += v * values[q + j]
      c += v * values[r + j]
      d += v * values[s + j]
    }
    to[i] = a
    if (i + 1 < n) to[i + 1] = b
    if (i + 2 < n) to[i + 2] = c
    if (i + 3 < n) to[i + 3] = d
  }
}

/** Adds the rows listed, each times t_i, with 1 for the intercept. */
function addRows({ width, values }: LogisticRows, listed: Int32Array, t: Float64Array, to: Float64Array): void {
  const n = listed.length
  for (let i = 0; i < n; i += 4) {
    const last = n - 1
    const p = listed[i] * width
    const q = listed[Math.min(i + 1, last)] * width
    const r = listed[Math.min(i + 2, last)] * width
    const s = listed[Math.min(i + 3, last)] * width
    const a = t[i]
    const b = i + 1 < n ? t[i + 1] : 0
    const c = i + 2 < n ? t[i + 2] : 0
    const d = i + 3 < n ? t[i + 3] : 0
    for (let j = 0; j < width; j++)
      to[j] += a * values[p + j] + b * values[q + j] + (c * values[r + j] + d * values[s + j])
    to[width] += a + b + (c + d)
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let j = 0; j < a.length; j++) sum += a[j] * b[j]
  return sum
}
