// A node as the walk reads it. Offsets in bytes; those in brackets are of the wide form, with slots of 32 bits.
//
//    0  f64  the largest number below the training range: values above it are not below the range
//    8  f64  the split: values above it go right
//   16  f64  the largest value of the training range: values above it are outside
//   24  f64  +Infinity
//   32  eight slots of u16 (u32)
//
// One comparison with the four numbers gives a mask of 0, 1, 3 or 7, and the slot of that number says where to go, in
// units of 16 bytes relative to the tree: slots 0 and 7 are the node itself, where the path ends; 1 and 3 its
// children. Between them stand the byte offset of the value in a row (slot 2) and 1 + the depth of the node (slot 4),
// which is what a path that ends here adds. NaN compares with nothing, so it stays.
//
// In a leaf all numbers are +Infinity, so every value stays; its depth is an f64 from slot 4 on. Leaves of one or two
// rows at one depth share a record: a tree of 1354 nodes takes 66 KB.
//
// A categorical node has bit CATEGORICAL in its offset and masks of categories at 8 (those that go left) and 16 (those
// present). Of a feature with too many categories for a mask (SEARCHED) both are empty.

export const CATEGORICAL: usize = 1
export const SEARCHED: usize = 2

export const STAY: usize = 0
export const LEFT: usize = 1
export const OFFSET: usize = 2
export const RIGHT: usize = 3
export const DEPTH: usize = 4
export const STAY_ABOVE: usize = 7

// @ts-ignore: decorator
@inline
export function recordBytes<C>(): usize {
  return 32 + 8 * sizeof<C>()
}

// @ts-ignore: decorator
@inline
export function slotOf<C>(record: usize, slot: usize): usize {
  return <usize>load<C>(record + slot * sizeof<C>(), 32)
}

// @ts-ignore: decorator
@inline
export function setSlot<C>(record: usize, slot: usize, value: usize): void {
  store<C>(record + slot * sizeof<C>(), <C>value, 32)
}

/** What a slot holds for the record number `index`. */
// @ts-ignore: decorator
@inline
export function reference<C>(index: u32): usize {
  return <usize>index * (recordBytes<C>() >>> 4)
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
  const inLeaf = load<f64>(record, 32 + 4 * sizeof<C>())
  return select<f64>(inLeaf, f64(<u32>slotOf<C>(record, DEPTH)), isLeaf(record))
}
