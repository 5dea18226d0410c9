// A node as the walk reads it when values are ranks: numbers in the order of all numbers that a group of trees compares
// with, as 16 bits. It needs a quarter of the memory of a record of doubles, and is as exact.
//
//    0  i16  values below it (by rank) are outside the training range
//    2  i16  the split: values above it go right
//    4  i16  values above it are outside the training range
//    6  u16  the feature, with HEAVY_RIGHT if more of the node's training rows go right than left
//    8  u16  left, then right: how many records further on the child is, or from LEAST_END on the end of the path
//
// In a model, of two children that of more training rows comes next in memory: a path mostly goes on where it is.
//
// Ends: a path adds its steps, and what the table of ends says for END - end, in units of 2^-20. END itself is a leaf
// of one row, which adds nothing, as does a value outside the range.

export const RANKED_BYTES: usize = 12
export const HEAVY_RIGHT: usize = 0x8000
export const END: u32 = 0xffff
export const LEAST_END: u32 = 0xf000

/** Ranks stand around zero, since SIMD compares signed numbers. */
export const LEAST_RANK: i32 = -32768
export const MOST_RANK: i32 = 32767
