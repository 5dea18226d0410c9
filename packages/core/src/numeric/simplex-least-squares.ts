import { GrowingCholesky } from './growing-cholesky.js'

/** Added to the diagonal of the support, so that its factor exists; moves the least value by no more than this. */
const RIDGE = 1e-10
/** The search ends when the value is within the larger of these of the least: an absolute gap, and a share of the value. */
const GAP = 1e-9
const GAP_SHARE = 1e-9

/**
 * The point of a simplex nearest to another in a kernel's geometry: min over v >= 0, sum v = 1 of (u - v)' K (u - v). A
 * primal active-set method after Lawson & Hanson's for non-negative least squares: solve on the support, step back to the
 * simplex and drop what reaches 0, add the indices that most want to be in. Ends on the duality gap. The support and its
 * factor are kept for the next u, which is cheap when it is near the last.
 */
export class SimplexLeastSquares {
  private readonly kernel: Float64Array
  private readonly n: number
  private readonly support: number[] = []
  private readonly inSupport: Uint8Array
  private weights: Float64Array
  private readonly cholesky = new GrowingCholesky()
  private readonly gradient: Float64Array
  private readonly scratch: Float64Array

  /** K, n by n, row by row, positive semi-definite. */
  constructor(kernel: Float64Array, n: number) {
    this.kernel = kernel
    this.n = n
    this.inSupport = new Uint8Array(n)
    this.weights = new Float64Array(n)
    this.gradient = new Float64Array(n)
    this.scratch = new Float64Array(n)
  }

  /** The least value, given K u and u' K u. */
  solve(ku: Float64Array, uku: number): number {
    if (this.support.length === 0) this.start(ku)
    let value = Number.POSITIVE_INFINITY
    for (let round = 0; round < 10 * this.n + 100; round++) {
      this.solveOnSupport(ku)
      const { least, level, square } = this.price(ku)
      value = Math.max(0, square + uku)
      // f(v) - min f <= 2 (g.v - min g), g = K (v - u).
      if (2 * (level - least) <= Math.max(GAP, GAP_SHARE * value)) break
      if (!this.admit(level, least)) break
    }
    return value
  }

  /** The weights v of the last solution. */
  solution(): Float64Array {
    const v = new Float64Array(this.n)
    this.support.forEach((index, i) => {
      v[index] = this.weights[i]
    })
    return v
  }

  private start(ku: Float64Array): void {
    let best = 0
    for (let i = 1; i < this.n; i++)
      if (ku[i] - this.kernel[i * this.n + i] / 2 > ku[best] - this.kernel[best * this.n + best] / 2) best = i
    this.add(best)
    this.weights[0] = 1
  }

  private add(index: number): boolean {
    const { kernel, n, support, scratch, cholesky } = this
    for (let i = 0; i < support.length; i++) scratch[i] = kernel[index * n + support[i]]
    if (!cholesky.append(scratch, kernel[index * n + index] + RIDGE)) return false
    this.weights[support.length] = 0
    support.push(index)
    this.inSupport[index] = 1
    return true
  }

  private drop(place: number): void {
    const { support, weights } = this
    this.inSupport[support[place]] = 0
    this.cholesky.remove(place)
    weights.copyWithin(place, place + 1, support.length)
    support.splice(place, 1)
  }

  /** Moves the weights to the best on their support, dropping those that would go below 0. */
  private solveOnSupport(ku: Float64Array): void {
    const { support, cholesky } = this
    for (;;) {
      const s = support.length
      const x = new Float64Array(s)
      const ones = new Float64Array(s).fill(1)
      for (let i = 0; i < s; i++) x[i] = ku[support[i]]
      cholesky.solve(x)
      cholesky.solve(ones)
      let sum = 0
      let unit = 0
      for (let i = 0; i < s; i++) {
        sum += x[i]
        unit += ones[i]
      }
      const shift = (1 - sum) / unit
      let step = 1
      for (let i = 0; i < s; i++) {
        x[i] += shift * ones[i]
        const w = this.weights[i]
        if (x[i] <= 0) step = Math.min(step, w / (w - x[i]))
      }
      if (s === 1 || step === 1) {
        if (x.every((value) => value > 0)) {
          this.weights.set(x)
          return
        }
      }
      let dropped = false
      for (let i = s - 1; i >= 0; i--) {
        const w = this.weights[i]
        const moved = w + step * (x[i] - w)
        this.weights[i] = moved
        if (x[i] <= 0 && w / (w - x[i]) <= step) {
          this.drop(i)
          dropped = true
        }
      }
      if (!dropped) return
    }
  }

  /** The gradient over all indices: its least entry, its level on the support, and v'Kv - 2 u'Kv. */
  private price(ku: Float64Array): { least: number; level: number; square: number } {
    const { kernel, n, support, weights, gradient } = this
    for (let i = 0; i < n; i++) gradient[i] = -ku[i]
    for (let k = 0; k < support.length; k++) {
      const row = support[k] * n
      const w = weights[k]
      for (let i = 0; i < n; i++) gradient[i] += w * kernel[row + i]
    }
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < n; i++) if (gradient[i] < least) least = gradient[i]
    let level = 0
    let square = 0
    for (let k = 0; k < support.length; k++) {
      level += weights[k] * gradient[support[k]]
      square += weights[k] * (gradient[support[k]] - ku[support[k]])
    }
    return { least, level, square }
  }

  /** Lets in the indices that want it most: at most a quarter of the support at a time. False if none could be added. */
  private admit(level: number, least: number): boolean {
    const { n, gradient, inSupport, support } = this
    const wanted: number[] = []
    const bar = level + (least - level) / 2
    for (let i = 0; i < n; i++) if (inSupport[i] === 0 && gradient[i] <= bar) wanted.push(i)
    wanted.sort((a, b) => gradient[a] - gradient[b] || a - b)
    wanted.length = Math.min(wanted.length, 1 + (support.length >>> 2))
    let added = false
    for (const index of wanted) added = this.add(index) || added
    return added
  }
}
