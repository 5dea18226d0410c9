import { BinChoice, chooseBins } from './loda-bins'
import { drawDirection, project, usedFeatures } from './loda-direction'
import { addDensities, Histogram } from './loda-histogram'
import { log } from './logarithm'
import { below, seedRandom } from './random'

/** What fitting projections reads and writes. Rows are padded to a multiple of 4. */
// @ts-ignore: decorator
@unmanaged
export class Loom {
  columns: usize
  rows: u32
  padded: u32
  width: u32
  choice: BinChoice
  /** f64 for each row: positions, the resample, sums of log densities and how many. */
  position: usize
  resample: usize
  sums: usize
  counts: usize
  /** u8 for each row: whether the resample has it. */
  drawn: usize
  /** The number of bins, or 0 if it is to be chosen. */
  bins: u32
}

const LOG_UNIT: f64 = 16777216

/** Draws projection `third` of a stream, makes the histogram of its resample, and adds to the sums of the rows it left out. */
export function fitProjection(
  loom: Loom, first: u32, second: u32, third: u32, feature: usize, weight: usize, histogram: Histogram, logEmpty: f64,
): void {
  seedRandom(first, second, third)
  const rows = loom.rows
  drawDirection(loom.width, feature, weight)
  project(loom.columns, <usize>loom.padded << 3, loom.padded, feature, weight, usedFeatures(loom.width), loom.position)
  memory.fill(loom.drawn, 0, rows)
  let size: u32 = 0
  for (let i: u32 = 0; i < rows; i++) {
    const row = below(rows)
    store<u8>(loom.drawn + row, 1)
    const x = load<f64>(loom.position + (<usize>row << 3))
    store<f64>(loom.resample + (<usize>size << 3), x)
    size += u32(x == x)
  }
  makeHistogram(loom, size, histogram, logEmpty)
  addDensities(histogram, logEmpty, loom.position, loom.padded, loom.drawn, loom.sums, loom.counts)
}

/** Core's logHistogram of the first `n` values of the resample, which it overwrites. */
function makeHistogram(loom: Loom, n: u32, histogram: Histogram, logEmpty: f64): void {
  const values = loom.resample
  const end = values + (<usize>n << 3)
  let low: f64 = Infinity
  let high: f64 = -Infinity
  for (let at = values; at < end; at += 8) {
    const x = load<f64>(at)
    low = x < low ? x : low
    high = x > high ? x : high
  }
  const range = high - low
  histogram.bins = 1
  histogram.low = low
  histogram.range = range
  store<f64>(histogram.logDensity, 0)
  if (n == 0 || range == Infinity) {
    histogram.low = 0
    histogram.range = Infinity
    return
  }
  if (range == 0) return
  for (let at = values; at < end; at += 8) store<f64>(at, (load<f64>(at) - low) / range)
  const bins = loom.bins > 0 ? loom.bins : chooseBins(loom.choice, values, n)
  histogram.bins = bins
  const density = histogram.logDensity
  memory.fill(density, 0, <usize>bins << 3)
  const most = f64(bins)
  for (let at = values; at < end; at += 8) {
    const bin = ceil(load<f64>(at) * most) - 1
    const count = density + (<usize>(bin < 0 ? 0 : bin < most ? <u32>bin : bins - 1) << 3)
    store<f64>(count, load<f64>(count) + 1)
  }
  const logRange = log(range)
  for (let at = density; at < density + (<usize>bins << 3); at += 8) {
    const count = load<f64>(at)
    store<f64>(at, count == 0 ? logEmpty : toUnit(log((count * most) / f64(n)) - logRange))
  }
}

/** Math.round(x / 2^-24) * 2^-24 of JavaScript. */
function toUnit(x: f64): f64 {
  const scaled = x * LOG_UNIT
  const down = floor(scaled)
  return (scaled - down >= 0.5 ? down + 1 : down) / LOG_UNIT
}

/** Adds the densities of some training rows, whose values stand completed in columns of their own, where the resample left them out. */
export function addCompleted(
  loom: Loom, projection: Projection, logEmpty: f64, rows: usize, count: u32, columns: usize, padded: u32, position: usize,
  skip: usize, sums: usize, counts: usize,
): void {
  for (let k: usize = 0; k < count; k++) {
    store<u8>(skip + k, load<u8>(loom.drawn + load<u32>(rows + (k << 2))))
  }
  project(columns, <usize>padded << 3, padded, projection.feature, projection.weight, projection.used, position)
  addDensities(projection.histogram, logEmpty, position, padded, skip, sums, counts)
}

/** A direction and its histogram. */
// @ts-ignore: decorator
@unmanaged
export class Projection {
  feature: usize
  weight: usize
  used: u32
  histogram: Histogram
}

/** Adds the log densities of `rows` rows (a multiple of 4, columns of `stride` bytes) in all projections. */
export function scoreProjections(
  projections: usize, count: u32, logEmpty: f64, columns: usize, stride: usize, rows: u32, position: usize, sums: usize,
  counts: usize,
): void {
  for (let p: u32 = 0; p < count; p++) {
    const projection = changetype<Projection>(projections + <usize>p * offsetof<Projection>())
    project(columns, stride, rows, projection.feature, projection.weight, projection.used, position)
    addDensities(projection.histogram, logEmpty, position, rows, 0, sums, counts)
  }
}
