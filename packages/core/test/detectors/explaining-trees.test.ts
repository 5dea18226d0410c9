import { expect, test } from 'vitest'
import { explain, fit, numericTable, substream } from '../../src/index.js'
import { steadyModel } from '../../src/internals.js'

const random = substream(3, 'explaining')
const rows = Array.from({ length: 200 }, () => [random.normal(), random.normal(), random.normal()])
const table = numericTable(rows)
const alien = numericTable([[0, 9, 0]])

test.each(['iforest', 'density-forest'] as const)('%s explains by its first hundred trees, made once', (detector) => {
  const { model } = fit(table, { detector, trees: 130, seed: 2 })
  const { model: hundred } = fit(table, { detector, trees: 100, seed: 2 })
  const steady = steadyModel(model)
  expect(steadyModel(model)).toBe(steady)
  expect('forest' in steady && 'forest' in hundred && steady.forest).toEqual('forest' in hundred && hundred.forest)
  expect(explain(model, alien, 2)[0][0].feature).toBe('f1')
})

test('a contrast forest explains by trees of all its folds', () => {
  const mixture = numericTable([...rows.slice(100), ...Array.from({ length: 60 }, () => [random.normal(), 6, 0])])
  const { model } = fit(table, { detector: 'contrast', mixture, contrastTrees: 300, seed: 2 })
  const steady = steadyModel(model)
  if (model.detector !== 'contrast' || steady.detector !== 'contrast') throw new Error('not a contrast forest')
  expect(model.forest.root.length).toBe(300)
  expect([...steady.forest.root]).toEqual([...model.forest.root].filter((_, t) => t % 3 === 0))
})
