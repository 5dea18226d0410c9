import { describe, expect, it } from 'vitest'
import { minimise } from '../../src/numeric/minimise.js'

describe('minimise', () => {
  it('finds the lowest point of a unimodal function, inside or at an end', () => {
    expect(minimise((x) => (x - 0.3) ** 2, 0, 1)).toBeCloseTo(0.3, 7)
    expect(minimise((x) => Math.abs(x - 1e-3), 0, 1)).toBeCloseTo(1e-3, 11)
    expect(minimise((x) => x, 2, 3)).toBeCloseTo(2, 11)
    expect(minimise((x) => -x, 2, 3)).toBeCloseTo(3, 11)
  })

  it('never evaluates the ends of the interval, where the function may be infinite', () => {
    const seen: number[] = []
    const at = minimise(
      (x) => {
        seen.push(x)
        return 1 / x + 4 / (1 - x)
      },
      0,
      1,
    )
    expect(at).toBeCloseTo(1 / 3, 7)
    expect(seen.every((x) => x > 0 && x < 1)).toBe(true)
    expect(seen.length).toBeLessThan(100)
  })

  it('ends on a constant function', () => {
    const at = minimise(() => 1, -5, 5)
    expect(at >= -5 && at <= 5).toBe(true)
  })
})
