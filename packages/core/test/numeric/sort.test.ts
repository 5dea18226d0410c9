import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/numeric/random.js'
import { kthSmallest, sortedCopy } from '../../src/numeric/sort.js'

/** From this length on the radix sort is used. */
const LONG = 3000

const laws: Record<string, (random: Random) => number> = {
  normal: (random) => random.normal(),
  'of few distinct values': (random) => random.below(3) - 1,
  'all equal': () => 0.5,
  'of every exponent': (random) => (random.below(2) === 0 ? -1 : 1) * 2 ** (random.below(2046) - 1022) * random.float(),
  subnormal: (random) => (random.below(2001) - 1000) * 5e-324,
  'of zeros of both signs': (random) => [0, -0, 1e-300, -1e-300][random.below(4)],
  'of the ends of the doubles': (random) =>
    [Number.MAX_VALUE, -Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324][random.below(5)],
  'close together': (random) => 1.7e18 + 256 * random.below(5000),
}

function sameBits(a: Float64Array, b: Float64Array): boolean {
  const bytes = (x: Float64Array): Buffer => Buffer.from(x.buffer, x.byteOffset, x.byteLength)
  return bytes(a).equals(bytes(b))
}

describe('sortedCopy', () => {
  it.each(Object.keys(laws))('orders many numbers, %s, as the comparison sort does, to the bit', (law) => {
    const random = new Random(1, 2, 3)
    const values = Float64Array.from({ length: LONG + 77 }, () => laws[law](random))
    const before = values.slice()
    expect(sameBits(sortedCopy(values), values.toSorted())).toBe(true)
    expect(sameBits(values, before)).toBe(true)
  })

  it('gives the same answer on either side of the length at which the method changes', () => {
    const random = new Random(4, 5, 6)
    const values = Float64Array.from({ length: LONG }, () => random.normal())
    const short = values.subarray(0, LONG - 1)
    expect(sameBits(sortedCopy(values), values.toSorted())).toBe(true)
    expect(sameBits(sortedCopy(short), short.toSorted())).toBe(true)
  })

  it('sorts any short list', () => {
    const numbers = fc.array(fc.double({ noNaN: true }))
    fc.assert(fc.property(numbers, (list) => sameBits(sortedCopy(list), Float64Array.from(list).sort())))
  })

  it('reads plain arrays and views into larger buffers', () => {
    const random = new Random(7, 8, 9)
    const values = Float64Array.from({ length: LONG + 9 }, () => random.float())
    expect(sameBits(sortedCopy([...values]), values.toSorted())).toBe(true)
    const view = values.subarray(5)
    expect(sameBits(sortedCopy(view), view.toSorted())).toBe(true)
  })
})

describe('kthSmallest', () => {
  const finite = Object.keys(laws).filter((law) => law !== 'of the ends of the doubles')

  it.each(finite)('is the element of the sorted copy, %s, to the bit', (law) => {
    const random = new Random(1, 2, 3)
    const values = Float64Array.from({ length: 1201 }, () => laws[law](random))
    const sorted = values.toSorted()
    for (const k of [0, 1, 600, 601, 1199, 1200]) expect(kthSmallest(values, k)).toBe(sorted[k])
  })

  it('serves short lists, and ranges beyond the doubles', () => {
    expect(kthSmallest(Float64Array.of(3, 1, 2), 1)).toBe(2)
    const far = Float64Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? 1 : -1) * 1.7e308)
    expect(kthSmallest(far, 500)).toBe(1.7e308)
  })
})
