/**
 * The Cholesky factor L of a positive definite matrix K_SS + ridge, for a set S of indices that grows and shrinks one at a
 * time. Rows are packed one after another, row i from i (i + 1) / 2 on.
 */
export class GrowingCholesky {
  size = 0
  private factor: Float64Array = new Float64Array(64)

  /** Adds a row: the products with the indices already in S, and the diagonal. False (and no change) if it is not independent of them. */
  append(products: Float64Array, diagonal: number): boolean {
    const { size } = this
    const at = (size * (size + 1)) / 2
    if (at + size + 1 > this.factor.length) {
      const larger = new Float64Array(2 * (at + size + 1))
      larger.set(this.factor)
      this.factor = larger
    }
    const { factor } = this
    let rest = diagonal
    for (let i = 0, row = 0; i < size; row += ++i) {
      let sum = products[i]
      for (let k = 0; k < i; k++) sum -= factor[row + k] * factor[at + k]
      const x = sum / factor[row + i]
      factor[at + i] = x
      rest -= x * x
    }
    if (!(rest > 0)) return false
    factor[at + size] = Math.sqrt(rest)
    this.size = size + 1
    return true
  }

  /** Takes the index at `place` out: later rows move up and Givens rotations make the factor triangular again. */
  remove(place: number): void {
    const { factor } = this
    const last = this.size - 1
    const cosines = new Float64Array(last)
    const sines = new Float64Array(last)
    for (let i = place; i < last; i++) {
      const from = ((i + 1) * (i + 2)) / 2
      const to = (i * (i + 1)) / 2
      // The row below moves here with one number too many; the rotations so far, and one more, take it away.
      for (let k = 0; k < place; k++) factor[to + k] = factor[from + k]
      let carried = factor[from + place]
      for (let k = place; k < i; k++) {
        const next = factor[from + k + 1]
        factor[to + k] = cosines[k] * carried + sines[k] * next
        carried = cosines[k] * next - sines[k] * carried
      }
      const next = factor[from + i + 1]
      const length = Math.sqrt(carried * carried + next * next)
      cosines[i] = carried / length
      sines[i] = next / length
      factor[to + i] = length
    }
    this.size = last
  }

  /** Solves L L' x = b in place. */
  solve(x: Float64Array): void {
    const { factor, size } = this
    for (let i = 0, row = 0; i < size; row += ++i) {
      let sum = x[i]
      for (let k = 0; k < i; k++) sum -= factor[row + k] * x[k]
      x[i] = sum / factor[row + i]
    }
    for (let i = size - 1; i >= 0; i--) {
      const row = (i * (i + 1)) / 2
      const value = x[i] / factor[row + i]
      x[i] = value
      for (let k = 0; k < i; k++) x[k] -= factor[row + k] * value
    }
  }
}
