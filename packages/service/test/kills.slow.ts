import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../../bench/service/kills.mjs', import.meta.url))

describe('a kill', () => {
  it('loses no acknowledged row and doubles none', () => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [script, '--rounds', '1'], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ lost: 0, doubledRows: 0, chain: true, integrity: 'ok' })
    expect(status).toBe(0)
  })
})
