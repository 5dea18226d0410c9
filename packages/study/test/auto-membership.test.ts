import { expect, it } from 'vitest'
import { excess, LIMIT, leaveOneOut } from './membership.js'

// Continuous rows are in auto-membership.slow.ts.
it('auto scores two samples of coarse rows of one law by one law', async () => {
  expect(Math.abs(await excess('coarse'))).toBeLessThan(LIMIT)
})

it('auto does not, where a feature leaves a nominal row out of its own sample', async () => {
  expect(Math.abs(await excess('coarse', leaveOneOut))).toBeGreaterThan(LIMIT)
})
