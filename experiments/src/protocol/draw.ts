import type { Random } from '@xenolith/core'

/** 0 .. size - 1 in random order; only the first `count` are drawn, and given. */
export function drawOrder(size: number, count: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: size }, (_, i) => i)
  for (let i = 0; i < count; i++) {
    const j = i + random.below(size - i)
    const swap = order[i]
    order[i] = order[j]
    order[j] = swap
  }
  return order.subarray(0, count)
}

/** A fold number for each of `rows` rows: sizes differ by at most one, the order is random. */
export function drawFolds(rows: number, folds: number, random: Random): Uint8Array {
  const fold = new Uint8Array(rows)
  drawOrder(rows, rows, random).forEach((row, i) => {
    fold[row] = i % folds
  })
  return fold
}
