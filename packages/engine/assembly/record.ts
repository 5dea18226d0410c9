// A node as the walk reads it. Offsets in bytes; the numbers in brackets are those of the wide form.
//
//    0  low f64       a value outside [low, high] stays at the node: its path ends there
//    8  split f64     values up to it go left
//   16  high f64      (in a leaf: the depth at which it isolates)
//   24  left          u16 (u32), in units of one record, relative to the tree
//   26  right   (28)
//   28  feature (32)  byte offset of the value in a row
//   30  depth   (36)  1 + depth of the node: what a path that ends here adds
//
// A leaf has low = +Infinity, so every value stays there, and both children are itself. Leaves of one or two rows at
// one depth share a record: a tree of 1354 nodes takes 44 KB.
//
// A categorical node has bit CATEGORICAL in its offset and masks of categories in place of split (those that go left)
// and high (those present). Of a feature with too many categories for a mask (SEARCHED) both are empty.

export const CATEGORICAL: usize = 1
export const SEARCHED: usize = 2

// @ts-ignore: decorator
@inline
export function recordBytes<C>(): usize {
  return 24 + 4 * sizeof<C>()
}

// @ts-ignore: decorator
@inline
export function leftOf<C>(record: usize): usize {
  return <usize>load<C>(record, 24)
}

// @ts-ignore: decorator
@inline
export function rightOf<C>(record: usize): usize {
  return <usize>load<C>(record, 24 + sizeof<C>())
}

// @ts-ignore: decorator
@inline
export function offsetOf<C>(record: usize): usize {
  return <usize>load<C>(record, 24 + 2 * sizeof<C>())
}

// @ts-ignore: decorator
@inline
export function depthOf<C>(record: usize): u32 {
  return <u32>load<C>(record, 24 + 3 * sizeof<C>())
}

/** The address of a record: 32 bytes are a shift, 40 a product. */
// @ts-ignore: decorator
@inline
export function recordAt<C>(tree: usize, index: usize): usize {
  return sizeof<C>() == 2 ? tree + (index << 5) : tree + index * 40
}

// @ts-ignore: decorator
@inline
export function isLeaf(record: usize): bool {
  return load<f64>(record) == Infinity
}

/** The depth that a path adds which ended at the record. */
// @ts-ignore: decorator
@inline
export function endDepth<C>(record: usize): f64 {
  return select<f64>(load<f64>(record, 16), f64(depthOf<C>(record)), isLeaf(record))
}
