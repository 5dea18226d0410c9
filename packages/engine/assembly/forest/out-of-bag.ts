import { Numbers, walkRows } from './walk'

/** One tree of a batch: its records, and the rows it was not grown on, ascending. */
// @ts-ignore: decorator
@unmanaged
export class Judge {
  tree: usize
  rows: usize
  end: usize
}

/**
 * Lists the rows that are not among the first `psi` of `order`, ascending, and counts in `inBag` those that are.
 * `flags` has a zero byte for each row, and gets it back.
 */
export function listOutOfBag(order: usize, psi: u32, n: u32, flags: usize, inBag: usize, list: usize): usize {
  for (let i: u32 = 0; i < psi; i++) {
    const row = <usize>load<u32>(order + (<usize>i << 2))
    store<u8>(flags + row, 1)
    const count = inBag + (row << 2)
    store<u32>(count, load<u32>(count) + 1)
  }
  let end = list
  for (let row: u32 = 0; row < n; row++) {
    store<u32>(end, row)
    end += <usize>(1 - load<u8>(flags + row)) << 2
    store<u8>(flags + row, 0)
  }
  return end
}

/**
 * Walks the out-of-bag rows of several trees, block of rows by block of rows, so that a block is read from far memory
 * once for all trees.
 */
export function walkOutOfBag<C>(
  judges: usize, count: u32, rows: usize, stride: u32, n: u32, blockRows: u32, sums: usize, list: usize,
): void {
  for (let from: u32 = 0; from < n; from += blockRows) {
    const to = from + blockRows
    for (let t: u32 = 0; t < count; t++) {
      const judge = changetype<Judge>(judges + <usize>t * offsetof<Judge>())
      const start = judge.rows
      let stop = start
      while (stop < judge.end && load<u32>(stop) < to) stop += 4
      judge.rows = stop
      walkRows<C, Numbers>(judge.tree, 0, rows, stride, start, <u32>((stop - start) >>> 2), sums, list)
    }
  }
}

/** As listOutOfBag, for a list of u16, eight rows at a time; `flags` has 16 bytes more. */
export function listOutside(order: usize, psi: u32, n: u32, flags: usize, inBag: usize, packing: usize, list: usize): usize {
  for (let i: u32 = 0; i < psi; i++) {
    const row = <usize>load<u32>(order + (<usize>i << 2))
    store<u8>(flags + row, 1)
    const count = inBag + (row << 2)
    store<u32>(count, load<u32>(count) + 1)
  }
  for (let row = n; row < ((n + 7) & ~7); row++) store<u8>(flags + row, 1)
  let rows = i16x8(0, 1, 2, 3, 4, 5, 6, 7)
  let end = list
  for (let row: u32 = 0; row < n; row += 8) {
    const inside = i8x16.bitmask(i8x16.neg(v128.load64_zero(flags + row)))
    v128.store(end, i8x16.swizzle(rows, v128.load(packing + (<usize>inside << 4), 4096)))
    end += 16 - (<usize>popcnt(inside) << 1)
    rows = i16x8.add(rows, i16x8.splat(8))
  }
  memory.fill(flags, 0, n + 8)
  return end
}
