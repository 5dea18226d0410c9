import { describe, expect, it } from 'vitest'
import { selectRows } from '../../src/data/table.js'
import { fit, score } from '../../src/detectors/fit.js'
import type { FitOptions } from '../../src/detectors/options.js'
import type { PerClassModel } from '../../src/detectors/per-class/per-class.js'
import { deriveSeed } from '../../src/numeric/random.js'
import { errorOf, mixedTable } from './tables.js'

const table = mixedTable(150, 9, true)
const classes = Array.from({ length: 150 }, (_, i) => ['b', 'a', 'c'][i % 3])
const rowsOf = (name: string): number[] => [...classes.keys()].filter((i) => classes[i] === name)

const options: FitOptions[] = [
  { detector: 'iforest', trees: 25, seed: 6 },
  { detector: 'loda', projections: 25, seed: 6 },
]

describe.each(options)('one $detector per class', (one) => {
  const fitted = fit(table, { ...one, classes } as FitOptions)
  const model = fitted.model as PerClassModel<never>
  const alone = model.classes.map((name, k) =>
    fit(selectRows(table, rowsOf(name)), { ...one, seed: deriveSeed(6, 'class', k) } as FitOptions),
  )

  it('names its classes in order', () => {
    expect(model.classes).toEqual(['a', 'b', 'c'])
  })

  it('scores a row by its most familiar class', () => {
    const incoming = mixedTable(40, 10, true)
    const each = alone.map((part) => score(part.model, incoming))
    const expected = Float64Array.from(each[0], (_, i) => Math.min(...each.map((scores) => scores[i])))
    expect(score(model, incoming)).toEqual(expected)
  })

  it('scores training rows out-of-bag in their own class and in full in the others', () => {
    const expected = new Float64Array(150).fill(Number.POSITIVE_INFINITY)
    model.classes.forEach((name, k) => {
      const full = score(alone[k].model, table)
      const own = rowsOf(name)
      const scores = Float64Array.from(full, (s, i) => (own.includes(i) ? alone[k].scores[own.indexOf(i)] : s))
      scores.forEach((s, i) => {
        expected[i] = Math.min(expected[i], s)
      })
    })
    expect(fitted.scores).toEqual(expected)
  })

  it('counts the rows that their own class never left out', () => {
    const single = { ...one, ...(one.detector === 'loda' ? { projections: 1 } : { trees: 1 }) }
    const few = fit(table, { ...single, classes } as FitOptions)
    const parts = model.classes.map((name, k) => {
      const seed = deriveSeed(6, 'class', k)
      return fit(selectRows(table, rowsOf(name)), { ...single, seed } as FitOptions).inBagRows
    })
    expect(few.inBagRows).toBe(parts.reduce((sum, n) => sum + n, 0))
    expect(few.inBagRows).toBeGreaterThan(0)
  })
})

describe('labels', () => {
  it('must be as many as rows', () => {
    expect(errorOf(() => fit(table, { classes: ['a'] })).code).toBe('bad-argument')
  })

  it('name the class that cannot be fitted', () => {
    const lonely = classes.with(7, 'lonely')
    const { code, message } = errorOf(() => fit(table, { classes: lonely, trees: 2 }))
    expect(code).toBe('too-few-rows')
    expect(message).toContain('class "lonely"')
  })
})
