import { END, HEAVY_RIGHT, LEAST_END, RANKED_BYTES } from './ranked-record'

/**
 * The sum of the depths at which `count` trees (u32 addresses at `trees`) isolate one row of ranks. All paths take a
 * step before any takes the next, so that the memory has many requests at a time. `list` has room for 8 bytes per
 * tree, `ends` says what each end adds (i64, in units of 2^-20).
 */
export function walkOneRanked(trees: usize, count: u32, row: usize, ends: usize, list: usize): f64 {
  let from = trees
  let stop = trees + (<usize>count << 2)
  let steps: usize = 0
  // Ends (u16) are added up when all paths have ended.
  const ended = list + (<usize>count << 2)
  let lastEnd = ended
  while (stop > from) {
    steps += stop - from
    let end = list
    for (let at = from; at < stop; at += 4) {
      const record = <usize>load<u32>(at)
      const x = <i32>load<i16>(row + ((<usize>load<u16>(record, 6) & ~HEAVY_RIGHT) << 1))
      const right = <usize>(x > <i32>load<i16>(record, 2)) << 1
      const outside = u32(x < <i32>load<i16>(record)) | u32(x > <i32>load<i16>(record, 4))
      const next = <u32>load<u16>(record + right, 8) | (0 - outside)
      const on = <usize>(next < LEAST_END)
      store<u32>(end, <u32>record + next * <u32>RANKED_BYTES)
      store<u16>(lastEnd, <u16>next)
      end += on << 2
      lastEnd += (on ^ 1) << 1
    }
    from = list
    stop = end
  }
  let sum = <i64>(steps >>> 2) << 20
  for (let at = ended; at < lastEnd; at += 2) sum += load<i64>(ends + (<usize>(END - load<u16>(at)) << 3))
  return f64(sum) / 1048576
}
