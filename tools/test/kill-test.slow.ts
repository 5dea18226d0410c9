import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { killLines, killTest } from '../kill-test/kill-test.mjs'

it('a command that is killed leaves the old output or the new one, whole', async () => {
  const counts = await killTest({ kills: 5, seed: 4, rows: 2000 })
  expect(counts.failures).toEqual([])
  expect(counts.before + counts.after).toBe(5)
  expect(killLines(counts)[0]).toContain('5 kills')
})

it('a command that writes in place is noticed', async () => {
  const command = fileURLToPath(new URL('../kill-test/careless.mjs', import.meta.url))
  expect((await killTest({ kills: 10, seed: 4, rows: 100, command })).failures.length).toBeGreaterThan(2)
})
