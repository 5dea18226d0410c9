/**
 * How far a weighted sequence is from a non-decreasing one that stays within bounds, by pooling adjacent violators as the
 * values arrive. The memory is reused from sequence to sequence, so that a bootstrap allocates nothing.
 * Invariant: blocks 0..last have strictly increasing means and cover all values pushed so far.
 */
export class IsotonicDistance {
  private readonly mean: Float64Array
  private readonly weight: Float64Array
  /** Weighted sum of squares about the mean of the block. */
  private readonly spread: Float64Array
  private readonly size: Int32Array
  private last = -1

  constructor(capacity: number) {
    this.mean = new Float64Array(capacity)
    this.weight = new Float64Array(capacity)
    this.spread = new Float64Array(capacity)
    this.size = new Int32Array(capacity)
  }

  /** Starts a new sequence. */
  clear(): void {
    this.last = -1
  }

  push(value: number, weight: number): void {
    const { mean, weight: weights, spread, size } = this
    let last = this.last
    let m = value
    let w = weight
    let s = 0
    let count = 1
    while (last >= 0 && mean[last] >= m) {
      const total = weights[last] + w
      const gap = mean[last] - m
      s += spread[last] + ((gap * gap * w) / total) * weights[last]
      m += (gap * weights[last]) / total
      w = total
      count += size[last]
      last--
    }
    last++
    mean[last] = m
    weights[last] = w
    spread[last] = s
    size[last] = count
    this.last = last
  }

  /** The weighted sum of (value - fit)^2, the fit clipped to [low, high]. */
  sumOfSquares(low: number, high: number): number {
    const { mean, weight, spread, last } = this
    let sum = 0
    for (let block = 0; block <= last; block++) {
      const m = mean[block]
      const off = m < low ? low - m : m > high ? m - high : 0
      sum += spread[block] + weight[block] * off * off
    }
    return sum
  }

  /** The clipped fit, one value for each value pushed. */
  fitInto(fit: Float64Array, low: number, high: number): void {
    for (let block = 0, i = 0; block <= this.last; block++) {
      const m = Math.min(high, Math.max(low, this.mean[block]))
      for (let k = 0; k < this.size[block]; k++) fit[i++] = m
    }
  }
}
