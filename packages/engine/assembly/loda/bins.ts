import { log } from '../logarithm'

/** [0, 1) is cut into as many ranges, so that what is looked up in one of them stays in the nearest cache. */
const RANGES: u32 = 32
/** Cells of a range's grid. */
const CELLS: u32 = 16384

/**
 * Tables for choosing bins. The breaks k/D of all D that are tried are fractions; each distinct one is kept once, in ascending order,
 * so that one pass over the values and one running sum give the counts at all breaks of all D. An `i` is the place of a D among those that are tried.
 */
// @ts-ignore: decorator
@unmanaged
export class BinChoice {
  /** Largest number of bins. */
  most: u32
  /** u32 for each D that is tried, ascending from 1, and how many they are. */
  numbers: usize
  tried: u32
  /** u32 for each D up to the largest: its i, or 0 if it is not tried or has no breaks. */
  place: usize
  /** f64 for each distinct fraction, ascending. */
  fraction: usize
  /** u32 for each range and one more: its first fraction. */
  first: usize
  /** u16 for each break k/D, by range, i and k: which fraction of the range it is. */
  index: usize
  /** u32 for each range and i = 0 .. tried: where its breaks start in `index`. */
  segment: usize
  /** u16 for each range and cell: the first fraction of the range that is not below the cell. */
  cell: usize
  /** u32 for each fraction of a range and one more: values up to it. */
  upTo: usize
  /** f64 for each value: the values by range; u32 for each range and two more: where they start. */
  byRange: usize
  starts: usize
  /** f64 and u32 for each i: the likelihood so far, and the values up to the last break. */
  value: usize
  before: usize
  /** f64: x ln x for x = 0, 1, ...; penalty and ln of D = 0, 1, ... */
  xLogX: usize
  penalty: usize
  logBins: usize
}

/** The first k for which k/D lies in the range or beyond it, at least 1. */
// @ts-ignore: decorator
@inline
function firstBreak(range: u32, bins: u32): u32 {
  return max<u32>(1, (range * bins + RANGES - 1) / RANGES)
}

/** Walks the Farey sequence of order `most` and notes where each k/D of a D that is tried stands. */
export function tabulateFractions(choice: BinChoice): void {
  const most = choice.most
  memory.fill(choice.place, 0, <usize>(most + 1) << 2)
  for (let i: u32 = 1; i < choice.tried; i++) store<u32>(choice.place + (<usize>numberAt(choice, i) << 2), i)
  let breaks: u32 = 0
  for (let range: u32 = 0; range < RANGES; range++) {
    for (let i: u32 = 0; i <= choice.tried; i++) {
      store<u32>(segmentAt(choice, range, i), breaks)
      if (i == 0 || i == choice.tried) continue
      const bins = numberAt(choice, i)
      breaks += firstBreak(range + 1, bins) - firstBreak(range, bins)
    }
  }
  let p0: u32 = 0
  let q0: u32 = 1
  let p: u32 = 1
  let q: u32 = most
  let count: u32 = 0
  let range: u32 = 0
  store<u32>(choice.first, 0)
  while (p < q) {
    while (range < (p * RANGES) / q) store<u32>(choice.first + (<usize>++range << 2), count)
    const local = <u16>(count - load<u32>(choice.first + (<usize>range << 2)))
    let isBreak = false
    for (let m: u32 = 1; m * q <= most; m++) {
      const i = load<u32>(choice.place + (<usize>(m * q) << 2))
      if (i == 0) continue
      const at = load<u32>(segmentAt(choice, range, i)) + m * p - firstBreak(range, m * q)
      store<u16>(choice.index + (<usize>at << 1), local)
      isBreak = true
    }
    if (isBreak) {
      store<f64>(choice.fraction + (<usize>count << 3), f64(p) / f64(q))
      count++
    }
    const step = (most + q0) / q
    const nextP = step * p - p0
    const nextQ = step * q - q0
    p0 = p
    q0 = q
    p = nextP
    q = nextQ
  }
  while (range < RANGES) store<u32>(choice.first + (<usize>++range << 2), count)
  for (range = 0; range < RANGES; range++) tabulateCells(choice, range)
}

// @ts-ignore: decorator
@inline
function segmentAt(choice: BinChoice, range: u32, i: u32): usize {
  return choice.segment + (<usize>(range * (choice.tried + 1) + i) << 2)
}

// @ts-ignore: decorator
@inline
function numberAt(choice: BinChoice, i: u32): u32 {
  return load<u32>(choice.numbers + (<usize>i << 2))
}

function tabulateCells(choice: BinChoice, range: u32): void {
  const fraction = choice.fraction + (<usize>load<u32>(choice.first + (<usize>range << 2)) << 3)
  const count = load<u32>(choice.first + (<usize>(range + 1) << 2)) - load<u32>(choice.first + (<usize>range << 2))
  let at: u32 = 0
  for (let c: u32 = 0; c < CELLS; c++) {
    const from = f64(range * CELLS + c) / f64(RANGES * CELLS)
    while (at < count && load<f64>(fraction + (<usize>at << 3)) < from) at++
    store<u16>(choice.cell + (<usize>(range * CELLS + c) << 1), <u16>at)
  }
}

function mostBins(n: u32, most: u32): u32 {
  if (n < 3) return 1
  const wanted = floor(f64(n) / log(f64(n)))
  return wanted < 1 ? 1 : wanted < f64(most) ? <u32>wanted : most
}

/** Puts the values of each range together; those at 1 come last and are up to no break. */
function divideByRange(choice: BinChoice, scaled: usize, n: u32): void {
  const starts = choice.starts
  memory.fill(starts, 0, <usize>(RANGES + 2) << 2)
  const end = scaled + (<usize>n << 3)
  for (let at = scaled; at < end; at += 8) {
    const count = starts + (<usize><u32>(load<f64>(at) * f64(RANGES)) << 2)
    store<u32>(count, load<u32>(count, 4) + 1, 4)
  }
  for (let r: usize = 0; r <= RANGES; r++) {
    store<u32>(starts + (r << 2), load<u32>(starts + (r << 2)) + load<u32>(starts + (r << 2), 4), 4)
  }
  for (let at = scaled; at < end; at += 8) {
    const x = load<f64>(at)
    const start = starts + (<usize><u32>(x * f64(RANGES)) << 2)
    const to = load<u32>(start)
    store<f64>(choice.byRange + (<usize>to << 3), x)
    store<u32>(start, to + 1)
  }
}

/** For each fraction of a range, the values up to it; `from` .. `to` are the range's values, as many precede it. */
function countUpTo(choice: BinChoice, range: u32, from: u32, to: u32): void {
  const first = load<u32>(choice.first + (<usize>range << 2))
  const fractions = load<u32>(choice.first + (<usize>(range + 1) << 2)) - first
  const fraction = choice.fraction + (<usize>first << 3)
  const cell = choice.cell + (<usize>(range * CELLS) << 1)
  const upTo = choice.upTo
  memory.fill(upTo, 0, <usize>(fractions + 1) << 2)
  for (let i = from; i < to; i++) {
    const x = load<f64>(choice.byRange + (<usize>i << 3))
    let at = <u32>load<u16>(cell + (<usize>(<u32>(x * f64(RANGES * CELLS)) - range * CELLS) << 1))
    while (at < fractions && load<f64>(fraction + (<usize>at << 3)) < x) at++
    const count = upTo + (<usize>at << 2)
    store<u32>(count, load<u32>(count) + 1)
  }
  let sum = from
  for (let at = upTo; at < upTo + (<usize>fractions << 2); at += 4) {
    sum += load<u32>(at)
    store<u32>(at, sum)
  }
}

/** The number of bins that core's chooseBins finds, from the same sums in the same order. */
export function chooseBins(choice: BinChoice, scaled: usize, n: u32): u32 {
  const most = mostBins(n, choice.most)
  const xLogX = choice.xLogX
  let end: u32 = 1
  while (end < choice.tried && numberAt(choice, end) <= most) end++
  for (let i: u32 = 1; i < end; i++) {
    const at = <usize>numberAt(choice, i) << 3
    const start = f64(n) * load<f64>(choice.logBins + at) - load<f64>(choice.penalty + at)
    store<f64>(choice.value + (<usize>i << 3), start)
    store<u32>(choice.before + (<usize>i << 2), 0)
  }
  if (most >= 2) {
    divideByRange(choice, scaled, n)
    let from: u32 = 0
    for (let range: u32 = 0; range < RANGES; range++) {
      const to = load<u32>(choice.starts + (<usize>range << 2))
      countUpTo(choice, range, from, to)
      for (let i: u32 = 1; i < end; i += 4) addBreaks(choice, range, i, end)
      from = to
    }
  }
  let best: u32 = 1
  let bestValue = load<f64>(xLogX + (<usize>n << 3)) - load<f64>(choice.penalty, 8)
  for (let i: u32 = 1; i < end; i++) {
    const last = n - load<u32>(choice.before + (<usize>i << 2))
    const value = load<f64>(choice.value + (<usize>i << 3)) + load<f64>(xLogX + (<usize>last << 3))
    if (value > bestValue) {
      best = numberAt(choice, i)
      bestValue = value
    }
  }
  return best
}

// @ts-ignore: decorator
@inline
function upToBreak(upTo: usize, index: usize): u32 {
  return load<u32>(upTo + (<usize>load<u16>(index) << 2))
}

/** Adds what lies between the breaks of one range, for four D at a time, whose chains of additions run side by side. */
// @ts-ignore: decorator
@inline
function addBreaks(choice: BinChoice, range: u32, i: u32, end: u32): void {
  const upTo = choice.upTo
  const xLogX = choice.xLogX
  const segment = segmentAt(choice, range, i)
  const value = choice.value + (<usize>i << 3)
  const before = choice.before + (<usize>i << 2)
  if (i + 3 >= end) {
    for (let k: u32 = 0; i + k < end; k++) {
      const at = <usize>k << 2
      addRest(choice, load<u32>(segment + at), load<u32>(segment + at, 4), value + (at << 1), before + at)
    }
    return
  }
  let i0 = choice.index + (<usize>load<u32>(segment) << 1)
  let i1 = choice.index + (<usize>load<u32>(segment, 4) << 1)
  let i2 = choice.index + (<usize>load<u32>(segment, 8) << 1)
  let i3 = choice.index + (<usize>load<u32>(segment, 12) << 1)
  const e3 = choice.index + (<usize>load<u32>(segment, 16) << 1)
  const e0 = i1
  const e1 = i2
  const e2 = i3
  const common = min<usize>(min<usize>(e0 - i0, e1 - i1), min<usize>(e2 - i2, e3 - i3))
  let v0 = load<f64>(value)
  let v1 = load<f64>(value, 8)
  let v2 = load<f64>(value, 16)
  let v3 = load<f64>(value, 24)
  let b0 = load<u32>(before)
  let b1 = load<u32>(before, 4)
  let b2 = load<u32>(before, 8)
  let b3 = load<u32>(before, 12)
  for (const stop = i0 + common; i0 < stop; ) {
    const n0 = upToBreak(upTo, i0)
    const n1 = upToBreak(upTo, i1)
    const n2 = upToBreak(upTo, i2)
    const n3 = upToBreak(upTo, i3)
    v0 += load<f64>(xLogX + (<usize>(n0 - b0) << 3))
    v1 += load<f64>(xLogX + (<usize>(n1 - b1) << 3))
    v2 += load<f64>(xLogX + (<usize>(n2 - b2) << 3))
    v3 += load<f64>(xLogX + (<usize>(n3 - b3) << 3))
    b0 = n0
    b1 = n1
    b2 = n2
    b3 = n3
    i0 += 2
    i1 += 2
    i2 += 2
    i3 += 2
  }
  // Neighbouring D differ by a few breaks at most.
  for (; i0 < e0; i0 += 2) {
    const now = upToBreak(upTo, i0)
    v0 += load<f64>(xLogX + (<usize>(now - b0) << 3))
    b0 = now
  }
  for (; i1 < e1; i1 += 2) {
    const now = upToBreak(upTo, i1)
    v1 += load<f64>(xLogX + (<usize>(now - b1) << 3))
    b1 = now
  }
  for (; i2 < e2; i2 += 2) {
    const now = upToBreak(upTo, i2)
    v2 += load<f64>(xLogX + (<usize>(now - b2) << 3))
    b2 = now
  }
  for (; i3 < e3; i3 += 2) {
    const now = upToBreak(upTo, i3)
    v3 += load<f64>(xLogX + (<usize>(now - b3) << 3))
    b3 = now
  }
  store<f64>(value, v0)
  store<f64>(value, v1, 8)
  store<f64>(value, v2, 16)
  store<f64>(value, v3, 24)
  store<u32>(before, b0)
  store<u32>(before, b1, 4)
  store<u32>(before, b2, 8)
  store<u32>(before, b3, 12)
}

function addRest(choice: BinChoice, from: u32, to: u32, value: usize, before: usize): void {
  for (let i = from; i < to; i++) {
    const now = upToBreak(choice.upTo, choice.index + (<usize>i << 1))
    store<f64>(value, load<f64>(value) + load<f64>(choice.xLogX + (<usize>(now - load<u32>(before)) << 3)))
    store<u32>(before, now)
  }
}
