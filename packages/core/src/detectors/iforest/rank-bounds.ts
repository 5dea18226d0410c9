import type { Feature } from '../../data/table.js'
import { sortedCopy } from '../../numeric/sort.js'
import type { Forest } from './forest.js'

/** Ends of ranges as ranks in the list of each feature's distinct ends; a forest has far fewer of those than nodes. */
export interface RankedBounds {
  /** Ascending, for each feature; empty for a categorical one. */
  readonly values: readonly Float64Array[]
  /** For every node of a numeric feature; 0 otherwise. */
  readonly low: Uint32Array
  readonly high: Uint32Array
}

export function rankBounds(forest: Forest, features: readonly Feature[]): RankedBounds {
  const total = forest.feature.length
  const numeric = features.map(({ kind }) => kind === 'numeric')
  const found = distinctPairs()
  const low = new Uint32Array(total)
  const high = new Uint32Array(total)
  for (let node = 0; node < total; node++) {
    const j = forest.feature[node]
    if (!numeric[j]) continue
    low[node] = found.add(j, forest.low[node])
    high[node] = found.add(j, forest.high[node])
  }
  const { values, rank } = rankPairs(found.pairs(), features.length)
  for (let node = 0; node < total; node++) {
    if (!numeric[forest.feature[node]]) continue
    low[node] = rank[low[node]]
    high[node] = rank[high[node]]
  }
  return { values, low, high }
}

interface Pairs {
  readonly feature: Int32Array
  readonly value: Float64Array
}

/** Numbers distinct pairs of a feature and a value as they come: a hash table with open addressing, at most half full. */
function distinctPairs(): { add(feature: number, value: number): number; pairs(): Pairs } {
  let features = new Int32Array(1 << 12)
  let values = new Float64Array(1 << 12)
  let slots = new Int32Array(1 << 13) // number of the pair + 1; 0 when free
  let count = 0
  const bits = new Float64Array(1)
  const halves = new Uint32Array(bits.buffer)
  const home = (feature: number, value: number): number => {
    bits[0] = value
    let h = Math.imul(halves[0] ^ Math.imul(halves[1], 0x9e3779b1), 0x85ebca6b) ^ Math.imul(feature + 1, 0xc2b2ae35)
    h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
    return (h ^ (h >>> 13)) & (slots.length - 1)
  }
  const grow = (): void => {
    const wider = new Float64Array(2 * values.length)
    wider.set(values)
    values = wider
    const more = new Int32Array(2 * features.length)
    more.set(features)
    features = more
    slots = new Int32Array(2 * slots.length)
    for (let i = 0; i < count; i++) {
      let slot = home(features[i], values[i])
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = i + 1
    }
  }
  return {
    add(feature, signed) {
      const value = signed + 0 // -0 and 0 are one value
      let slot = home(feature, value)
      for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
        const at = slots[slot] - 1
        if (values[at] === value && features[at] === feature) return at
      }
      if (count === values.length) {
        grow()
        slot = home(feature, value)
        while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      }
      features[count] = feature
      values[count] = value
      slots[slot] = ++count
      return count - 1
    },
    pairs: () => ({ feature: features.subarray(0, count), value: values.subarray(0, count) }),
  }
}

/** The values of each feature in ascending order, and the rank of every pair among those of its feature. */
function rankPairs({ feature, value }: Pairs, features: number): { values: Float64Array[]; rank: Uint32Array } {
  const sizes = new Uint32Array(features)
  for (const j of feature) sizes[j]++
  const unsorted = Array.from(sizes, (size) => new Float64Array(size))
  const filled = new Uint32Array(features)
  for (let i = 0; i < value.length; i++) unsorted[feature[i]][filled[feature[i]]++] = value[i]
  const values = unsorted.map(sortedCopy)
  const rank = new Uint32Array(value.length)
  for (let i = 0; i < value.length; i++) rank[i] = place(values[feature[i]], value[i])
  return { values, rank }
}

/** Where a value that is there stands in an ascending list. */
function place(list: Float64Array, value: number): number {
  let low = 0
  let high = list.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
