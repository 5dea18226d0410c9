/** Sweeps of rotations, at most: seven or so are enough for any matrix of moderate size. */
const MOST_SWEEPS = 30

/**
 * Eigenvectors of a symmetric matrix (row by row, `size` squared numbers) by Jacobi's rotations, sorted by eigenvalue,
 * the largest first. Vector k is column k of the answer. Only basic operations and square roots: the same bits everywhere.
 */
export function symmetricEigenvectors(
  matrix: Float64Array,
  size: number,
): { readonly values: Float64Array; readonly vectors: Float64Array } {
  const a = matrix.slice()
  const v = new Float64Array(size * size)
  for (let i = 0; i < size; i++) v[i * size + i] = 1
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let rotated = false
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) rotated = rotate(a, v, size, p, q) || rotated
    }
    if (!rotated) break
  }
  const order = Array.from({ length: size }, (_, i) => i).sort((i, j) => a[j * size + j] - a[i * size + i] || i - j)
  const vectors = new Float64Array(size * size)
  order.forEach((from, to) => {
    for (let i = 0; i < size; i++) vectors[i * size + to] = v[i * size + from]
  })
  return { values: Float64Array.from(order, (i) => a[i * size + i]), vectors }
}

/** Makes a[p][q] zero; false if it is already, next to the diagonal. */
function rotate(a: Float64Array, v: Float64Array, size: number, p: number, q: number): boolean {
  const off = a[p * size + q]
  if (Math.abs(off) <= 1e-17 * (Math.abs(a[p * size + p]) + Math.abs(a[q * size + q]))) return false
  const theta = (a[q * size + q] - a[p * size + p]) / (2 * off)
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(t * t + 1)
  const sine = t * cosine
  for (let i = 0; i < size; i++) turn(a, i * size + p, i * size + q, cosine, sine)
  for (let i = 0; i < size; i++) turn(a, p * size + i, q * size + i, cosine, sine)
  for (let i = 0; i < size; i++) turn(v, i * size + p, i * size + q, cosine, sine)
  return true
}

function turn(a: Float64Array, at: number, other: number, cosine: number, sine: number): void {
  const x = a[at]
  const y = a[other]
  a[at] = cosine * x - sine * y
  a[other] = sine * x + cosine * y
}
