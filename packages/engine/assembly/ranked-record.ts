// A node as the walk reads it when values are ranks: numbers in the order of all numbers that a group of trees compares
// with. It needs a third of the memory of a record of doubles, and is as exact.
//
//    0  i32  the rank of the largest number below the training range; in a leaf RANK_OF_LEAF
//    4  i32  the rank of the split                                   (in a leaf, 4 .. 11 are its depth, f64)
//    8  i32  the rank of the largest value of the training range
//   12  u16  byte offset of the value in a group of rows (walk-ranked.ts)
//   14  u16  1 + the depth of the node
//   16  four slots of u16: where to go, in units of 8 bytes relative to the tree, if a value is above none of the
//       three ranks (stay), the first (left), the first two (right), all (stay). In a leaf all are itself.

export const RANKED_BYTES: usize = 24
export const RANK_OF_LEAF: i32 = i32.MAX_VALUE
/** The rank of what is above every value. */
export const RANK_OF_ALL: i32 = i32.MAX_VALUE - 1

/** Where a value, given in all lanes, goes from the record. */
// @ts-ignore: decorator
@inline
export function rankedNext(tree: usize, record: usize, x: v128): usize {
  const above = i32x4.bitmask(i32x4.gt_s(x, v128.load(record))) & 7
  return tree + (<usize>load<u16>(record + (<usize>popcnt(above) << 1), 16) << 3)
}

// @ts-ignore: decorator
@inline
export function rankedStep(tree: usize, record: usize, row: usize): usize {
  return rankedNext(tree, record, v128.load32_splat(row + load<u16>(record, 12)))
}

// @ts-ignore: decorator
@inline
export function rankedEndDepth(record: usize): f64 {
  return select<f64>(load<f64>(record, 4), f64(load<u16>(record, 14)), load<i32>(record) == RANK_OF_LEAF)
}
