import { expect, it } from 'vitest'
import { excess, LIMIT, leaveOneOut } from './membership.js'

it.each(['continuous', 'coarse', 'named'] as const)(
  'auto scores two samples of %s rows of one law by one law',
  async (law) => {
    expect(Math.abs(await excess(law))).toBeLessThan(LIMIT)
  },
)

it('auto does not, where a feature leaves a nominal row out of its own sample', async () => {
  expect(Math.abs(await excess('coarse', leaveOneOut))).toBeGreaterThan(LIMIT)
})
