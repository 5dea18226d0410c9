import { END, HEAVY_RIGHT, LEAST_END, RANKED_BYTES } from './ranked-record'

/**
 * The sum of the depths at which `count` trees (u32 addresses at `trees`) isolate one row of ranks. All paths take a
 * step before any takes the next, so that the memory has many requests at a time. `list` has room for 4 bytes per
 * tree, `ends` says what each end adds (i64, in units of 2^-20).
 */
export function walkOneRanked(trees: usize, count: u32, row: usize, ends: usize, list: usize): f64 {
  let from = trees
  let stop = trees + (<usize>count << 2)
  let sum: i64 = 0
  while (stop > from) {
    sum += <i64>((stop - from) >>> 2) << 20
    let end = list
    for (let at = from; at < stop; at += 4) {
      const record = <usize>load<u32>(at)
      const x = <i32>load<i16>(row + ((<usize>load<u16>(record, 6) & ~HEAVY_RIGHT) << 1))
      const right = <usize>(x > <i32>load<i16>(record, 2)) << 1
      const outside = u32(x < <i32>load<i16>(record)) | u32(x > <i32>load<i16>(record, 4))
      const next = <u32>load<u16>(record + right, 8) | (-outside & END)
      const ended = u32(next >= LEAST_END)
      sum += load<i64>(ends + (<usize>((END - next) & -ended) << 3))
      store<u32>(end, <u32>record + next * <u32>RANKED_BYTES)
      end += <usize>(ended ^ 1) << 2
    }
    from = list
    stop = end
  }
  return f64(sum) / 1048576
}
