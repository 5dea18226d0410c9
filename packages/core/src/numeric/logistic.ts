import { exp, log1p } from './elementary.js'

/*
 * Logistic regression with a quadratic penalty, min |w|^2 / 2 + cost * sum of log(1 + e^(-y w.z)), the intercept penalised
 * like the rest: Newton steps by conjugate gradients, halved until they descend enough.
 */

/** Rows one after another; the model has one weight a column and, last, the intercept. */
export interface LogisticRows {
  readonly width: number
  readonly values: Float32Array
}

const NEWTON_STEPS = 50
/** A Newton step is solved to this share of the gradient. */
const INNER = 0.1
/** The search ends when the gradient has fallen to this share of the one at zero, weighed by the rarer class. */
const TOLERANCE = 0.01

/** Fits on the rows listed; `labels` are +1 or -1, by row. `start` is where the search begins, and holds the weights in the end. */
export function fitLogistic(
  { width, values }: LogisticRows,
  labels: Int8Array,
  rows: Int32Array,
  cost: number,
  start: Float64Array,
): void {
  const n = rows.length
  const w = start
  const y = Float64Array.from(rows, (row) => labels[row])
  const design = new Design(values, width, rows)
  const slope = y.map((label) => -0.5 * cost * label)
  const curvature = new Float64Array(n)
  const margins = new Float64Array(n)
  const gradient = new Float64Array(width + 1)
  const step = new Float64Array(width + 1)
  const residual = new Float64Array(width + 1)
  const direction = new Float64Array(width + 1)
  const product = new Float64Array(width + 1)

  /** The objective at w; leaves slopes and curvatures of the losses. */
  const evaluate = (): number => {
    design.multiply(w, margins)
    let sum = 0.5 * dot(w, w)
    for (let i = 0; i < n; i++) {
      const margin = y[i] * margins[i]
      const e = exp(-Math.abs(margin))
      const p = margin >= 0 ? 1 / (1 + e) : e / (1 + e)
      sum += cost * (log1p(e) + Math.max(0, -margin))
      slope[i] = cost * (p - 1) * y[i]
      curvature[i] = cost * p * (1 - p)
    }
    return sum
  }
  const computeGradient = (): number => {
    gradient.set(w)
    design.addMultiple(slope, gradient)
    return Math.sqrt(dot(gradient, gradient))
  }

  let positive = 0
  for (const label of y) if (label > 0) positive++
  const rarer = Math.max(1, Math.min(positive, n - positive)) / n
  design.addMultiple(slope, gradient)
  const goal = TOLERANCE * rarer * Math.sqrt(dot(gradient, gradient))
  let objective = evaluate()
  let norm = computeGradient()
  for (let newton = 0; newton < NEWTON_STEPS && norm > goal; newton++) {
    step.fill(0)
    for (let j = 0; j <= width; j++) direction[j] = residual[j] = -gradient[j]
    let rr = dot(residual, residual)
    for (let k = 0; k <= width && Math.sqrt(rr) > INNER * norm; k++) {
      product.set(direction)
      design.addWeighted(direction, curvature, product)
      const length = rr / dot(direction, product)
      add(step, direction, length)
      add(residual, product, -length)
      const next = dot(residual, residual)
      for (let j = 0; j <= width; j++) direction[j] = residual[j] + (next / rr) * direction[j]
      rr = next
    }
    const descent = dot(gradient, step)
    let length = 1
    add(w, step, 1)
    let reached = evaluate()
    for (; reached > objective + 1e-4 * length * descent && length > 1e-10; length /= 2) {
      add(w, step, -length / 2)
      reached = evaluate()
    }
    if (!(reached < objective)) return
    objective = reached
    norm = computeGradient()
  }
}

/** w.z + intercept, for one row. */
export function decision(w: Float64Array, { width, values }: LogisticRows, row: number): number {
  let sum = w[width]
  for (let j = 0, at = row * width; j < width; j++, at++) sum += w[j] * values[at]
  return sum
}

/** The rows listed, each with a 1 at its end, as a matrix Z. Rows are read four at a time, so that vectors are read a quarter as often. */
class Design {
  private readonly values: Float32Array
  private readonly width: number
  private readonly starts: Int32Array
  private readonly n: number
  private readonly four: Float64Array = new Float64Array(4)

  constructor(values: Float32Array, width: number, rows: Int32Array) {
    this.values = values
    this.width = width
    this.n = rows.length
    // The last four are filled up with a row that counts 0 times.
    this.starts = new Int32Array(4 * Math.ceil(rows.length / 4)).fill(rows[0] * width)
    rows.forEach((row, i) => {
      this.starts[i] = row * width
    })
  }

  /** Z w */
  multiply(w: Float64Array, to: Float64Array): void {
    for (let i = 0; i < this.n; i += 4) {
      this.dotFour(w, i)
      for (let k = i; k < Math.min(this.n, i + 4); k++) to[k] = this.four[k - i]
    }
  }

  /** to + Z't */
  addMultiple(t: Float64Array, to: Float64Array): void {
    for (let i = 0; i < this.n; i += 4) {
      for (let k = 0; k < 4; k++) this.four[k] = i + k < this.n ? t[i + k] : 0
      this.addFour(to, i)
    }
  }

  /** to + Z' diag(t) Z w */
  addWeighted(w: Float64Array, t: Float64Array, to: Float64Array): void {
    for (let i = 0; i < this.n; i += 4) {
      this.dotFour(w, i)
      for (let k = 0; k < 4; k++) this.four[k] *= i + k < this.n ? t[i + k] : 0
      this.addFour(to, i)
    }
  }

  private dotFour(w: Float64Array, i: number): void {
    const { values, width, starts, four } = this
    const p = starts[i]
    const q = starts[i + 1]
    const r = starts[i + 2]
    const s = starts[i + 3]
    const intercept = w[width]
    let a = intercept
    let b = intercept
    let c = intercept
    let d = intercept
    for (let j = 0; j < width; j++) {
      const x = w[j]
      a += x * values[p + j]
      b += x * values[q + j]
      c += x * values[r + j]
      d += x * values[s + j]
    }
    four[0] = a
    four[1] = b
    four[2] = c
    four[3] = d
  }

  private addFour(to: Float64Array, i: number): void {
    const { values, width, starts, four } = this
    const p = starts[i]
    const q = starts[i + 1]
    const r = starts[i + 2]
    const s = starts[i + 3]
    const a = four[0]
    const b = four[1]
    const c = four[2]
    const d = four[3]
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

function add(to: Float64Array, what: Float64Array, times: number): void {
  for (let j = 0; j < to.length; j++) to[j] += times * what[j]
}
