import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { workshop } from './run.js'
import { faults } from './schema.js'

const { xenolith } = workshop()

it('the JSON of the demo keeps to its published schema', () => {
  const schema = JSON.parse(readFileSync(new URL('../../schemas/demo.schema.json', import.meta.url), 'utf8'))
  const { status, stdout, stderr } = xenolith('demo', '--dir', 'demo', '--quiet', '--json')
  expect(status, stderr).toBe(0)
  expect(faults(JSON.parse(stdout), schema)).toEqual([])
})
