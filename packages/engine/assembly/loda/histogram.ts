import { log } from '../logarithm'

const LOG_UNIT: f64 = 16777216

/** Log densities over equal bins of [low, low + range]. */
// @ts-ignore: decorator
@unmanaged
export class Histogram {
  low: f64
  range: f64
  /** f64 for each bin. */
  logDensity: usize
  bins: u32
}

/** Added to a whole number below 2^32, it leaves that number in the low half of the double. */
const WHOLE: f64 = 4503599627370496

/**
 * The bins of two scaled values, as core's binOf: closed on the right, the end bins for values outside and for NaN.
 * They are the lanes 0 and 2 of the four.
 */
// @ts-ignore: decorator
@inline
export function binsOf(scaled: v128, bins: v128, last: v128): v128 {
  const bin = f64x2.sub(f64x2.ceil(f64x2.mul(scaled, bins)), f64x2.splat(1))
  return f64x2.add(f64x2.pmax(f64x2.splat(0), f64x2.pmin(last, bin)), f64x2.splat(WHOLE))
}

/** The log densities at two positions. */
// @ts-ignore: decorator
@inline
function densitiesAt(x: v128, low: v128, range: v128, bins: v128, last: v128, logDensity: usize): v128 {
  const bin = binsOf(f64x2.div(f64x2.sub(x, low), range), bins, last)
  const first = v128.load64_splat(logDensity + (<usize>i32x4.extract_lane(bin, 0) << 3))
  return v128.load_lane<f64>(logDensity + (<usize>i32x4.extract_lane(bin, 2) << 3), first, 1)
}

/** All bits set for each of two rows whose byte is zero. */
// @ts-ignore: decorator
@inline
function keptAt(skip: usize): v128 {
  const first = i64x2.splat(-i64(load<u8>(skip) == 0))
  return i64x2.replace_lane(first, 1, -i64(load<u8>(skip, 1) == 0))
}

/** The range of a histogram of `n` values; false if it is of one bin only, having too few values or too far apart. */
export function setRange(histogram: Histogram, n: u32, low: f64, high: f64): bool {
  const range = high - low
  histogram.bins = 1
  store<f64>(histogram.logDensity, 0)
  const none = n == 0 || range == Infinity
  histogram.low = none ? 0 : low
  histogram.range = none ? Infinity : range
  return !none && range != 0
}

/** The log densities of `n` values, of which each bin has the sum of `parts` u32, less their mean over these values. */
export function writeDensities(histogram: Histogram, tallies: usize, parts: usize, n: u32, logEmpty: f64): void {
  const bins = histogram.bins
  const logRange = log(histogram.range)
  let total: f64 = 0
  for (let bin: usize = 0; bin < bins; bin++) {
    let sum: u32 = 0
    for (let part: usize = 0; part < parts; part++) sum += load<u32>(tallies + ((bin * parts + part) << 2))
    const density = sum == 0 ? logEmpty : toUnit(log((f64(sum) * f64(bins)) / f64(n)) - logRange)
    store<f64>(histogram.logDensity + (bin << 3), density)
    total += f64(sum) * density
  }
  const mean = toUnit(total / f64(n))
  for (let bin: usize = 0; bin < bins; bin++) {
    const at = histogram.logDensity + (bin << 3)
    store<f64>(at, load<f64>(at) - mean)
  }
}

/** Math.round(x / 2^-24) * 2^-24 of JavaScript. */
function toUnit(x: f64): f64 {
  const scaled = x * LOG_UNIT
  const down = floor(scaled)
  return (scaled - down >= 0.5 ? down + 1 : down) / LOG_UNIT
}

/**
 * Adds the log density at each position to the rows' sums and 1 to their counts (f64), except where the position is
 * NaN or, with `skip`, where a row has its byte set there. `rows` is a multiple of 4.
 */
export function addDensities(
  histogram: Histogram, logEmpty: f64, positions: usize, rows: u32, skip: usize, sums: usize, counts: usize,
): void {
  const low = f64x2.splat(histogram.low)
  const range = f64x2.splat(histogram.range)
  const bins = f64x2.splat(f64(histogram.bins))
  const last = f64x2.splat(f64(histogram.bins - 1))
  const logDensity = histogram.logDensity
  const single = histogram.range == 0
  for (let i: usize = 0; i < <usize>rows << 3; i += 16) {
    const x = v128.load(positions + i)
    let density: v128
    if (single) {
      const same = f64x2.eq(x, low)
      density = v128.bitselect(v128.load64_splat(logDensity), f64x2.splat(logEmpty), same)
    } else density = densitiesAt(x, low, range, bins, last, logDensity)
    let used = f64x2.eq(x, x)
    if (skip != 0) used = v128.and(used, keptAt(skip + (i >>> 3)))
    v128.store(sums + i, f64x2.add(v128.load(sums + i), v128.and(density, used)))
    if (counts != 0) v128.store(counts + i, f64x2.add(v128.load(counts + i), v128.and(f64x2.splat(1), used)))
  }
}
