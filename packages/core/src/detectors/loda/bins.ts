import { exp, log } from '../../numeric/elementary.js'

/** No histogram has more bins than this. */
export const MOST_BINS = 1000

/** Every number of bins is tried up to this one; beyond, each is a thirty-second more than the last: the likelihoods of neighbours hardly differ, and most of the work lies there. */
const EVERY = 128

/** Tables for choosing bins among resamples of up to `n` values: which numbers are tried, x ln x, the penalty of D bins, a scratch grid. */
export interface BinChoice {
  /** Ascending, from 1. */
  readonly numbers: Uint32Array
  readonly xLogX: Float64Array
  readonly penalty: Float64Array
  readonly logBins: Float64Array
  readonly cells: Int32Array
  readonly ordered: Float64Array
}

export function prepareBinChoice(n: number): BinChoice {
  const most = mostBins(n)
  return {
    numbers: numbersUpTo(most),
    xLogX: Float64Array.from({ length: n + 1 }, (_, x) => (x === 0 ? 0 : x * log(x))),
    penalty: Float64Array.from({ length: most + 1 }, (_, d) => (d <= 1 ? d : d + exp(2.5 * log(log(d))))),
    logBins: Float64Array.from({ length: most + 1 }, (_, d) => (d === 0 ? 0 : log(d))),
    cells: new Int32Array(gridSize(n) + 1),
    ordered: new Float64Array(n),
  }
}

function mostBins(n: number): number {
  return n < 3 ? 1 : Math.max(1, Math.min(Math.floor(n / log(n)), MOST_BINS))
}

function numbersUpTo(most: number): Uint32Array {
  const numbers: number[] = []
  for (let d = 1; d <= most; d += d < EVERY ? 1 : d >>> 5) numbers.push(d)
  return Uint32Array.from(numbers)
}

/** Enough cells that one holds about half a value, so that a count within a cell is a step or two. */
function gridSize(n: number): number {
  let size = 1024
  while (size < 2 * n && size < 1 << 20) size *= 2
  return size
}

/**
 * The number D of equal bins, of those that are tried, that maximises sum_j N_j ln(density_j) - (D + (ln D)^2.5), for values scaled to [0, 1]
 * (the first `n` of `scaled`). Bins are closed on the right. The counts at the breaks k/D of all D are read off one
 * sorted copy, through a grid that says how many values precede each of its cells.
 */
export function chooseBins(choice: BinChoice, scaled: Float64Array, n: number): number {
  const { numbers, xLogX, penalty, logBins } = choice
  const most = Math.min(mostBins(n), penalty.length - 1)
  order(choice, scaled, n)
  let best = 1
  let bestValue = xLogX[n] - penalty[1]
  for (let i = 1; i < numbers.length && numbers[i] <= most; i++) {
    const bins = numbers[i]
    let value = n * logBins[bins] - penalty[bins]
    let before = 0
    for (let k = 1; k < bins; k++) {
      const upTo = countUpTo(choice, k / bins)
      value += xLogX[upTo - before]
      before = upTo
    }
    value += xLogX[n - before]
    if (value > bestValue) {
      best = bins
      bestValue = value
    }
  }
  return best
}

/** Sorts the values into `ordered`; afterwards cells[c] of them lie before cell c. */
function order({ cells, ordered }: BinChoice, scaled: Float64Array, n: number): void {
  const grid = cells.length - 1
  ordered.set(scaled.subarray(0, n))
  ordered.subarray(0, n).sort()
  for (let c = 0, i = 0; c <= grid; c++) {
    while (i < n && Math.floor(ordered[i] * (grid - 1)) < c) i++
    cells[c] = i
  }
}

function countUpTo({ cells, ordered }: BinChoice, at: number): number {
  const cell = Math.floor(at * (cells.length - 2))
  let from = cells[cell]
  let to = cells[cell + 1]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (ordered[middle] <= at) from = middle + 1
    else to = middle
  }
  return from
}

/** The bin of a scaled value, bins closed on the right; values outside [0, 1] take the end bin. */
export function binOf(scaled: number, bins: number): number {
  const bin = Math.ceil(scaled * bins) - 1
  return bin < 0 ? 0 : bin < bins ? bin : bins - 1
}
