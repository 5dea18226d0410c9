/*
 * Lower triangular matrices, rows packed one after another: row i from i (i + 1) / 2 on. Sums run along rows from the
 * left, so that every engine gives the same bits.
 */

/** Numbers of a packed lower triangle. */
export function packedLength(size: number): number {
  return (size * (size + 1)) / 2
}

/**
 * Turns a packed positive definite matrix into its Cholesky factor L, in place. A pivot below `least`, which only
 * rounding brings about, is taken for `least`.
 */
export function choleskyInPlace(packed: Float64Array, size: number, least: number): void {
  for (let i = 0, row = 0; i < size; row += ++i) {
    for (let j = 0, other = 0; j <= i; other += ++j) {
      let sum = packed[row + j]
      for (let k = 0; k < j; k++) sum -= packed[row + k] * packed[other + k]
      packed[row + j] = i === j ? Math.sqrt(sum > least ? sum : least) : sum / packed[other + j]
    }
  }
}

/** Turns a packed lower triangular L into its inverse, in place. */
export function invertInPlace(packed: Float64Array, size: number): void {
  for (let i = 0, row = 0; i < size; row += ++i) {
    const diagonal = 1 / packed[row + i]
    for (let j = 0; j < i; j++) {
      // Rows above are inverted already, so the entries of row i that later columns need are still L's.
      let sum = 0
      for (let k = j, other = packedLength(j); k < i; other += ++k) sum += packed[row + k] * packed[other + j]
      packed[row + j] = -diagonal * sum
    }
    packed[row + i] = diagonal
  }
}
