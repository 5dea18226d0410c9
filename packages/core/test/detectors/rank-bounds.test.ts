import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Feature } from '../../src/data/table.js'
import type { Forest } from '../../src/detectors/iforest/forest.js'
import { rankBounds } from '../../src/detectors/iforest/rank-bounds.js'

const features: readonly Feature[] = [
  { name: 'a', kind: 'numeric' },
  { name: 'b', kind: 'categorical', categories: ['x', 'y'] },
  { name: 'c', kind: 'numeric' },
]
const end = fc.oneof(
  fc.integer({ min: -3, max: 3 }).map((x) => x / 2),
  fc.constant(-0),
  fc.double({ noNaN: true }),
)
const nodes = fc.array(fc.record({ feature: fc.nat(2), low: end, high: end }), { maxLength: 60 })
/** More distinct ends than the table has room for at first. */
const many = Array.from({ length: 5000 }, (_, i) => ({ feature: (i % 2) * 2, low: i / 7, high: -i }))

it('ranks every end of a range among the distinct ends of its feature', () => {
  const check = (drawn: readonly { feature: number; low: number; high: number }[]): void => {
    const forest = {
      feature: Int32Array.from(drawn, (node) => node.feature),
      low: Float64Array.from(drawn, (node) => node.low),
      high: Float64Array.from(drawn, (node) => node.high),
    } as unknown as Forest
    const { values, low, high } = rankBounds(forest, features)
    features.forEach((feature, j) => {
      const ends = drawn.filter((node) => node.feature === j).flatMap((node) => [node.low, node.high])
      const distinct = feature.kind === 'numeric' ? [...new Set(ends)].sort((x, y) => x - y) : []
      expect(Array.from(values[j])).toEqual(distinct)
    })
    drawn.forEach((node, i) => {
      const numeric = features[node.feature].kind === 'numeric'
      expect(low[i]).toBe(numeric ? values[node.feature].indexOf(node.low) : 0)
      expect(high[i]).toBe(numeric ? values[node.feature].indexOf(node.high) : 0)
    })
  }
  fc.assert(fc.property(nodes, check))
  check(many)
})
