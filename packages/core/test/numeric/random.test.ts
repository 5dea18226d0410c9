import { describe, expect, it } from 'vitest'
import { deriveSeed, Random, sampleToFront, substream } from '../../src/numeric/random.js'

/** Chi-squared statistic of counts against equal expectations. */
function chiSquared(counts: ArrayLike<number>): number {
  const all = Array.from(counts)
  const expected = all.reduce((sum, n) => sum + n, 0) / all.length
  return all.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
}

/** Far beyond the 1e-6 quantile of chi-squared with k degrees of freedom, for k >= 5. */
const farOut = (k: number): number => k + 6.5 * Math.sqrt(2 * k) + 10

describe('the generator', () => {
  // Every model depends on these: a change here changes every fitted model.
  it('has not changed', () => {
    const plain = new Random(1, 2, 3)
    expect([plain.next(), plain.next(), plain.next(), plain.next()]).toEqual([
      428635494, 4270309710, 745528127, 1639605102,
    ])
    const tree = substream(42, 'tree', 7)
    expect([tree.float(), tree.below(1000), tree.normal()]).toEqual([0.4577882927252056, 173, 0.5915971843889])
    expect(substream(2 ** 53 - 1, 'projection', 0).next()).toBe(2098927613)
    expect(deriveSeed(1, 'class', 2)).toBe(1402880380)
  })

  it('is sfc32, by its published recurrence', () => {
    const mask = 0xffffffffn
    let [a, b, c, counter] = [5n, 6n, 7n, 1n]
    const next = (): number => {
      const sum = (a + b + counter) & mask
      counter = (counter + 1n) & mask
      a = b ^ (b >> 9n)
      b = (c + (c << 3n)) & mask
      c = ((((c << 21n) | (c >> 11n)) & mask) + sum) & mask
      return Number(sum)
    }
    for (let i = 0; i < 20; i++) next()
    const ours = new Random(5, 6, 7)
    expect(Array.from({ length: 1000 }, () => ours.next())).toEqual(Array.from({ length: 1000 }, next))
  })

  it('spreads 32-bit draws and 53-bit fractions evenly, top and bottom bits alike', () => {
    const random = substream(3, 'tree')
    const [top, bottom, fraction, fine] = [0, 1, 2, 3].map(() => new Float64Array(64))
    for (let i = 0; i < 64_000; i++) {
      const draw = random.next()
      top[draw >>> 26]++
      bottom[draw & 63]++
      const x = random.float()
      fraction[Math.floor(64 * x)]++
      fine[Math.floor(x * 2 ** 53) % 64]++
    }
    for (const counts of [top, bottom, fraction, fine]) expect(chiSquared(counts)).toBeLessThan(farOut(63))
  })

  it('draws below a bound without bias, even for a bound near 2^32', () => {
    const random = substream(4, 'tree')
    for (const bound of [2, 3, 7, 10, 1000]) {
      const counts = new Float64Array(bound)
      for (let i = 0; i < 30_000; i++) counts[random.below(bound)]++
      expect(chiSquared(counts)).toBeLessThan(farOut(bound))
    }
    // Taking a draw modulo 3 * 2^30 without rejection would put half of all results in the first third.
    const thirds = new Float64Array(3)
    for (let i = 0; i < 30_000; i++) thirds[Math.floor(random.below(3 * 2 ** 30) / 2 ** 30)]++
    expect(chiSquared(thirds)).toBeLessThan(farOut(2))
    expect(random.below(1)).toBe(0)
    expect(random.below(2 ** 32)).toBeLessThan(2 ** 32)
  })

  it('has standard normal moments and tails', () => {
    const random = substream(5, 'tree')
    const n = 100_000
    const x = Float64Array.from({ length: n }, () => random.normal())
    const mean = (f: (v: number) => number): number => x.reduce((sum, v) => sum + f(v), 0) / n
    expect(Math.abs(mean((v) => v))).toBeLessThan(5 / Math.sqrt(n))
    expect(Math.abs(mean((v) => v * v) - 1)).toBeLessThan(5 * Math.sqrt(2 / n))
    expect(Math.abs(mean((v) => v ** 3))).toBeLessThan(5 * Math.sqrt(15 / n))
    expect(Math.abs(mean((v) => v ** 4) - 3)).toBeLessThan(5 * Math.sqrt(96 / n))
    expect(Math.abs(mean((v) => (v > 1.959963984540054 ? 1 : 0)) - 0.025)).toBeLessThan(5 * Math.sqrt(0.025 / n))
  })
})

describe('substreams', () => {
  it('differ with the seed (beyond 32 bits too), the label and the index', () => {
    const seeds = [0, 1, 2, 2 ** 32, 2 ** 32 + 1, 2 ** 52]
    const first = new Set<number>()
    for (const seed of seeds) {
      for (const label of ['tree', 'projection', 'class', 'holdout']) {
        for (let index = 0; index < 50; index++) first.add(substream(seed, label, index).float())
      }
    }
    expect(first.size).toBe(seeds.length * 4 * 50)
  })

  it('of neighbouring indices are not correlated', () => {
    const n = 20_000
    let sum = 0
    for (let i = 0; i < n; i++)
      sum += (substream(1, 'tree', i).float() - 0.5) * (substream(1, 'tree', i + 1).float() - 0.5)
    expect(Math.abs((12 * sum) / n)).toBeLessThan(5 / Math.sqrt(n))
  })
})

describe('sampleToFront', () => {
  it('keeps every index once and includes each one, and each pair, equally often', () => {
    const order = new Int32Array(6)
    const inFront = new Float64Array(6)
    const pairs = new Float64Array(15)
    let whole = true
    for (let i = 0; i < 15_000; i++) {
      sampleToFront(order, 2, substream(i, 'tree'))
      whole &&= new Set(order).size === 6 && order.every((j) => j >= 0 && j < 6)
      const [a, b] = order.subarray(0, 2).toSorted()
      inFront[a]++
      inFront[b]++
      pairs[(b * (b - 1)) / 2 + a]++
    }
    expect(whole).toBe(true)
    expect(chiSquared(inFront)).toBeLessThan(farOut(5))
    expect(chiSquared(pairs)).toBeLessThan(farOut(14))
  })
})
