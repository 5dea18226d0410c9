import { expect, test } from 'vitest'
import { listElements } from '../src/runner/places.js'
import { checkSettings } from '../src/settings.js'
import { tinySynthetic } from './folder.js'

test('the settings of every element of the papers are valid', async () => {
  const elements = await listElements()
  expect(elements.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'synthetic-iforest',
      'synthetic-loda',
      'benchmarks-iforest',
      'benchmarks-loda',
      'deep-scores',
      'certificates',
    ]),
  )
  for (const { name, settings } of elements)
    if (name !== 'false-alarms' && !name.startsWith('alpha')) expect(settings.runs, name).toBe(100)
})

test.each([
  ['an unknown setting', { colour: 'red' }, /unknown setting "colour"/],
  ['no runs', { runs: 0 }, /"runs" in here must be a whole number/],
  ['half a run', { runs: 1.5 }, /"runs"/],
  ['alpha = 1', { alphas: [0.1, 1] }, /"alphas"/],
  ['an alpha twice', { alphas: [0.1, 0.1] }, /"alphas"/],
  ['no sizes', { sizes: undefined }, /"sizes"/],
  ['another detector', { detector: 'magic' }, /"detector" in here must be iforest or loda, got "magic"/],
  ['a negative seed', { seed: -1 }, /"seed"/],
  [
    'an audit of nothing',
    { certificates: { ...tinySynthetic.certificates, audit: 0 } },
    /"certificates" in here needs/,
  ],
])('refused: %s', (_, change, message) => {
  expect(checkSettings(tinySynthetic, 'here')).toEqual(tinySynthetic)
  expect(() => checkSettings({ ...tinySynthetic, ...change }, 'here')).toThrow(message)
})
