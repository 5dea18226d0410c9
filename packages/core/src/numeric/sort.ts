const DIGIT_BITS = 11
const BUCKETS = 1 << DIGIT_BITS
const PASSES = 6 // 6 x 11 bits cover the 64 of a key
/** Below this the engine's own sort is faster than the passes over the buckets. */
const RADIX_FROM = 3000

/** An ascending copy. NaN is not allowed. */
export function sortedCopy(values: ArrayLike<number>): Float64Array {
  const copy = values instanceof Float64Array ? values.slice() : Float64Array.from(values)
  if (copy.length < RADIX_FROM) return copy.sort()
  return radixSort(copy)
}

const SELECT_FROM = 500
const SELECT_BUCKETS = 1024

/** sortedCopy(values)[k] without sorting them all: only those in the same bucket of the range. */
export function kthSmallest(values: Float64Array, k: number): number {
  if (values.length < SELECT_FROM) return sortedCopy(values)[k]
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i]
    if (values[i] > high) high = values[i]
  }
  const perUnit = (SELECT_BUCKETS - 1) / (high - low)
  if (!(perUnit > 0 && perUnit < Number.POSITIVE_INFINITY)) return sortedCopy(values)[k]
  const counts = new Uint32Array(SELECT_BUCKETS + 1)
  for (let i = 0; i < values.length; i++) counts[((values[i] - low) * perUnit) | 0]++
  let bucket = 0
  let before = 0
  while (before + counts[bucket] <= k) before += counts[bucket++]
  const inBucket = new Float64Array(counts[bucket])
  let found = 0
  for (let i = 0; i < values.length; i++) {
    if ((((values[i] - low) * perUnit) | 0) === bucket) inBucket[found++] = values[i]
  }
  return sortedCopy(inBucket)[k - before]
}

/**
 * Least-significant-digit radix sort on the order-preserving image of a double: flip all bits of negative numbers,
 * the sign bit of the others. Keys are kept as two 32-bit halves; passes in which all keys agree are skipped.
 */
function radixSort(values: Float64Array): Float64Array {
  const n = values.length
  let words: Uint32Array = new Uint32Array(values.buffer, values.byteOffset, 2 * n)
  let spare: Uint32Array = new Uint32Array(2 * n)
  const counts = new Uint32Array(PASSES * BUCKETS)
  for (let i = 0; i < n; i++) {
    const flip = words[2 * i + 1] >>> 31 === 1 ? 0xffffffff : 0
    const low = (words[2 * i] ^= flip)
    const high = (words[2 * i + 1] ^= flip | 0x80000000)
    for (let pass = 0; pass < PASSES; pass++) counts[pass * BUCKETS + digit(low, high, pass)]++
  }
  for (let pass = 0; pass < PASSES; pass++) {
    const offsets = counts.subarray(pass * BUCKETS, (pass + 1) * BUCKETS)
    if (offsets[digit(words[0], words[1], pass)] === n) continue
    let total = 0
    for (let b = 0; b < BUCKETS; b++) {
      const count = offsets[b]
      offsets[b] = total
      total += count
    }
    for (let i = 0; i < n; i++) {
      const low = words[2 * i]
      const high = words[2 * i + 1]
      const to = 2 * offsets[digit(low, high, pass)]++
      spare[to] = low
      spare[to + 1] = high
    }
    const swap = words
    words = spare
    spare = swap
  }
  for (let i = 0; i < n; i++) {
    const flip = words[2 * i + 1] >>> 31 === 1 ? 0 : 0xffffffff
    words[2 * i] ^= flip
    words[2 * i + 1] ^= flip | 0x80000000
  }
  return new Float64Array(words.buffer, words.byteOffset, n)
}

function digit(low: number, high: number, pass: number): number {
  const shift = pass * DIGIT_BITS
  if (shift >= 32) return (high >>> (shift - 32)) & (BUCKETS - 1)
  if (shift + DIGIT_BITS <= 32) return (low >>> shift) & (BUCKETS - 1)
  return ((low >>> shift) | (high << (32 - shift))) & (BUCKETS - 1)
}

/** How many of the ascending values are <= t. */
export function countAtMost(sorted: Float64Array, t: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (sorted[middle] <= t) low = middle + 1
    else high = middle
  }
  return low
}
