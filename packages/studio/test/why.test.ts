import type { WhyColumn } from '@xenolith/study'
import { describe, expect, it } from 'vitest'
import { mainReasons, reasonsOf, scoreWords, stripOf } from '../src/app/screens/alarms/why.ts'

const levels = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
const numbers = { missing: 0, levels, quantiles: [0, 1, 3, 5, 7, 9, 10] }
const column = (more: Partial<WhyColumn>): WhyColumn => ({
  feature: 'size',
  kind: 'numeric',
  value: 5,
  gain: 0,
  position: 0.5,
  share: null,
  nominal: numbers,
  ...more,
})

describe('the strip', () => {
  it('holds the nominal range and the value, in order', () => {
    for (const value of [-3, 0, 5, 10, 14]) {
      const strip = stripOf(numbers, value)!
      const places = [
        strip.all[0],
        strip.most[0],
        strip.half[0],
        strip.median,
        strip.half[1],
        strip.most[1],
        strip.all[1],
      ]
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(strip.beyond).toBeNull()
      expect(strip.at).toBeGreaterThanOrEqual(0)
      expect(strip.at).toBeLessThanOrEqual(1)
      const between = strip.all[0] + ((strip.all[1] - strip.all[0]) * value) / 10
      expect(strip.at).toBeCloseTo(between, 10)
    }
  })
  it('a value far outside stands at its end, and the nominals keep their room', () => {
    const strip = stripOf(numbers, 1e9)!
    expect([strip.at, strip.beyond]).toEqual([1, 'right'])
    expect(strip.all[1] - strip.all[0]).toBeGreaterThan(0.55)
    expect(stripOf(numbers, -1e9)!.beyond).toBe('left')
  })
  it('a column that never varies has a strip too, and one without values has none', () => {
    const strip = stripOf({ missing: 0, levels, quantiles: levels.map(() => 4) }, 5)!
    expect(strip.at).toBeGreaterThan(strip.all[1])
    expect(stripOf({ missing: 1, levels: [], quantiles: [] }, 5)).toBeNull()
  })
})

it('says where a value lies, in words', () => {
  const words = (more: Partial<WhyColumn>): string => reasonsOf({ columns: [column(more)] })[0].words
  expect(words({ position: 1 })).toBe('above every nominal')
  expect(words({ position: 0 })).toBe('below every nominal')
  expect(words({ position: 0.98 })).toMatch(/^above 98.% of nominals/)
  expect(words({ position: 0.1 })).toMatch(/^below 90.% of nominals/)
  expect(words({ position: null, share: 0, kind: 'categorical', value: 'red', nominal: null })).toBe(
    'no nominal row has it',
  )
  expect(words({ position: null, share: 0, value: null })).toBe('no nominal row lacks it')
  expect(words({ position: null, share: 0.25, value: null })).toMatch(/^missing in 25.% of nominals/)
})

it('weighs gains against the largest, and shows those that matter', () => {
  const columns = [
    column({ feature: 'a', gain: 0.2 }),
    column({ feature: 'b', gain: 0.05 }),
    column({ feature: 'c', gain: 0.001 }),
    column({ feature: 'd', position: 1 }),
  ]
  const reasons = reasonsOf({ columns })
  expect(reasons.map(({ weight }) => weight)).toEqual([1, 0.25, 0.005, 0])
  expect(mainReasons(reasons, 8).map(({ feature }) => feature)).toEqual(['a', 'b', 'd'])
  expect(mainReasons(reasonsOf({ columns: [column({})] }), 8)).toHaveLength(1)
})

it('never says more of a score than the ranks tell', () => {
  expect(scoreWords(null)).toBeNull()
  expect(scoreWords({ atLeast: 1, atMost: 1, n0: 400 })).toBe('higher than all 400 nominal scores')
  expect(scoreWords({ atLeast: 0.9996, atMost: 1, n0: 5000 })).toMatch(/at least 99.96.% of 5,000/)
})
