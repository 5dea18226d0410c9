import { expect, it } from 'vitest'
import { bounded } from '../src/percentage.js'

it('a bound is never rounded to the wrong side, and what is exact stays', () => {
  expect(bounded(0.4157, 'down')).toBe('41.5 %')
  expect(bounded(0.4152, 'up')).toBe('41.6 %')
  expect(bounded(0.02347, 'down')).toBe('2.34 %')
  expect(bounded(0.02341, 'up')).toBe('2.35 %')
  for (const share of [0, 0.07, 0.1, 0.29, 0.5, 0.57, 1]) {
    expect(bounded(share, 'down')).toBe(`${Number((100 * share).toPrecision(12))} %`)
    expect(bounded(share, 'up')).toBe(bounded(share, 'down'))
  }
})
