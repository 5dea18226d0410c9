import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hypergeometricCdf,
  hypergeometricPmf,
  waitingCdf,
  waitingPmf,
  waitingRatio,
} from '../../src/numeric/hypergeometric.js'

/** Whole numbers throughout, divided once: what the chances are by counting. */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n
  let product = 1n
  for (let i = 1; i <= k; i++) product = (product * BigInt(n - k + i)) / BigInt(i)
  return product
}
const ratio = (a: bigint, b: bigint): number => Number((a * 10n ** 30n) / b) / 1e30

const byCounting = (x: number, size: number, marked: number, drawn: number): bigint =>
  choose(marked, x) * choose(size - marked, drawn - x)
const waitingByCounting = (m: number, k: number, n0: number, n: number): bigint =>
  choose(k - 1 + m, m) * choose(n0 - k + n - m, n - m)

describe('drawing without replacement', () => {
  it('has the chances that counting gives', () => {
    const urn = fc
      .record({ size: fc.integer({ min: 1, max: 120 }), a: fc.nat(), b: fc.nat(), c: fc.nat() })
      .map(({ size, a, b, c }) => ({ size, marked: a % (size + 1), drawn: b % (size + 1), x: c % (size + 1) }))
    fc.assert(
      fc.property(urn, ({ size, marked, drawn, x }) => {
        const all = choose(size, drawn)
        let sum = 0n
        for (let i = 0; i <= x; i++) sum += byCounting(i, size, marked, drawn)
        expect(hypergeometricPmf(x, size, marked, drawn)).toBeCloseTo(
          ratio(byCounting(x, size, marked, drawn), all),
          12,
        )
        expect(hypergeometricCdf(x, size, marked, drawn)).toBeCloseTo(ratio(sum, all), 12)
      }),
      { seed: 12, numRuns: 300 },
    )
  })

  it('keeps its relative precision in the tail and at large sizes', () => {
    const exact = ratio(byCounting(3, 400, 200, 40), choose(400, 40))
    expect(Math.abs(hypergeometricPmf(3, 400, 200, 40) / exact - 1)).toBeLessThan(1e-11)
    expect(hypergeometricCdf(499_000, 2_000_000, 1_000_000, 1_000_000)).toBeGreaterThan(0)
    expect(hypergeometricCdf(500_000, 2_000_000, 1_000_000, 1_000_000)).toBeCloseTo(0.5 + 0.5 * 0.0011283791, 8)
  })
})

describe('how many further draws lie below the k-th smallest', () => {
  it('has the chances that counting gives', () => {
    const draws = fc
      .record({ n0: fc.integer({ min: 1, max: 60 }), n: fc.integer({ min: 1, max: 60 }), a: fc.nat(), b: fc.nat() })
      .map(({ n0, n, a, b }) => ({ n0, n, k: 1 + (a % n0), m: b % (n + 1) }))
    fc.assert(
      fc.property(draws, ({ n0, n, k, m }) => {
        const all = choose(n0 + n, n)
        let sum = 0n
        for (let i = 0; i <= m; i++) sum += waitingByCounting(i, k, n0, n)
        const chance = ratio(waitingByCounting(m, k, n0, n), all)
        expect(Math.abs(waitingPmf(m, k, n0, n) - chance)).toBeLessThan(1e-11 * chance + 1e-25)
        expect(waitingCdf(m, k, n0, n)).toBeCloseTo(ratio(sum, all), 12)
        if (m < n)
          expect(waitingPmf(m, k, n0, n) * waitingRatio(m, k, n0, n)).toBeCloseTo(waitingPmf(m + 1, k, n0, n), 12)
      }),
      { seed: 13, numRuns: 300 },
    )
  })
})
