import { substream, threshold } from '@xenolith/core'
import { expect, test } from 'vitest'
import { crossValidate } from '../src/protocol/cross-validate.js'
import { drawFolds, drawOrder } from '../src/protocol/draw.js'
import { summariseOutcomes, variants } from '../src/protocol/outcome.js'
import { alienRows, certificateMixture, checkRoom, sampleSize } from '../src/protocol/sample-plan.js'

// n as the JMLR paper states it, from the class counts of each dataset.
test.each([
  ['Landsat', 3041, 3394, 1600],
  ['optdigits', 2835, 2785, 1492],
  ['page-blocks', 5028, 445, 1112],
  ['Letter', 1525, 18475, 802],
  ['Shuttle', 54489, 3511, 8777],
  ['MNIST', 22311, 47689, 10000],
  ['Tiny ImageNet', 10000, 10000, 5263],
  ['Covertype, all of it', 551405, 29607, 10000],
  ['Covertype, the sample', 88225, 4737, 10000],
])('%s: the rule gives the n of the paper', (_, nominals, aliens, n) => {
  expect(sampleSize(nominals, aliens, 10000)).toBe(n)
  expect(() => checkRoom('it', nominals, aliens, n, [0.1, 0.2, 0.4])).not.toThrow()
})

test("other alphas than the papers' leave room for themselves", () => {
  for (const alphas of [[0.01], [0.05, 0.5], [0.2, 0.7], [0.3]]) {
    const n = sampleSize(3041, 700, 10000, alphas)
    expect(() => checkRoom('it', 3041, 700, n, alphas)).not.toThrow()
  }
  expect(sampleSize(3041, 3394, 10000, [0.2])).toBe(1600)
})

test('every table that is large enough gets an n that it has room for', () => {
  expect(sampleSize(2111, 444, 10000)).toBe(1110)
  for (let nominals = 50; nominals < 3000; nominals += 7)
    for (let aliens = 10; aliens < 1300; aliens += 37) {
      const n = sampleSize(nominals, aliens, 10000)
      if (n >= 20) expect(() => checkRoom('it', nominals, aliens, n, [0.1, 0.2, 0.4])).not.toThrow()
    }
})

test('aliens are rounded up, and tables that are too small are refused', () => {
  expect([0.1, 0.2, 0.4].map((alpha) => alienRows(alpha, 1112))).toEqual([112, 223, 445])
  expect(() => checkRoom('it', 1000, 100, 500, [0.4])).toThrow(/it has 1000 nominal and 100 alien rows/)
})

test('certificates leave nominal and alien rows to be tested on', () => {
  for (const alpha of [0.1, 0.2, 0.4]) {
    const { size, aliens } = certificateMixture(alpha, 1112, 3916, 445)
    expect(size).toBeLessThanOrEqual(1112)
    expect(aliens).toBeLessThanOrEqual(297)
    expect(aliens / size).toBeCloseTo(alpha, 2)
  }
})

test('orders are permutations; folds are as equal as can be, and random', () => {
  expect(Array.from(drawOrder(50, 50, substream(1, 'a'))).sort((a, b) => a - b)).toEqual([...Array(50).keys()])
  const folds = drawFolds(103, 10, substream(1, 'b'))
  const sizes = Array.from({ length: 10 }, (_, k) => folds.filter((fold) => fold === k).length)
  expect([...sizes].sort()).toEqual([...Array(7).fill(10), ...Array(3).fill(11)])
  expect(drawFolds(103, 10, substream(2, 'b'))).not.toEqual(folds)
})

test('cross-validation counts every row once, with a threshold that has not seen it', () => {
  const random = substream(3, 'scores')
  const draw = (count: number, shift: number): Float64Array =>
    Float64Array.from({ length: count }, () => Math.round(10 * (random.normal() + shift)) / 10) // with ties
  const nominal = draw(60, 0).sort()
  const aliens = 17
  const scores = Float64Array.from([...draw(aliens, 1.5), ...draw(40, 0)])
  const fold = drawFolds(scores.length, 5, substream(3, 'folds'))
  const got = crossValidate(nominal, { scores, aliens, fold, folds: 5 }, [0.3, 0.31], [0.05, 0.1])
  for (const [a, alpha] of [0.3, 0.31].entries()) {
    for (const [t, q] of [0.05, 0.1].entries()) {
      for (const [v, variant] of variants.entries()) {
        let hits = 0
        let falseAlarms = 0
        scores.forEach((score, row) => {
          const mixture = scores.filter((_, other) => fold[other] !== fold[row])
          const { tau } = threshold({ nominal, mixture, alpha, q, isotonic: variant === 'isotonic' })
          if (score > tau && row < aliens) hits++
          if (score > tau && row >= aliens) falseAlarms++
        })
        expect(got[a][t][v]).toEqual([hits / aliens, falseAlarms / 40])
      }
    }
  }
})

test('n* is what Theorem 1 asks for the recall that 95 of 100 runs reached', () => {
  // ICML table 2, n = 10,000 and alpha = .5: .943 and 379,279, computed there before rounding.
  const outcomes = Array.from({ length: 100 }, (_, i) => [i < 5 ? 0.9 : 0.9428, 0.01] as const)
  const { nStar, recall05 } = summariseOutcomes(outcomes, 0.5, 0.05)
  expect(recall05).toBe(0.9428)
  expect(nStar).toBeGreaterThan(370_000)
  expect(nStar).toBeLessThan(390_000)
  expect(summariseOutcomes([[0.96, 0]], 0.5, 0.05).nStar).toBeUndefined()
})
