/*
 * Products of points with a matrix of few columns, as core's detectors/gmm/axes.ts and mixture.ts have them: for every
 * column the terms are added in the order of the coordinates, two columns in the lanes of a vector.
 */

/** along += x * row, for `bytes` of numbers. */
function addTimes(along: usize, x: f64, row: usize, bytes: usize): void {
  const times = f64x2.splat(x)
  let c: usize = 0
  for (; c + 16 <= bytes; c += 16) {
    v128.store(along + c, f64x2.add(v128.load(along + c), f64x2.mul(times, v128.load(row + c))))
  }
  if (c < bytes) store<f64>(along + c, load<f64>(along + c) + x * load<f64>(row + c))
}

/** The same for four numbers and four rows of sums, `bytes` apart, with one row of the matrix. */
function addTimesFour(along: usize, x0: f64, x1: f64, x2: f64, x3: f64, row: usize, bytes: usize): void {
  const t0 = f64x2.splat(x0)
  const t1 = f64x2.splat(x1)
  const t2 = f64x2.splat(x2)
  const t3 = f64x2.splat(x3)
  const a1 = along + bytes
  const a2 = a1 + bytes
  const a3 = a2 + bytes
  let c: usize = 0
  for (; c + 16 <= bytes; c += 16) {
    const r = v128.load(row + c)
    v128.store(along + c, f64x2.add(v128.load(along + c), f64x2.mul(t0, r)))
    v128.store(a1 + c, f64x2.add(v128.load(a1 + c), f64x2.mul(t1, r)))
    v128.store(a2 + c, f64x2.add(v128.load(a2 + c), f64x2.mul(t2, r)))
    v128.store(a3 + c, f64x2.add(v128.load(a3 + c), f64x2.mul(t3, r)))
  }
  if (c < bytes) {
    const r = load<f64>(row + c)
    store<f64>(along + c, load<f64>(along + c) + x0 * r)
    store<f64>(a1 + c, load<f64>(a1 + c) + x1 * r)
    store<f64>(a2 + c, load<f64>(a2 + c) + x2 * r)
    store<f64>(a3 + c, load<f64>(a3 + c) + x3 * r)
  }
}

/** Adds x (x' B) to `to` for every row x; `along` has room for the columns of four rows. */
export function scatterRows(values: usize, rows: u32, width: u32, basis: usize, columns: u32, along: usize, to: usize): void {
  const bytes = <usize>columns << 3
  const length = <usize>width << 3
  let i: u32 = 0
  for (; i + 4 <= rows; i += 4, values += 4 * length) {
    memory.fill(along, 0, 4 * bytes)
    for (let j: usize = 0, row = basis; j < length; j += 8, row += bytes) {
      const at = values + j
      addTimesFour(along, load<f64>(at), load<f64>(at + length), load<f64>(at + 2 * length), load<f64>(at + 3 * length), row, bytes)
    }
    for (let j: usize = 0, row = to; j < length; j += 8, row += bytes) {
      const at = values + j
      gatherFour(row, load<f64>(at), load<f64>(at + length), load<f64>(at + 2 * length), load<f64>(at + 3 * length), along, bytes)
    }
  }
  for (; i < rows; i++, values += length) {
    memory.fill(along, 0, bytes)
    for (let j: usize = 0, row = basis; j < length; j += 8, row += bytes) addTimes(along, load<f64>(values + j), row, bytes)
    for (let j: usize = 0, row = to; j < length; j += 8, row += bytes) addTimes(row, load<f64>(values + j), along, bytes)
  }
}

/** to += x0 * first row of sums, then x1 * second, and so on. */
function gatherFour(to: usize, x0: f64, x1: f64, x2: f64, x3: f64, along: usize, bytes: usize): void {
  const t0 = f64x2.splat(x0)
  const t1 = f64x2.splat(x1)
  const t2 = f64x2.splat(x2)
  const t3 = f64x2.splat(x3)
  const a1 = along + bytes
  const a2 = a1 + bytes
  const a3 = a2 + bytes
  let c: usize = 0
  for (; c + 16 <= bytes; c += 16) {
    let sum = f64x2.add(v128.load(to + c), f64x2.mul(t0, v128.load(along + c)))
    sum = f64x2.add(sum, f64x2.mul(t1, v128.load(a1 + c)))
    sum = f64x2.add(sum, f64x2.mul(t2, v128.load(a2 + c)))
    v128.store(to + c, f64x2.add(sum, f64x2.mul(t3, v128.load(a3 + c))))
  }
  if (c < bytes) {
    const sum = load<f64>(to + c) + x0 * load<f64>(along + c) + x1 * load<f64>(a1 + c) + x2 * load<f64>(a2 + c)
    store<f64>(to + c, sum + x3 * load<f64>(a3 + c))
  }
}

/** Points along axes, and their distance from the space of the axes; `along` has room for the axes of four rows. */
export function rowsAlongAxes(
  values: usize, rows: u32, width: u32, centre: usize, directions: usize, count: u32, along: usize, to: usize,
): void {
  const bytes = <usize>count << 3
  const length = <usize>width << 3
  let i: u32 = 0
  for (; i < rows; i += 4) {
    const left = min<u32>(4, rows - i)
    // Empty places repeat a point; their sums are not read.
    const v0 = values
    const v1 = left > 1 ? v0 + length : v0
    const v2 = left > 2 ? v1 + length : v0
    const v3 = left > 3 ? v2 + length : v0
    let r0: f64 = 0
    let r1: f64 = 0
    let r2: f64 = 0
    let r3: f64 = 0
    memory.fill(along, 0, 4 * bytes)
    for (let j: usize = 0, row = directions; j < length; j += 8, row += bytes) {
      const m = load<f64>(centre + j)
      const x0 = load<f64>(v0 + j) - m
      const x1 = load<f64>(v1 + j) - m
      const x2 = load<f64>(v2 + j) - m
      const x3 = load<f64>(v3 + j) - m
      r0 += x0 * x0
      r1 += x1 * x1
      r2 += x2 * x2
      r3 += x3 * x3
      addTimesFour(along, x0, x1, x2, x3, row, bytes)
    }
    for (let n: u32 = 0; n < left; n++, to += bytes + 8) {
      const own = along + <usize>n * bytes
      let rest = n == 0 ? r0 : n == 1 ? r1 : n == 2 ? r2 : r3
      for (let c: usize = 0; c < bytes; c += 8) {
        const x = load<f64>(own + c)
        rest -= x * x
        store<f64>(to + c, x)
      }
      store<f64>(to + bytes, rest > 0 ? Math.sqrt(rest) : 0)
    }
    values += 4 * length
  }
}
