import { exp, log1p } from './elementary.js'
import type { LogisticRows } from './logistic-rows.js'

const NEWTON_STEPS = 50
/** A Newton step is solved to this share of the gradient. */
const INNER = 0.1
/** The search ends when the gradient has fallen to this share of the one at zero, weighed by the rarer class. */
const TOLERANCE = 0.01

/**
 * Logistic regression with a quadratic penalty, min |w|^2 / 2 + cost * sum of log(1 + e^(-y w.z)), the intercept penalised
 * like the rest: Newton steps by conjugate gradients, halved until they descend enough.
 */
export class LogisticRegression {
  /** One a column; zeros before the first fit. */
  readonly weights: Float64Array
  private readonly rows: LogisticRows
  /** +1 or -1. */
  private readonly labels: Int8Array
  /** The weights' values at the rows. */
  private readonly margins: Float64Array
  private readonly slope: Float64Array
  private readonly curvature: Float64Array
  private readonly gradient: Float64Array
  private readonly step: Float64Array
  private readonly stepImage: Float64Array
  /** The length of the gradient at which a fit of cost 1 ends. */
  private readonly goal: number

  constructor(rows: LogisticRows, labels: Int8Array) {
    const { count, columns } = rows
    this.rows = rows
    this.labels = labels
    this.weights = new Float64Array(columns)
    this.margins = new Float64Array(count)
    this.slope = Float64Array.from(labels, (label) => -0.5 * label)
    this.curvature = new Float64Array(count)
    this.gradient = new Float64Array(columns)
    this.step = new Float64Array(columns)
    this.stepImage = new Float64Array(count)
    let positive = 0
    for (const label of labels) if (label > 0) positive++
    const rarer = Math.max(1, Math.min(positive, count - positive)) / count
    rows.add(this.slope, this.gradient)
    this.goal = TOLERANCE * rarer * Math.sqrt(square(this.gradient))
  }

  /** Starts from where the last fit ended. */
  fit(cost: number): void {
    let objective = this.evaluate(cost)
    let rr = this.descend()
    for (let newton = 0; newton < NEWTON_STEPS && Math.sqrt(rr) > cost * this.goal; newton++) {
      const descent = this.solve(rr)
      this.move(1)
      let reached = this.evaluate(cost)
      for (let length = 1; reached > objective + 1e-4 * length * descent && length > 1e-10; length /= 2) {
        this.move(-length / 2)
        reached = this.evaluate(cost)
      }
      if (!(reached < objective)) return
      objective = reached
      rr = this.descend()
    }
  }

  /** The objective; leaves slopes and curvatures of the losses. */
  private evaluate(cost: number): number {
    const { labels, margins, slope, curvature } = this
    let sum = 0.5 * square(this.weights)
    for (let i = 0; i < margins.length; i++) {
      const margin = labels[i] * margins[i]
      const e = exp(-Math.abs(margin))
      const p = margin >= 0 ? 1 / (1 + e) : e / (1 + e)
      sum += cost * (log1p(e) + Math.max(0, -margin))
      slope[i] = cost * (p - 1) * labels[i]
      curvature[i] = cost * p * (1 - p)
    }
    return sum
  }

  /** Leaves the gradient; returns its squared length. */
  private descend(): number {
    this.gradient.set(this.weights)
    this.rows.add(this.slope, this.gradient)
    return square(this.gradient)
  }

  /** Leaves a Newton step from a gradient of squared length rr, and its image; returns the gradient's part along it. */
  private solve(rr: number): number {
    const { rows, curvature, step, stepImage } = this
    const { count, columns } = rows
    const enough = INNER * INNER * rr
    const residual = this.gradient.map((x) => -x)
    const direction = residual.slice()
    const image = new Float64Array(count)
    const product = new Float64Array(columns)
    let descent = 0
    step.fill(0)
    stepImage.fill(0)
    for (let k = 0; k <= columns && rr > enough; k++) {
      product.set(direction)
      rows.bend(curvature, direction, image, product)
      let bent = square(direction)
      for (let i = 0; i < count; i++) bent += curvature[i] * image[i] * image[i]
      const length = rr / bent
      // The gradient along a direction is minus the first residual's part in it, which is rr by conjugacy.
      descent -= length * rr
      for (let i = 0; i < count; i++) stepImage[i] += length * image[i]
      for (let j = 0; j < columns; j++) {
        step[j] += length * direction[j]
        residual[j] -= length * product[j]
      }
      const next = square(residual)
      const keep = next / rr
      for (let j = 0; j < columns; j++) direction[j] = residual[j] + keep * direction[j]
      rr = next
    }
    return descent
  }

  private move(length: number): void {
    const { weights, margins, step, stepImage } = this
    for (let j = 0; j < weights.length; j++) weights[j] += length * step[j]
    for (let i = 0; i < margins.length; i++) margins[i] += length * stepImage[i]
  }
}

function square(x: Float64Array): number {
  let sum = 0
  for (let j = 0; j < x.length; j++) sum += x[j] * x[j]
  return sum
}
