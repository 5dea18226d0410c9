import { END, LEAST_END } from './ranked-record'

/** What paths add at their ends: codes of leaf sizes, given out as they are met. */
// @ts-ignore: decorator
@unmanaged
export class Ends {
  /** u16 for each size of a leaf: its end, or 0 if it has none yet. */
  ofSize: usize
  /** f64 for each end, END first: what it adds. */
  adds: usize
  /** c(n) for each size of a leaf. */
  leafDepth: usize
  /** Ends given out so far; too many if more than END - LEAST_END + 1. */
  used: u32
}

/** The end of paths in a leaf of `size` rows. */
// @ts-ignore: decorator
@inline
export function endOf(ends: Ends, size: u32): u16 {
  const known = load<u16>(ends.ofSize + (<usize>size << 1))
  return known != 0 ? known : newEnd(ends, size)
}

function newEnd(ends: Ends, size: u32): u16 {
  const used = ends.used++
  if (used > END - LEAST_END) return <u16>END
  const end = <u16>(END - used)
  store<u16>(ends.ofSize + (<usize>size << 1), end)
  store<f64>(ends.adds + (<usize>used << 3), load<f64>(ends.leafDepth + (<usize>size << 3)))
  return end
}
