import { exp, log1p } from './elementary.js'
import type { LogisticSpace } from './logistic-space.js'

/*
 * Logistic regression with a quadratic penalty, min |w|^2 / 2 + cost * sum of log(1 + e^(-y w.z)), the intercept penalised
 * like the rest: Newton steps by conjugate gradients, halved until they descend enough. A linear function is known by its
 * point in a space and by its image, the values that it takes at the rows.
 */

const NEWTON_STEPS = 50
/** A Newton step is solved to this share of the gradient. */
const INNER = 0.1
/** The search ends when the gradient has fallen to this share of the one at zero, weighed by the rarer class. */
const TOLERANCE = 0.01

/** Fits on the rows of the space; `labels` are +1 or -1. `point` is where the search begins, and where it ends. */
export function fitLogistic(space: LogisticSpace, labels: Int8Array, cost: number, point: Float64Array): void {
  const { rows: n, size } = space
  const margins = new Float64Array(n)
  const slope = new Float64Array(n)
  const curvature = new Float64Array(n)
  const curved = new Float64Array(n)
  const step = new Float64Array(size)
  const stepImage = new Float64Array(n)
  const residual = new Float64Array(size)
  const residualImage = new Float64Array(n)
  const direction = new Float64Array(size)
  const directionImage = new Float64Array(n)
  const product = new Float64Array(size)

  /** The objective; leaves slopes and curvatures of the losses. */
  const evaluate = (): number => {
    let sum = 0.5 * space.square(point, margins)
    for (let i = 0; i < n; i++) {
      const margin = labels[i] * margins[i]
      const e = exp(-Math.abs(margin))
      const p = margin >= 0 ? 1 / (1 + e) : e / (1 + e)
      sum += cost * (log1p(e) + Math.max(0, -margin))
      slope[i] = cost * (p - 1) * labels[i]
      curvature[i] = cost * p * (1 - p)
    }
    return sum
  }
  /** Leaves minus the gradient as the residual; returns its squared length. */
  const descend = (): number => {
    residual.set(point)
    space.add(slope, residual)
    for (let j = 0; j < size; j++) residual[j] = -residual[j]
    space.image(residual, residualImage)
    return space.square(residual, residualImage)
  }
  const move = (length: number): void => {
    add(point, step, length)
    add(margins, stepImage, length)
  }

  let positive = 0
  for (let i = 0; i < n; i++) {
    if (labels[i] > 0) positive++
    slope[i] = -0.5 * cost * labels[i]
  }
  const rarer = Math.max(1, Math.min(positive, n - positive)) / n
  space.add(slope, direction)
  space.image(direction, directionImage)
  const goal = TOLERANCE * rarer * Math.sqrt(space.square(direction, directionImage))
  space.image(point, margins)
  let objective = evaluate()
  let rr = descend()
  for (let newton = 0; newton < NEWTON_STEPS && Math.sqrt(rr) > goal; newton++) {
    const enough = INNER * INNER * rr
    let descent = 0
    step.fill(0)
    stepImage.fill(0)
    direction.set(residual)
    directionImage.set(residualImage)
    for (let k = 0; k <= size && rr > enough; k++) {
      product.set(direction)
      let bent = space.square(direction, directionImage)
      for (let i = 0; i < n; i++) {
        curved[i] = curvature[i] * directionImage[i]
        bent += curved[i] * directionImage[i]
      }
      space.add(curved, product)
      const length = rr / bent
      // The gradient along a direction is minus the first residual's part in it, which is rr by conjugacy.
      descent -= length * rr
      add(step, direction, length)
      add(stepImage, directionImage, length)
      add(residual, product, -length)
      space.image(residual, residualImage)
      const next = space.square(residual, residualImage)
      const keep = next / rr
      for (let j = 0; j < size; j++) direction[j] = residual[j] + keep * direction[j]
      for (let i = 0; i < n; i++) directionImage[i] = residualImage[i] + keep * directionImage[i]
      rr = next
    }
    move(1)
    let reached = evaluate()
    for (let length = 1; reached > objective + 1e-4 * length * descent && length > 1e-10; length /= 2) {
      move(-length / 2)
      reached = evaluate()
    }
    if (!(reached < objective)) return
    objective = reached
    rr = descend()
  }
}

function add(to: Float64Array, what: Float64Array, times: number): void {
  for (let j = 0; j < to.length; j++) to[j] += times * what[j]
}
