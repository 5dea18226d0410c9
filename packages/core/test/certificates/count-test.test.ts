import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountTest, countPValue } from '../../src/certificates/count/count-test.js'

const fixtures = JSON.parse(
  readFileSync(new URL('./fixtures/count-p-values.json', import.meta.url), 'utf8'),
) as (CountTest & { p: number })[]

describe('the p-value for a known number of aliens', () => {
  it.each(fixtures)(
    'bounds whole-number arithmetic from above, by rounding only: k $k of $n0, bm $bm of $nm, aliens $aliens, eta $eta',
    ({ p, ...test }) => {
      const bound = countPValue(test)
      expect(bound).toBeGreaterThanOrEqual(p)
      expect(bound).toBeLessThanOrEqual(p * (1 + 2e-8) + 2e-14)
    },
  )

  it('is 1 when the whole mixture lies below, and small when none does', () => {
    expect(countPValue({ k: 90, n0: 100, bm: 100, nm: 100, aliens: 50, eta: 0.1 })).toBe(1)
    expect(countPValue({ k: 90, n0: 100, bm: 0, nm: 100, aliens: 50, eta: 0.1 })).toBeLessThan(1e-8)
  })

  it('rises with bm and with the number of aliens, and falls with k and eta, where nominals below eta do not matter', () => {
    const sizes = fc.record({
      k: fc.integer({ min: 150, max: 200 }),
      bm: fc.integer({ min: 0, max: 298 }),
      aliens: fc.integer({ min: 1, max: 299 }),
      eta: fc.double({ min: 0.02, max: 0.3, noNaN: true }),
    })
    fc.assert(
      fc.property(sizes, ({ k, bm, aliens, eta }) => {
        const test = { k, n0: 200, bm, nm: 300, aliens, eta }
        const atLeast = countPValue(test) * (1 - 1e-6) - 1e-12
        expect(countPValue({ ...test, bm: bm + 1 })).toBeGreaterThanOrEqual(atLeast)
        expect(countPValue({ ...test, k: k - 1 })).toBeGreaterThanOrEqual(atLeast)
        expect(countPValue({ ...test, eta: eta / 2 })).toBeGreaterThanOrEqual(atLeast)
        expect(countPValue({ ...test, aliens: aliens + 1 })).toBeGreaterThanOrEqual(atLeast)
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  it('holds at sizes where chances underflow on the way', () => {
    const large = { k: 95_500, n0: 100_000, nm: 1_000_000, aliens: 900_000, eta: 0.1 }
    // Means 95,500 nominals and 90,000 aliens below, deviation about 420.
    expect(countPValue({ ...large, bm: 185_500 })).toBeCloseTo(0.5, 1)
    expect(countPValue({ ...large, bm: 184_000 })).toBeLessThan(0.001)
    expect(countPValue({ ...large, bm: 187_000 })).toBeGreaterThan(0.999)
  })
})
