import { expect, it } from 'vitest'
import { TIE_BITS, TieBits, tieSeed } from '../../src/cdf/tie-seed.js'

const bits = Array.from({ length: TIE_BITS }, (_, i) => (i * i + i) % 3 === 2)
const seed = bits.reduce((number, bit) => 2 * number + Number(bit), 0)
/** A pair of rows for each bit: the first one smaller, or the second one. */
const pairs = (of: readonly boolean[]): number[] => of.flatMap((bit) => (bit ? [1, 2] : [2, 1]))
const rising = pairs(bits.map(() => true))
const falling = pairs(bits.map(() => false))

it('is the order of the first unequal pairs, whatever follows', () => {
  expect(tieSeed(pairs(bits), [])).toBe(seed)
  expect(tieSeed([], pairs(bits))).toBe(seed)
  expect(tieSeed(pairs(bits.slice(0, 5)), [...pairs(bits.slice(5)), ...rising])).toBe(seed)
  expect(tieSeed([...pairs(bits), ...falling], rising)).toBe(seed)
})

it('passes over pairs of equal scores and a row without a neighbour', () => {
  const between = bits.flatMap((bit) => [...pairs([bit]), 7, 7])
  expect(tieSeed([7, 7, ...between, 7], [])).toBe(seed)
  expect(tieSeed([...pairs(bits.slice(1)), 7], [7, 7, 8])).toBeNull()
  expect(tieSeed(new Float64Array(1000), new Float64Array(1000))).toBeNull()
})

it('is that of the mixture where the nominals are sorted, and none where both are', () => {
  for (const sorted of [rising, falling]) {
    expect(tieSeed(sorted, pairs(bits))).toBe(seed)
    expect(tieSeed(sorted, [...sorted])).toBeNull()
    expect(tieSeed(sorted, [])).toBeNull()
  }
})

it('does not depend on the batches', () => {
  const batches = new TieBits()
  batches.add('nominal', rising.slice(0, 10))
  batches.add('nominal', rising.slice(10))
  batches.add('mixture', pairs(bits.slice(0, 3)))
  batches.add('mixture', pairs(bits.slice(3)))
  expect(batches.seed()).toBe(seed)
})
