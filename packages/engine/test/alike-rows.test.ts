import { type FittedOptions, fit, numericTable, score, substream, type Table } from '@xenolith/core'
import { afterAll, expect, test } from 'vitest'
import { createEngine } from '../src/index.js'
import { expectIdentical } from './identical.js'

const engines = [createEngine({ workers: 1 }), createEngine({ workers: 2, smallWork: 0 })]
afterAll(() => Promise.all(engines.map((engine) => engine.close())))

/** Few kinds of rows, many of each, and a column in which nearly all agree. */
function discrete(rows: number, seed: number): Table {
  const random = substream(seed, 'discrete')
  return numericTable(Array.from({ length: rows }, (_, i) => [random.below(3), random.below(3), i % 199 === 7 ? 1 : 0]))
}

const nominal = discrete(400, 1)
const others = discrete(900, 2)

test.each<[string, FittedOptions]>([
  ['iforest', { trees: 20, subsample: 60 }],
  ['loda', { detector: 'loda', projections: 20 }],
  ['gmm', { detector: 'gmm' }],
  ['per class', { trees: 9, classes: Array.from({ length: 400 }, (_, i) => `${i % 2}`) }],
])('training rows that are alike are scored as in core: %s', async (_, options) => {
  const reference = fit(nominal, options)
  const expected = score(reference.model, others)
  for (const engine of engines) {
    const fitted = await engine.fit(nominal, options)
    expectIdentical(fitted, reference)
    const both = await engine.fitAndScore(nominal, [others], options)
    expectIdentical(both.scores, reference.scores)
    expect(both.otherScores).toHaveLength(1)
    expectIdentical(both.otherScores[0], expected)
  }
})
