import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** Rows of fixtures/special-functions.json; null stands for a probability below 1e-300. */
interface SpecialFunctions {
  elementary: [name: string, x: number, value: number][]
  gamma: {
    logGamma: [x: number, value: number][]
    stirlingError: [x: number, value: number][]
    logBinomialCoefficient: [n: number, k: number, value: number][]
    deviance: [value: number, mean: number, deviance: number][]
  }
  beta: [
    x: number,
    a: number,
    b: number,
    cdf: number | null,
    survival: number | null,
    logCdf: number,
    logSurvival: number,
  ][]
  binomial: [
    k: number,
    n: number,
    p: number,
    pmf: number | null,
    logPmf: number,
    cdf: number | null,
    survival: number | null,
    logCdf: number,
    logSurvival: number,
  ][]
  clopperPearson: [side: 'upper' | 'lower', k: number, n: number, delta: number, bound: number][]
  normal: { survival: [z: number, value: number][]; quantile: [p: number, value: number][] }
}

export const reference: SpecialFunctions = JSON.parse(
  readFileSync(new URL('./fixtures/special-functions.json', import.meta.url), 'utf8'),
)

function relativeError(actual: number, expected: number): number {
  return actual === expected ? 0 : Math.abs(actual - expected) / Math.abs(expected)
}

/** Fails, naming the worst case, if `f` is off by more than the relative `tolerance` on any row [...inputs, expected]. */
export function expectClose(rows: number[][], tolerance: number, f: (...inputs: number[]) => number): void {
  expect(rows.length).toBeGreaterThan(0)
  const outcomes = rows.map((row) => {
    const actual = f(...row.slice(0, -1))
    const error = relativeError(actual, row[row.length - 1])
    return { row, actual, error: Number.isNaN(error) ? Infinity : error }
  })
  const worst = outcomes.reduce((a, b) => (b.error > a.error ? b : a))
  expect(worst.error, `inputs and reference ${worst.row}, actual ${worst.actual}`).toBeLessThanOrEqual(tolerance)
}

/** Rows whose reference is a number, not an underflow. */
export function withinRange(rows: (number | null)[][]): number[][] {
  return rows.filter((row): row is number[] => row.every((value) => value !== null))
}
