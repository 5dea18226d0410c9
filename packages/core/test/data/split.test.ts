import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawRows, holdOut } from '../../src/data/split.js'
import { paperAlienRow, paperTable } from '../../src/data/synthetic.js'
import { Random } from '../../src/numeric/random.js'
import { errorOf } from '../detectors/tables.js'

describe('holdOut', () => {
  it('divides the rows into two ascending parts, one of round(fraction * rows)', () => {
    const fraction = fc.double({ min: 0.05, max: 0.95, noNaN: true })
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 200 }), fraction, fc.nat(), (rows, share, seed) => {
        const { kept, heldOut } = holdOut(rows, share, seed)
        expect(heldOut).toHaveLength(Math.round(share * rows))
        expect([...kept, ...heldOut].sort((a, b) => a - b)).toEqual(Array.from({ length: rows }, (_, i) => i))
        expect([...kept]).toEqual([...kept].sort((a, b) => a - b))
        expect([...heldOut]).toEqual([...heldOut].sort((a, b) => a - b))
      }),
    )
  })

  it('is the same for the same seed and another for another', () => {
    expect(holdOut(100, 0.3, 1)).toEqual(holdOut(100, 0.3, 1))
    expect(holdOut(100, 0.3, 1)).not.toEqual(holdOut(100, 0.3, 2))
  })

  it('refuses fractions outside (0, 1) and splits that leave a part empty', () => {
    for (const fraction of [0, 1, -0.1, Number.NaN])
      expect(errorOf(() => holdOut(10, fraction, 1)).code).toBe('bad-option')
    expect(errorOf(() => holdOut(3, 0.1, 1)).code).toBe('too-few-rows')
    expect(errorOf(() => holdOut(1, 0.5, 1)).code).toBe('too-few-rows')
  })
})

describe('drawRows', () => {
  it('draws ascending, distinct rows, the same for the same seed; all of them if asked', () => {
    const rows = drawRows(100, 30, 5)
    expect(rows).toHaveLength(30)
    expect(rows.every((row, i) => row < 100 && (i === 0 || row > rows[i - 1]))).toBe(true)
    expect(drawRows(100, 30, 5)).toEqual(rows)
    expect(drawRows(100, 30, 6)).not.toEqual(rows)
    expect([...drawRows(4, 4, 1)]).toEqual([0, 1, 2, 3])
  })

  it('refuses a size that is none', () => {
    for (const size of [0, 101, 1.5, Number.NaN]) expect(errorOf(() => drawRows(100, size, 1)).code).toBe('bad-option')
  })
})

describe("the paper's synthetic data", () => {
  it('has 9 columns, and aliens shift 3 (.4) or 4 (.6) of them by 3', () => {
    const random = new Random(1, 2, 3)
    expect(paperTable(5, () => false, random).columns.map((c) => c.name)).toEqual([
      'x1',
      'x2',
      'x3',
      'x4',
      'x5',
      'x6',
      'x7',
      'x8',
      'x9',
    ])
    const aliens = Array.from({ length: 4000 }, () => paperAlienRow(random))
    const sum = aliens.reduce((total, row) => total + row.reduce((a, b) => a + b, 0), 0) / 4000
    // Mean of the sum: 3 * 3.6 = 10.8; its variance: 9 + 9 * .24.
    expect(Math.abs(sum - 10.8)).toBeLessThan(5 * Math.sqrt((9 + 9 * 0.24) / 4000))
  })

  it('makes aliens of the rows it is told', () => {
    const table = paperTable(400, (i) => i % 2 === 0, new Random(4, 5, 6))
    const total = (parity: number): number =>
      table.columns.reduce((sum, c) => {
        if (c.kind !== 'numeric') return sum
        return sum + c.values.reduce((s, x, i) => s + (i % 2 === parity ? x : 0), 0)
      }, 0) / 200
    expect(total(0)).toBeGreaterThan(9)
    expect(total(1)).toBeLessThan(2)
  })
})
