const GOLDEN = (Math.sqrt(5) - 1) / 2

/** The minimiser of a unimodal function on the open interval (low, high), by golden-section search. */
export function minimise(f: (x: number) => number, low: number, high: number): number {
  let a = low
  let b = high
  let x = b - GOLDEN * (b - a)
  let y = a + GOLDEN * (b - a)
  let fx = f(x)
  let fy = f(y)
  while (x > a && y < b && x < y) {
    if (fx <= fy) {
      b = y
      y = x
      fy = fx
      x = b - GOLDEN * (b - a)
      fx = f(x)
    } else {
      a = x
      x = y
      fx = fy
      y = a + GOLDEN * (b - a)
      fy = f(y)
    }
    if (b - a < 1e-12 * (high - low)) break
  }
  return (a + b) / 2
}
