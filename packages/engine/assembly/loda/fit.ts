import { BinChoice, chooseBins } from './bins'
import { drawDirection, project, usedFeatures } from './direction'
import { fitGivenBins } from './fixed'
import { addDensities, binsOf, Histogram, setRange, writeDensities } from './histogram'
import { drawMany, seedRandom, tallyDraws } from '../random'

/** What fitting projections reads and writes. Rows are padded to a multiple of 4. */
// @ts-ignore: decorator
@unmanaged
export class LodaRoom {
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
  /** u8 for each row: whether the resample has it; with a given number of bins, how often (that it is 256 times has a chance below 1e-500). */
  drawn: usize
  /** u32 for each row. */
  draws: usize
  /** 16 bytes for each bin. */
  tallies: usize
  /** The number of bins, or 0 if it is to be chosen. */
  bins: u32
}

/** Draws projection `third` of a stream, makes the histogram of its resample, and adds to the sums of the rows it left out. */
export function fitProjection(
  room: LodaRoom, first: u32, second: u32, third: u32, feature: usize, weight: usize, histogram: Histogram, logEmpty: f64,
): void {
  seedRandom(first, second, third)
  const rows = room.rows
  drawDirection(room.width, feature, weight)
  project(room.columns, <usize>room.padded << 3, room.padded, feature, weight, usedFeatures(room.width), room.position)
  memory.fill(room.drawn, 0, rows)
  if (room.bins > 0) {
    tallyDraws(rows, rows, room.drawn)
    fitGivenBins(room, histogram, logEmpty)
    return
  }
  let size: u32 = 0
  drawMany(rows, rows, room.draws)
  for (let i: usize = 0; i < rows; i++) {
    const row = <usize>load<u32>(room.draws + (i << 2))
    store<u8>(room.drawn + row, 1)
    const x = load<f64>(room.position + (row << 3))
    store<f64>(room.resample + (<usize>size << 3), x)
    size += u32(x == x)
  }
  makeHistogram(room, size, histogram, logEmpty)
  addDensities(histogram, logEmpty, room.position, room.padded, room.drawn, room.sums, room.counts)
}

/** Core's logHistogram of the first `n` values of the resample, which it overwrites. */
function makeHistogram(room: LodaRoom, n: u32, histogram: Histogram, logEmpty: f64): void {
  const values = room.resample
  const end = values + (<usize>n << 3)
  // Rows are padded, and the values behind the last repeat it, so that pairs need no rest.
  for (let k: u32 = n; n > 0 && k < ((n + 3) & ~3); k++) store<f64>(values + (<usize>k << 3), load<f64>(end - 8))
  let lows = f64x2.splat(Infinity)
  let highs = f64x2.splat(-Infinity)
  for (let at = values; at < end; at += 32) {
    const first = v128.load(at)
    const second = v128.load(at, 16)
    lows = f64x2.pmin(lows, f64x2.pmin(first, second))
    highs = f64x2.pmax(highs, f64x2.pmax(first, second))
  }
  const low = min(f64x2.extract_lane(lows, 0), f64x2.extract_lane(lows, 1))
  const high = max(f64x2.extract_lane(highs, 0), f64x2.extract_lane(highs, 1))
  if (!setRange(histogram, n, low, high)) return
  const range = histogram.range
  const from = f64x2.splat(low)
  const width = f64x2.splat(range)
  for (let at = values; at < end; at += 16) v128.store(at, f64x2.div(f64x2.sub(v128.load(at), from), width))
  const bins = chooseBins(room.choice, values, n)
  histogram.bins = bins
  countBins(room.tallies, values, n, bins)
  writeDensities(histogram, room.tallies, 2, n, logEmpty)
}

/** How many values fall into each bin: two u32 to be added, so that neighbours in one bin do not wait for each other. */
function countBins(tallies: usize, values: usize, n: u32, bins: u32): void {
  memory.fill(tallies, 0, <usize>bins << 3)
  const most = f64x2.splat(f64(bins))
  const last = f64x2.splat(f64(bins - 1))
  for (let i: u32 = 0; i < n; i += 2) {
    const bin = binsOf(v128.load(values + (<usize>i << 3)), most, last)
    const first = tallies + (<usize>i32x4.extract_lane(bin, 0) << 3)
    store<u32>(first, load<u32>(first) + 1)
    if (i + 1 == n) return
    const second = tallies + (<usize>i32x4.extract_lane(bin, 2) << 3)
    store<u32>(second, load<u32>(second, 4) + 1, 4)
  }
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

/** Where projections are noted, one after another; how many, and how many bins they have together. */
// @ts-ignore: decorator
@unmanaged
export class Notes {
  feature: usize
  weight: usize
  low: usize
  range: usize
  bins: usize
  logDensity: usize
  count: u32
  filled: u32
}

export function noteProjection(projection: Projection, notes: Notes): void {
  const used = <usize>projection.used
  const at = <usize>notes.count
  const histogram = projection.histogram
  const bins = histogram.bins
  memory.copy(notes.feature + ((at * used) << 2), projection.feature, used << 2)
  memory.copy(notes.weight + ((at * used) << 3), projection.weight, used << 3)
  store<f64>(notes.low + (at << 3), histogram.low)
  store<f64>(notes.range + (at << 3), histogram.range)
  store<u32>(notes.bins + (at << 2), bins)
  memory.copy(notes.logDensity + (<usize>notes.filled << 3), histogram.logDensity, <usize>bins << 3)
  notes.count++
  notes.filled += bins
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
