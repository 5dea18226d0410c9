import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { substream } from '../../src/index.js'
import { BestSplit, bagged } from '../../src/trees/best-split.js'
import type { RankedRows } from '../../src/trees/voting-forest.js'

interface Row {
  readonly ranks: readonly number[]
  readonly times: number
  readonly isMixture: number
}

function ranked(rows: readonly Row[]): RankedRows {
  const width = rows[0].ranks.length
  const ranks = Int32Array.from(
    { length: width * rows.length },
    (_, i) => rows[i % rows.length].ranks[(i / rows.length) | 0],
  )
  return { rows: rows.length, width, ranks, values: [] }
}

const sum = (rows: readonly Row[], isMixture: number): number =>
  rows.reduce((all, row) => all + (row.isMixture === isMixture ? row.times : 0), 0)

function search(rows: readonly Row[], seed: number): BestSplit {
  const split = new BestSplit(ranked(rows), sum(rows, 0) + sum(rows, 1))
  const list = Int32Array.from(rows, ({ times, isMixture }, i) => bagged(i, times, isMixture))
  const random = substream(seed, 'ties')
  // A first node, to see that nothing of it is left behind.
  split.begin(sum(rows.slice(1), 0), sum(rows.slice(1), 1))
  for (let f = 0; f < rows[0].ranks.length; f++) split.look(f, list, 1, list.length, random)
  split.begin(sum(rows, 0), sum(rows, 1))
  for (let f = 0; f < rows[0].ranks.length; f++) split.look(f, list, 0, list.length, random)
  return split
}

/** The fall of the Gini index, with the counts on the left, for every split there is: by its definition, in exact whole numbers. */
function allSplits(
  rows: readonly Row[],
): { feature: number; rank: number; l0: number; l1: number; fall: [bigint, bigint] }[] {
  const n0 = BigInt(sum(rows, 0))
  const n1 = BigInt(sum(rows, 1))
  return rows[0].ranks.flatMap((_, feature) => {
    const ranks = [...new Set(rows.map((row) => row.ranks[feature]))].sort((a, b) => a - b)
    return ranks.slice(0, -1).map((rank) => {
      const left = rows.filter((row) => row.ranks[feature] <= rank)
      const l0 = BigInt(sum(left, 0))
      const l1 = BigInt(sum(left, 1))
      const [l, r] = [l0 + l1, n0 + n1 - l0 - l1]
      // l0^2/l + l1^2/l + r0^2/r + r1^2/r, over the common denominator.
      const top = (l0 * l0 + l1 * l1) * r + ((n0 - l0) ** 2n + (n1 - l1) ** 2n) * l
      return { feature, rank, l0: Number(l0), l1: Number(l1), fall: [top, l * r] as [bigint, bigint] }
    })
  })
}

const rowsOf = (size: number, ranks: number): fc.Arbitrary<Row[]> =>
  fc.array(
    fc.record({
      ranks: fc.tuple(fc.nat(ranks), fc.nat(3), fc.nat(16 * ranks)),
      times: fc.integer({ min: 1, max: 5 }),
      isMixture: fc.nat(1),
    }),
    { minLength: 2, maxLength: size },
  )

describe('the best split of a node', () => {
  // Few rows are sorted, few ranks counted one by one, many of both in buckets.
  it('is the best of all splits', () => {
    fc.assert(
      fc.property(fc.oneof(rowsOf(20, 6), rowsOf(300, 12), rowsOf(300, 4000)), fc.nat(), (rows, seed) => {
        const split = search(rows, seed)
        const all = allSplits(rows)
        const found = all.find(({ feature, rank }) => feature === split.feature && rank === split.rank)
        if (all.length === 0) expect(split.feature).toBe(-1)
        else expect(found).toMatchObject({ l0: split.leftNominal, l1: split.leftMixture })
        for (const { fall } of all) expect(found!.fall[0] * fall[1] >= fall[0] * found!.fall[1]).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is any of the best, as likely as the others', () => {
    // Two features with the same ranks, each with two splits that part the classes equally well.
    const rows: Row[] = Array.from({ length: 400 }, (_, i) => ({
      ranks: [i, i],
      times: 1,
      isMixture: i >= 100 && i < 300 ? 1 : 0,
    }))
    const seen = new Map<string, number>()
    const draws = 2000
    for (let seed = 0; seed < draws; seed++) {
      const { feature, rank } = search(rows, seed)
      const key = `${feature} ${rank}`
      seen.set(key, (seen.get(key) ?? 0) + 1)
    }
    expect([...seen.keys()].sort()).toEqual(['0 299', '0 99', '1 299', '1 99'])
    // Five standard deviations of a count: a false alarm in less than one of 100,000.
    for (const count of seen.values()) expect(Math.abs(count - draws / 4)).toBeLessThan(5 * Math.sqrt(draws * 0.1875))
  })
})
