import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const bin = fileURLToPath(new URL('../../bin/xenolith.js', import.meta.url))
const cwd = mkdtempSync(join(tmpdir(), 'xenolith-demo-'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

it.each(['landsat', 'shuttle'])('the demo keeps its promise on %s', (dataset) => {
  const args = [bin, 'demo', '--dataset', dataset, '--dir', dataset, '--json', '--quiet']
  const ran = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  expect(ran.status, ran.stderr).toBe(0)
  const { promised, happened, report } = JSON.parse(ran.stdout)
  expect(happened.aliens).toBeGreaterThan(100)
  expect(happened.recall).toBeGreaterThanOrEqual(promised.recall)
  expect(readFileSync(join(cwd, report), 'utf8')).toContain('raise an alarm')
})
