import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoricalColumn, numericTable } from '../../src/data/table.js'
import { fit } from '../../src/detectors/fit.js'
import type { FitOptions } from '../../src/detectors/options.js'
import type { SoftmaxOptions } from '../../src/detectors/softmax/softmax.js'
import { errorOf } from './tables.js'

const scoreOf = (outputs: readonly number[], options: SoftmaxOptions = {}): number =>
  fit(numericTable([outputs]), { detector: 'softmax', ...options }).scores[0]

const someLogits = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), { minLength: 2, maxLength: 6 })

describe('the softmax detector', () => {
  it('scores logits by 1 - the largest softmax', () => {
    fc.assert(
      fc.property(someLogits, (logits) => {
        const exps = logits.map(Math.exp)
        const top = Math.max(...exps) / exps.reduce((sum, e) => sum + e, 0)
        expect(scoreOf(logits)).toBeCloseTo(1 - top, 12)
      }),
    )
  })

  it('scores probabilities by 1 - the largest', () => {
    expect(scoreOf([0.2, 0.7, 0.1], { input: 'probabilities' })).toBe(1 - 0.7)
  })

  it('keeps the digits of a score near 0', () => {
    expect(scoreOf([100, 0])).toBeCloseTo(Math.exp(-100), 55)
    expect(scoreOf([100, 0])).toBeGreaterThan(0)
    expect(scoreOf([100, 0])).toBeGreaterThan(scoreOf([101, 0]))
  })

  it('knows max-logit and energy', () => {
    fc.assert(
      fc.property(someLogits, (logits) => {
        const energy = -Math.log(logits.reduce((sum, x) => sum + Math.exp(x), 0))
        expect(scoreOf(logits, { rule: 'max-logit' })).toBe(-Math.max(...logits))
        expect(scoreOf(logits, { rule: 'energy' })).toBeCloseTo(energy, 10)
      }),
    )
  })

  it('has finite scores for logits of any size', () => {
    for (const rule of ['max-softmax', 'max-logit', 'energy'] as const) {
      expect(Number.isFinite(scoreOf([8e307, -8e307, 8e307], { rule }))).toBe(true)
    }
  })

  it('does not depend on the order of its columns beyond rounding', () => {
    expect(scoreOf([1, 2, 3])).toBeCloseTo(scoreOf([3, 1, 2]), 14)
  })

  it('refuses options and data that make no sense', () => {
    const code = (options: unknown, outputs = [0.5, 0.5]): string =>
      errorOf(() => scoreOf(outputs, options as SoftmaxOptions)).code
    expect(code({ rule: 'largest' })).toBe('bad-option')
    expect(code({ input: 'guesses' })).toBe('bad-option')
    expect(code({ input: 'probabilities', rule: 'energy' })).toBe('bad-option')
    expect(code({}, [0.5])).toBe('bad-option')
    expect(code({ input: 'probabilities' }, [0.5, 1.5])).toBe('bad-row')
    expect(code({}, [0.5, Number.NaN])).toBe('bad-row')
    const text = { rows: 1, columns: [categoricalColumn('a', ['x']), categoricalColumn('b', ['y'])] }
    expect(errorOf(() => fit(text, { detector: 'softmax' })).code).toBe('bad-type')
  })
})

describe('given scores', () => {
  it('are the scores', () => {
    const { scores } = fit(numericTable([[3], [-1], [0.5]]), { detector: 'given' })
    expect([...scores]).toEqual([3, -1, 0.5])
  })

  it('are one column of numbers', () => {
    const options: FitOptions = { detector: 'given' }
    expect(errorOf(() => fit(numericTable([[3, 4]]), options)).code).toBe('bad-option')
    expect(errorOf(() => fit({ rows: 1, columns: [categoricalColumn('s', ['x'])] }, options)).code).toBe('bad-type')
    expect(errorOf(() => fit(numericTable([[Number.NaN]]), options)).code).toBe('bad-scores')
  })
})
