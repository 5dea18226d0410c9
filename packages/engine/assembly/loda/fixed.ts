import { LodaRoom } from './fit'
import { addDensities, binsOf, Histogram, setRange, writeDensities } from './histogram'

/**
 * The histogram of a resample when the number of bins is given, and the densities of the rows it left out. A row has
 * the same bin wherever it is needed, so it is found once; the resample itself is but the number of times that each
 * row was drawn.
 */
export function fitGivenBins(room: LodaRoom, histogram: Histogram, logEmpty: f64): void {
  const rows = <usize>room.padded
  const n = findRange(room, rows)
  if (!setRange(histogram, n, low, high)) {
    addDensities(histogram, logEmpty, room.position, room.padded, room.drawn, room.sums, room.counts)
    return
  }
  const range = histogram.range
  histogram.bins = room.bins
  // Tables without missing values do not pay for them.
  if (missing) tallyBins<Gaps>(room, rows, range)
  else tallyBins<Whole>(room, rows, range)
  writeDensities(histogram, room.tallies, 4, n, logEmpty)
  if (missing) addByBin<Gaps>(room, rows, histogram.logDensity)
  else addByBin<Whole>(room, rows, histogram.logDensity)
}

type Whole = i32
type Gaps = f64

let low: f64 = 0
let high: f64 = 0
/** Whether a position is NaN. */
let missing: bool = false

/** The range of the positions that were drawn; returns how often any was. */
function findRange(room: LodaRoom, rows: usize): u32 {
  const position = room.position
  const drawn = room.drawn
  let lows = f64x2.splat(Infinity)
  let highs = f64x2.splat(-Infinity)
  let gaps = f64x2.splat(0)
  for (let i: usize = 0; i < rows; i += 4) {
    const x = v128.load(position + (i << 3))
    const y = v128.load(position + (i << 3), 16)
    const left = leftOut(drawn + i)
    // With all bits set, what is left out is NaN, which does not count: it is neither below nor above.
    const drawnX = v128.or(x, i64x2.extend_low_i32x4_s(left))
    const drawnY = v128.or(y, i64x2.extend_high_i32x4_s(left))
    lows = f64x2.pmin(f64x2.pmin(lows, drawnX), drawnY)
    highs = f64x2.pmax(f64x2.pmax(highs, drawnX), drawnY)
    gaps = v128.or(gaps, v128.or(f64x2.ne(x, x), f64x2.ne(y, y)))
  }
  low = min(f64x2.extract_lane(lows, 0), f64x2.extract_lane(lows, 1))
  high = max(f64x2.extract_lane(highs, 0), f64x2.extract_lane(highs, 1))
  missing = v128.any_true(gaps)
  return missing ? countDraws(position, drawn, room.rows) : room.rows
}

/** How often rows were drawn whose position is not NaN. */
function countDraws(position: usize, drawn: usize, rows: u32): u32 {
  let count: u32 = 0
  for (let i: usize = 0; i < rows; i++) {
    const x = load<f64>(position + (i << 3))
    count += x == x ? load<u8>(drawn + i) : 0
  }
  return count
}

/** For each of four rows 32 bits, all set if it was not drawn. */
// @ts-ignore: decorator
@inline
function leftOut(drawn: usize): v128 {
  const none = i8x16.eq(v128.load32_zero(drawn), i8x16.splat(0))
  return i32x4.extend_low_i16x8_s(i16x8.extend_low_i8x16_s(none))
}

/** Notes the bin of each row (u16), and counts the draws of each bin: four u32 to be added, as in countBins. */
function tallyBins<M>(room: LodaRoom, rows: usize, range: f64): void {
  const position = room.position
  const drawn = room.drawn
  const tallies = room.tallies
  const noted = room.resample
  memory.fill(tallies, 0, <usize>room.bins << 4)
  const parts = i32x4.add(i32x4.splat(<i32>tallies), i32x4(0, 4, 8, 12))
  const from = f64x2.splat(low)
  const width = f64x2.splat(range)
  const most = f64x2.splat(f64(room.bins))
  const last = f64x2.splat(f64(room.bins - 1))
  for (let i: usize = 0; i < rows; i += 4) {
    const x = v128.load(position + (i << 3))
    const y = v128.load(position + (i << 3), 16)
    const first = binsOf(f64x2.div(f64x2.sub(x, from), width), most, last)
    const second = binsOf(f64x2.div(f64x2.sub(y, from), width), most, last)
    const bins = v128.shuffle<i32>(first, second, 0, 2, 4, 6)
    v128.store64_lane(noted + (i << 1), i16x8.narrow_i32x4_u(bins, bins), 0)
    const at = i32x4.add(i32x4.shl(bins, 4), parts)
    let times = load<u32>(drawn + i)
    // A position that is NaN counts nowhere.
    if (isFloat<M>()) times &= bytesOf(i64x2.bitmask(f64x2.eq(x, x)) | (i64x2.bitmask(f64x2.eq(y, y)) << 2))
    tally(i32x4.extract_lane(at, 0), times & 255)
    tally(i32x4.extract_lane(at, 1), (times >>> 8) & 255)
    tally(i32x4.extract_lane(at, 2), (times >>> 16) & 255)
    tally(i32x4.extract_lane(at, 3), times >>> 24)
  }
}

/** Four bits as bytes of ones. */
// @ts-ignore: decorator
@inline
function bytesOf(bits: i32): u32 {
  return ((<u32>bits * 0x00204081) & 0x01010101) * 255
}

// @ts-ignore: decorator
@inline
function tally(at: usize, times: u32): void {
  store<u32>(at, load<u32>(at) + times)
}

/** Adds to each row that was not drawn, and whose position is known, the log density of its bin. */
function addByBin<M>(room: LodaRoom, rows: usize, logDensity: usize): void {
  const position = room.position
  const drawn = room.drawn
  const noted = room.resample
  const sums = room.sums
  const counts = room.counts
  for (let i: usize = 0; i < rows; i += 4) {
    const left = leftOut(drawn + i)
    const bins = noted + (i << 1)
    addPair<M>(i << 3, bins, i64x2.extend_low_i32x4_s(left), position, logDensity, sums, counts)
    addPair<M>((i << 3) + 16, bins + 4, i64x2.extend_high_i32x4_s(left), position, logDensity, sums, counts)
  }
}

// @ts-ignore: decorator
@inline
function addPair<M>(
  at: usize, bins: usize, leftOut: v128, position: usize, logDensity: usize, sums: usize, counts: usize,
): void {
  let used = leftOut
  if (isFloat<M>()) {
    const x = v128.load(position + at)
    used = v128.and(f64x2.eq(x, x), leftOut)
  }
  const first = v128.load64_zero(logDensity + (<usize>load<u16>(bins) << 3))
  const density = v128.load_lane<f64>(logDensity + (<usize>load<u16>(bins, 2) << 3), first, 1)
  v128.store(sums + at, f64x2.add(v128.load(sums + at), v128.and(density, used)))
  v128.store(counts + at, f64x2.add(v128.load(counts + at), v128.and(f64x2.splat(1), used)))
}
