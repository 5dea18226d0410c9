import { log } from './logarithm'

/**
 * Tables for choosing bins. The breaks k/D of all D are fractions; each distinct one is kept once, in ascending order,
 * so that one pass over the values and one running sum give the counts at all breaks of all D.
 */
// @ts-ignore: decorator
@unmanaged
export class BinChoice {
  /** Largest number of bins. */
  most: u32
  /** Number of distinct fractions, and f64 for each. */
  fractions: u32
  fraction: usize
  /** u32 for D = 2, 3, ... and k = 1 .. D - 1: which fraction k/D is. */
  index: usize
  /** u32 for each cell of a grid and one more: the first fraction that is not below the cell. */
  start: usize
  grid: u32
  /** u32 for each fraction and one more: values up to it. */
  upTo: usize
  /** f64: x ln x for x = 0, 1, ...; penalty and ln of D = 0, 1, ... */
  xLogX: usize
  penalty: usize
  logBins: usize
}

/** Walks the Farey sequence of order `most` and notes where each k/D stands. Returns the number of fractions in (0, 1). */
export function tabulateFractions(choice: BinChoice): u32 {
  const most = choice.most
  let p0: u32 = 0
  let q0: u32 = 1
  let p: u32 = 1
  let q: u32 = most
  let count: u32 = 0
  while (p < q) {
    store<f64>(choice.fraction + (<usize>count << 3), f64(p) / f64(q))
    for (let m: u32 = 1; m * q <= most; m++) {
      const bins = m * q
      store<u32>(choice.index + ((<usize>((bins - 1) * (bins - 2)) / 2 + m * p - 1) << 2), count)
    }
    count++
    const step = (most + q0) / q
    const nextP = step * p - p0
    const nextQ = step * q - q0
    p0 = p
    q0 = q
    p = nextP
    q = nextQ
  }
  choice.fractions = count
  let at: u32 = 0
  for (let cell: u32 = 0; cell <= choice.grid; cell++) {
    const from = f64(cell) / f64(choice.grid)
    while (at < count && load<f64>(choice.fraction + (<usize>at << 3)) < from) at++
    store<u32>(choice.start + (<usize>cell << 2), at)
  }
  return count
}

function mostBins(n: u32, most: u32): u32 {
  if (n < 3) return 1
  const wanted = floor(f64(n) / log(f64(n)))
  return wanted < 1 ? 1 : wanted < f64(most) ? <u32>wanted : most
}

/** Counts the values up to each fraction. */
function countUpTo(choice: BinChoice, scaled: usize, n: u32): void {
  const fractions = choice.fractions
  const upTo = choice.upTo
  memory.fill(upTo, 0, <usize>(fractions + 1) << 2)
  const grid = f64(choice.grid)
  for (let i: u32 = 0; i < n; i++) {
    const x = load<f64>(scaled + (<usize>i << 3))
    let at = load<u32>(choice.start + (<usize>(<u32>(x * grid)) << 2))
    while (at < fractions && load<f64>(choice.fraction + (<usize>at << 3)) < x) at++
    const count = upTo + (<usize>at << 2)
    store<u32>(count, load<u32>(count) + 1)
  }
  let sum: u32 = 0
  for (let at = upTo; at < upTo + (<usize>fractions << 2); at += 4) {
    sum += load<u32>(at)
    store<u32>(at, sum)
  }
}

// @ts-ignore: decorator
@inline
function upToBreak(upTo: usize, index: usize): u32 {
  return load<u32>(upTo + (<usize>load<u32>(index) << 2))
}

/** The number of bins that core's chooseBins finds, from the same sums in the same order; four D at a time, for their chains of additions. */
export function chooseBins(choice: BinChoice, scaled: usize, n: u32): u32 {
  const most = mostBins(n, choice.most)
  const xLogX = choice.xLogX
  let best: u32 = 1
  let bestValue = load<f64>(xLogX + (<usize>n << 3)) - load<f64>(choice.penalty, 8)
  if (most < 2) return best
  countUpTo(choice, scaled, n)
  const upTo = choice.upTo
  for (let bins: u32 = 2; bins <= most; bins += 4) {
    const together = min<u32>(4, most - bins + 1)
    let index0 = choice.index + ((<usize>((bins - 1) * (bins - 2)) / 2) << 2)
    let index1 = index0 + (<usize>(bins - 1) << 2)
    let index2 = index1 + (<usize>bins << 2)
    let index3 = index2 + (<usize>(bins + 1) << 2)
    let value0 = start(choice, bins, n)
    let value1 = together > 1 ? start(choice, bins + 1, n) : 0
    let value2 = together > 2 ? start(choice, bins + 2, n) : 0
    let value3 = together > 3 ? start(choice, bins + 3, n) : 0
    let before0: u32 = 0
    let before1: u32 = 0
    let before2: u32 = 0
    let before3: u32 = 0
    if (together == 4) {
      for (const end = index1; index0 < end; ) {
        const now0 = upToBreak(upTo, index0)
        const now1 = upToBreak(upTo, index1)
        const now2 = upToBreak(upTo, index2)
        const now3 = upToBreak(upTo, index3)
        value0 += load<f64>(xLogX + (<usize>(now0 - before0) << 3))
        value1 += load<f64>(xLogX + (<usize>(now1 - before1) << 3))
        value2 += load<f64>(xLogX + (<usize>(now2 - before2) << 3))
        value3 += load<f64>(xLogX + (<usize>(now3 - before3) << 3))
        before0 = now0
        before1 = now1
        before2 = now2
        before3 = now3
        index0 += 4
        index1 += 4
        index2 += 4
        index3 += 4
      }
    }
    for (let k: u32 = 0; k < together; k++) {
      const end = choice.index + ((<usize>((bins + k) * (bins + k - 1)) / 2) << 2)
      let index = k == 0 ? index0 : k == 1 ? index1 : k == 2 ? index2 : index3
      let value = k == 0 ? value0 : k == 1 ? value1 : k == 2 ? value2 : value3
      let before = k == 0 ? before0 : k == 1 ? before1 : k == 2 ? before2 : before3
      for (; index < end; index += 4) {
        const now = upToBreak(upTo, index)
        value += load<f64>(xLogX + (<usize>(now - before) << 3))
        before = now
      }
      value += load<f64>(xLogX + (<usize>(n - before) << 3))
      if (value > bestValue) {
        best = bins + k
        bestValue = value
      }
    }
  }
  return best
}

function start(choice: BinChoice, bins: u32, n: u32): f64 {
  const at = <usize>bins << 3
  return f64(n) * load<f64>(choice.logBins + at) - load<f64>(choice.penalty + at)
}
