import { expect, test } from 'vitest'
import { ascending, halfWidth, mean, quantile, reachedByAllBut, studentQuantile } from '../src/statistics.js'

// scipy.stats.t.ppf(.975, v)
test.each([
  [1, 12.706205],
  [2, 4.302653],
  [6, 2.446912],
  [7, 2.364624],
  [9, 2.262157],
  [19, 2.093024],
  [99, 1.984217],
])("Student's quantile at %i degrees of freedom", (freedom, expected) => {
  expect(studentQuantile(freedom)).toBeCloseTo(expected, 4)
})

test('the interval of a mean is that of SciPy', () => {
  const values = [0.91, 0.93, 0.95, 0.9, 0.97]
  expect(mean(values)).toBeCloseTo(0.932, 12)
  expect(halfWidth(values)).toBeCloseTo(0.0355558459, 7) // stats.sem(x) * stats.t.ppf(.975, 4)
  expect(halfWidth([0.5])).toBeNaN()
})

test('quantiles are those of NumPy and R', () => {
  const sorted = ascending([3, 1, 4, 1, 5, 9, 2, 6])
  expect([0.05, 0.25, 0.5, 0.9].map((p) => quantile(sorted, p))).toEqual([1, 1.75, 3.5, expect.closeTo(6.9, 12)])
})

test('95 of 100 runs reach what is called so', () => {
  const runs = ascending(Array.from({ length: 100 }, (_, i) => i / 100))
  const least = reachedByAllBut(runs, 0.05)
  expect(runs.filter((run) => run >= least)).toHaveLength(95)
})
