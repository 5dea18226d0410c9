import { expect, it } from 'vitest'
import { excess, LIMIT } from './membership.js'

it('auto scores two samples of continuous rows of one law by one law', async () => {
  expect(Math.abs(await excess('continuous'))).toBeLessThan(LIMIT)
})
