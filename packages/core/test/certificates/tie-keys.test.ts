import { describe, expect, it } from 'vitest'
import { prepare } from '../../src/cdf/samples.js'
import { mixtureCounts } from '../../src/certificates/walk/ties.js'
import { substream } from '../../src/numeric/random.js'

describe('tied mixture scores', () => {
  const nominal = [2, 1, 2, 3, 2, 2]
  const mixture = [2, 0, 3, 2, 4, 2, 3]
  const all = [1, 2, 3, 4, 5, 6]

  it('count as none or all at most, and rise with the rank', () => {
    for (let ties = 0; ties < 50; ties++) {
      const counts = mixtureCounts({ ...prepare(nominal, mixture), ties }, all)
      expect(counts[0]).toBe(1)
      for (let k = 2; k <= 6; k++) expect(counts[k - 1]).toBeGreaterThanOrEqual(counts[k - 2])
      expect(counts[4]).toBeLessThanOrEqual(4)
      expect(counts[5]).toBeGreaterThanOrEqual(4)
      expect([2, 4, 6].flatMap((k) => mixtureCounts({ ...prepare(nominal, mixture), ties }, [k]))).toEqual([
        counts[1],
        counts[3],
        counts[5],
      ])
    }
  })

  it('all count where the order of the rows tells too little', () => {
    expect(mixtureCounts(prepare(nominal, mixture), all)).toEqual([1, 4, 4, 4, 4, 6])
  })

  it('are broken fairly: each place in the shuffle is equally likely', () => {
    // One nominal among four tied mixture scores: 0 to 4 of them come before it.
    const places = [0, 0, 0, 0, 0]
    const samples = prepare([1], [1, 1, 1, 1])
    for (let ties = 0; ties < 5000; ties++) places[mixtureCounts({ ...samples, ties }, [1])[0]]++
    for (const count of places) expect(Math.abs(count - 1000)).toBeLessThan(150) // five deviations
  })
})

describe('the bits that pick the keys', () => {
  const random = substream(8, 'rows')
  const scores = Float64Array.from({ length: 200 }, () => Math.floor(4 * random.float()))

  it('are those of the first unequal pairs, and nothing else', () => {
    const seed = prepare(scores, scores).ties!
    expect(seed).toBeGreaterThanOrEqual(0)
    expect(seed).toBeLessThan(2 ** 32)
    const unequal = Array.from({ length: 100 }, (_, i) => 2 * i).filter((i) => scores[i] !== scores[i + 1])
    const swapped = scores.slice()
    const last = unequal[31]
    swapped[last] = scores[last + 1]
    swapped[last + 1] = scores[last]
    expect(prepare(swapped, scores).ties).toBe(seed % 2 === 0 ? seed + 1 : seed - 1)
    const far = scores.slice()
    far[unequal[32]] = scores[unequal[32] + 1]
    far[unequal[32] + 1] = scores[unequal[32]]
    expect(prepare(far, scores).ties).toBe(seed)
  })

  it('are there exactly where the rows have enough of them', () => {
    const constant = new Float64Array(500)
    expect(prepare(constant, constant).ties).toBeNull()
    expect(prepare(constant, scores).ties).not.toBeNull()
    expect(prepare(scores.slice(0, 20), scores.slice(0, 20)).ties).toBeNull()
    expect(prepare(scores.slice().sort(), scores.slice().sort()).ties).toBeNull()
    expect(
      prepare(
        Float64Array.from({ length: 90 }, (_, i) => i),
        scores,
      ).ties,
    ).not.toBeNull()
  })
})
