/*
 * Products with the rows of a matrix, in the order of core's numeric/logistic-rows.ts: along a row, sums over even and odd
 * places are kept apart, in the two lanes; across rows, terms are added in the order of the rows. Rows are a list of u32
 * addresses. Four of them are done at a time.
 */

function row(rows: usize, i: u32): usize {
  return <usize>load<u32>(rows + (<usize>i << 2))
}

function number(list: usize, i: u32): f64 {
  return load<f64>(list + (<usize>i << 3))
}

function multiplyOne(rows: usize, i: u32, end: usize, x: usize, image: usize): void {
  const p = row(rows, i)
  let sum = f64x2.splat(0)
  for (let j: usize = 0; j < end; j += 16) sum = f64x2.add(sum, f64x2.mul(v128.load(x + j), v128.load(p + j)))
  store<f64>(image + (<usize>i << 3), lanes(sum))
}

function multiplyFour(rows: usize, i: u32, end: usize, x: usize, image: usize): void {
  const p = row(rows, i)
  const q = row(rows, i + 1)
  const r = row(rows, i + 2)
  const s = row(rows, i + 3)
  let a = f64x2.splat(0)
  let b = f64x2.splat(0)
  let c = f64x2.splat(0)
  let d = f64x2.splat(0)
  for (let j: usize = 0; j < end; j += 16) {
    const v = v128.load(x + j)
    a = f64x2.add(a, f64x2.mul(v, v128.load(p + j)))
    b = f64x2.add(b, f64x2.mul(v, v128.load(q + j)))
    c = f64x2.add(c, f64x2.mul(v, v128.load(r + j)))
    d = f64x2.add(d, f64x2.mul(v, v128.load(s + j)))
  }
  const to = image + (<usize>i << 3)
  store<f64>(to, lanes(a))
  store<f64>(to, lanes(b), 8)
  store<f64>(to, lanes(c), 16)
  store<f64>(to, lanes(d), 24)
}

function lanes(sum: v128): f64 {
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

function addOne(rows: usize, i: u32, end: usize, t: f64, to: usize): void {
  const p = row(rows, i)
  const times = f64x2.splat(t)
  for (let j: usize = 0; j < end; j += 16)
    v128.store(to + j, f64x2.add(v128.load(to + j), f64x2.mul(times, v128.load(p + j))))
}

function addFour(rows: usize, i: u32, end: usize, t: f64, u: f64, v: f64, w: f64, to: usize): void {
  const p = row(rows, i)
  const q = row(rows, i + 1)
  const r = row(rows, i + 2)
  const s = row(rows, i + 3)
  const a = f64x2.splat(t)
  const b = f64x2.splat(u)
  const c = f64x2.splat(v)
  const d = f64x2.splat(w)
  for (let j: usize = 0; j < end; j += 16) {
    let sum = f64x2.add(v128.load(to + j), f64x2.mul(a, v128.load(p + j)))
    sum = f64x2.add(sum, f64x2.mul(b, v128.load(q + j)))
    sum = f64x2.add(sum, f64x2.mul(c, v128.load(r + j)))
    v128.store(to + j, f64x2.add(sum, f64x2.mul(d, v128.load(s + j))))
  }
}

/** image = rows.x */
export function multiplyRows(rows: usize, count: u32, columns: u32, x: usize, image: usize): void {
  const end = <usize>columns << 3
  const fours = count & ~3
  for (let i: u32 = 0; i < fours; i += 4) multiplyFour(rows, i, end, x, image)
  for (let i = fours; i < count; i++) multiplyOne(rows, i, end, x, image)
}

/** Adds the rows, each times its t. */
export function addRows(rows: usize, count: u32, columns: u32, t: usize, to: usize): void {
  const end = <usize>columns << 3
  const fours = count & ~3
  for (let i: u32 = 0; i < fours; i += 4)
    addFour(rows, i, end, number(t, i), number(t, i + 1), number(t, i + 2), number(t, i + 3), to)
  for (let i = fours; i < count; i++) addOne(rows, i, end, number(t, i), to)
}

/**
 * image = rows.x, and adds the rows, each times its t and its product with x. While four rows (p to s) are multiplied, the
 * four before (e to h), which are in the nearest cache, are added.
 */
export function bendRows(rows: usize, count: u32, columns: u32, t: usize, x: usize, image: usize, to: usize): void {
  const end = <usize>columns << 3
  const fours = count & ~3
  if (fours > 0) {
    multiplyFour(rows, 0, end, x, image)
    let e = row(rows, 0)
    let f = row(rows, 1)
    let g = row(rows, 2)
    let h = row(rows, 3)
    let te = f64x2.splat(number(t, 0) * number(image, 0))
    let tf = f64x2.splat(number(t, 1) * number(image, 1))
    let tg = f64x2.splat(number(t, 2) * number(image, 2))
    let th = f64x2.splat(number(t, 3) * number(image, 3))
    for (let i: u32 = 4; i < fours; i += 4) {
      const p = row(rows, i)
      const q = row(rows, i + 1)
      const r = row(rows, i + 2)
      const s = row(rows, i + 3)
      let a = f64x2.splat(0)
      let b = f64x2.splat(0)
      let c = f64x2.splat(0)
      let d = f64x2.splat(0)
      for (let j: usize = 0; j < end; j += 16) {
        const v = v128.load(x + j)
        a = f64x2.add(a, f64x2.mul(v, v128.load(p + j)))
        b = f64x2.add(b, f64x2.mul(v, v128.load(q + j)))
        c = f64x2.add(c, f64x2.mul(v, v128.load(r + j)))
        d = f64x2.add(d, f64x2.mul(v, v128.load(s + j)))
        let sum = f64x2.add(v128.load(to + j), f64x2.mul(te, v128.load(e + j)))
        sum = f64x2.add(sum, f64x2.mul(tf, v128.load(f + j)))
        sum = f64x2.add(sum, f64x2.mul(tg, v128.load(g + j)))
        v128.store(to + j, f64x2.add(sum, f64x2.mul(th, v128.load(h + j))))
      }
      const ia = lanes(a)
      const ib = lanes(b)
      const ic = lanes(c)
      const id = lanes(d)
      const at = image + (<usize>i << 3)
      store<f64>(at, ia)
      store<f64>(at, ib, 8)
      store<f64>(at, ic, 16)
      store<f64>(at, id, 24)
      e = p
      f = q
      g = r
      h = s
      te = f64x2.splat(number(t, i) * ia)
      tf = f64x2.splat(number(t, i + 1) * ib)
      tg = f64x2.splat(number(t, i + 2) * ic)
      th = f64x2.splat(number(t, i + 3) * id)
    }
    const i = fours - 4
    addFour(
      rows, i, end, number(t, i) * number(image, i), number(t, i + 1) * number(image, i + 1),
      number(t, i + 2) * number(image, i + 2), number(t, i + 3) * number(image, i + 3), to,
    )
  }
  for (let i = fours; i < count; i++) {
    multiplyOne(rows, i, end, x, image)
    addOne(rows, i, end, number(t, i) * number(image, i), to)
  }
}
