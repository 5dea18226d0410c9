import { fit, numericTable, score, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { afterAll, expect, test } from 'vitest'
import { scorePerClass } from '../src/protocol/per-class.js'

const engine = createEngine({ workers: 1 })
afterAll(() => engine.close())

const random = substream(5, 'rows')
const draw = (rows: number, shift: number): number[][] =>
  Array.from({ length: rows }, () => [random.normal() + shift, random.normal()])
const labels = [...Array<string>(80).fill('b'), ...Array<string>(100).fill('a')]
const nominal = numericTable([...draw(80, 0), ...draw(100, 4)])
const others = numericTable([...draw(50, 0), ...draw(50, 9)])

test.each(['iforest', 'loda'] as const)(
  '%s: a score is the least over classes, own class out-of-bag',
  async (detector) => {
    const got = await scorePerClass(engine, nominal, others, labels, { detector, trees: 30 }, 11)
    const size = detector === 'loda' ? { projections: 30 } : { trees: 30, subsample: 0.2 }
    const wanted = fit(nominal, { detector, ...size, seed: 11, classes: labels })
    expect(got.nominal).toEqual(wanted.scores)
    expect(got.others).toEqual(score(wanted.model, others))
  },
)

test('trees of a small class are grown on a fifth of it, however few that is', async () => {
  const few = [...Array<string>(15).fill('b'), ...Array<string>(100).fill('a')]
  const table = numericTable([...draw(15, 0), ...draw(100, 4)])
  const got = await scorePerClass(engine, table, others, few, { detector: 'iforest', trees: 30 }, 11)
  const whole = fit(table, { trees: 30, subsample: 0.2, seed: 11, classes: few }) // takes 15 or 16 at least
  expect(got.nominal).not.toEqual(whole.scores)
})
