import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactPValue, type RankTest } from '../../src/certificates/exact/rank-test.js'
import { betaCdf, betaQuantile } from '../../src/numeric/beta.js'
import { binomialCdf, binomialPmf } from '../../src/numeric/binomial.js'

const fixtures = JSON.parse(
  readFileSync(new URL('./fixtures/exact-p-values.json', import.meta.url), 'utf8'),
) as (RankTest & { p: number })[]

describe('the exact p-value', () => {
  it.each(fixtures)(
    'bounds SciPy from above, closely: k $k of $n0, bm $bm of $nm, alpha $alpha, eta $eta',
    ({ p, ...test }) => {
      const bound = exactPValue(test)
      expect(bound).toBeGreaterThanOrEqual(p)
      expect(bound).toBeLessThanOrEqual(p * 1.06)
      const coarse = exactPValue(test, 0.4)
      expect(coarse).toBeGreaterThanOrEqual(p)
      if (p > 0.005) expect(bound).toBeLessThanOrEqual(p * 1.006)
    },
  )

  it('lies between the sums of the falling tail over a fine grid, wherever the tail has its inflection', () => {
    const CELLS = 3000
    const sides = new Set<boolean>()
    for (const [n0, nm] of [
      [45, 60],
      [92, 300],
      [300, 60],
      [300, 1000],
    ]) {
      for (const eta of [0, 0.1, 0.6]) {
        for (const [alpha, share] of [
          [0.2, 0.3],
          [0.5, 0.6],
          [0.9, 0.9],
        ]) {
          const k = Math.round(share * n0)
          const edge = (v: number): number => Math.min(v, (1 - alpha) * v + alpha * eta)
          const mean = edge(k / (n0 + 1))
          const deviation = Math.sqrt(mean / nm + ((1 - alpha) ** 2 * share * (1 - share)) / n0)
          const bm = Math.max(0, Math.round(nm * (mean - deviation)))
          const test = { k, n0, bm, nm, alpha, eta }
          let [low, high, before, tail] = [0, 0, 0, 1]
          for (let i = 1; i <= CELLS; i++) {
            const below = betaCdf(i / CELLS, k, n0 + 1 - k)
            const next = binomialCdf(bm, nm, edge(i / CELLS))
            low += (below - before) * next
            high += (below - before) * tail
            before = below
            tail = next
          }
          expect(exactPValue(test)).toBeGreaterThanOrEqual(low)
          expect(exactPValue(test, 0.4)).toBeGreaterThanOrEqual(low)
          expect(exactPValue(test)).toBeLessThanOrEqual(1.006 * high)
          sides.add(bm / (nm - 1) < eta)
        }
      }
    }
    expect(sides.size).toBe(2)
  })

  it('is 1 when the whole mixture lies below, and small when none does', () => {
    expect(exactPValue({ k: 90, n0: 100, bm: 100, nm: 100, alpha: 0.5, eta: 0.1 })).toBe(1)
    expect(exactPValue({ k: 90, n0: 100, bm: 0, nm: 100, alpha: 0.5, eta: 0.1 })).toBeLessThan(1e-8)
  })

  it('rises with bm and with alpha, and falls with k and eta', () => {
    const sizes = fc.record({
      k: fc.integer({ min: 2, max: 200 }),
      bm: fc.integer({ min: 0, max: 298 }),
      alpha: fc.double({ min: 0.05, max: 0.9, noNaN: true }),
      eta: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    })
    fc.assert(
      fc.property(sizes, ({ k, bm, alpha, eta }) => {
        const test = { k, n0: 200, bm, nm: 300, alpha, eta }
        const p = exactPValue(test)
        const atLeast = p / 1.02 - 1e-9 // the bound is tight to a percent or so
        expect(exactPValue({ ...test, bm: bm + 1 })).toBeGreaterThanOrEqual(atLeast)
        expect(exactPValue({ ...test, k: k - 1 })).toBeGreaterThanOrEqual(atLeast)
        expect(exactPValue({ ...test, eta: eta / 2 })).toBeGreaterThanOrEqual(atLeast)
        expect(exactPValue({ ...test, alpha: Math.min(1, alpha * 1.1) })).toBeGreaterThanOrEqual(atLeast)
      }),
      { seed: 1, numRuns: 100 },
    )
  })
})

/*
 * The theorem behind the walk (docs/certificates.md): when all ranks from `first` on are tested in turn at level delta, the
 * first true hypothesis is rejected with probability at most delta, wherever the miss rate crosses eta. Here that
 * probability is computed, not simulated, with the miss rate equal to eta from F0 = u on: the least favourable law.
 */
describe('the walk over ranks', () => {
  const cases = [
    { n0: 20, nm: 40, alpha: 0.5, eta: 0.3, delta: 0.1, first: 12 },
    { n0: 20, nm: 300, alpha: 0.5, eta: 0.3, delta: 0.1, first: 10 },
    { n0: 40, nm: 30, alpha: 0.7, eta: 0.2, delta: 0.05, first: 30 },
  ]

  it.each(cases)('errs with probability at most $delta, n0 $n0, nm $nm', ({ n0, nm, alpha, eta, delta, first }) => {
    const edge = (v: number): number => Math.min(v, (1 - alpha) * v + alpha * eta)
    const largestPassing = (k: number): number => {
      let bm = -1
      while (bm < nm && exactPValue({ k, n0, bm: bm + 1, nm, alpha, eta }) <= delta) bm++
      return bm
    }
    const critical = Array.from({ length: n0 + 1 }, (_, k) => (k < first ? -1 : largestPassing(k)))
    const error = (u: number): number => {
      let sum = 0
      for (let below = 0; below < n0; below++) {
        const k = Math.max(below + 1, first)
        // Given `below` nominals up to u, the one of rank k lies at u + (1-u) Beta(k - below, n0 + 1 - k).
        let passes = 0
        for (let i = 0; i < 50; i++) {
          const v = u + (1 - u) * betaQuantile((i + 0.5) / 50, k - below, n0 + 1 - k)
          passes += binomialCdf(critical[k], nm, edge(v)) / 50
        }
        sum += binomialPmf(below, n0, u) * passes
      }
      return sum
    }
    const errors = Array.from({ length: 60 }, (_, i) => error((i + 0.5) / 60))
    expect(Math.max(...errors)).toBeLessThanOrEqual(delta)
    expect(Math.max(...errors)).toBeGreaterThan(delta / 2) // and the bound is not idle
  })
})
