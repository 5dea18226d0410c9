import { mkdtempSync, readdirSync, rmdirSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ScoreSpool } from '@xenolith/files'
import { describe, expect, it, vi } from 'vitest'

describe('scores in a temporary file', () => {
  it('are read back by place, in batches, and not beyond the last', async () => {
    const spool = await ScoreSpool.create()
    const scores = Float64Array.from({ length: 300_000 }, (_, i) => Math.sqrt(i) - 200)
    for (let at = 0; at < scores.length; at += 70_000) await spool.append(scores.subarray(at, at + 70_000))
    expect(spool.length).toBe(scores.length)
    expect(await spool.read(69_990, 20)).toEqual(scores.slice(69_990, 70_010))
    expect(await spool.read(0, 0)).toEqual(new Float64Array(0))
    expect(await spool.read(299_990, 11)).toBeUndefined()
    expect(await spool.at(123_456)).toBe(scores[123_456])
    let rows = 0
    for await (const batch of spool.batches()) {
      expect(batch[0]).toBe(scores[rows])
      rows += batch.length
    }
    expect(rows).toBe(scores.length)
    await spool.remove()
  })

  it('that somebody cut short are refused, and not waited for', async () => {
    const own = mkdtempSync(join(tmpdir(), 'spool-test-'))
    vi.stubEnv('TMPDIR', own)
    const spool = await ScoreSpool.create()
    vi.unstubAllEnvs()
    await spool.append(new Float64Array(100))
    truncateSync(join(own, readdirSync(own)[0], 'scores'), 80)
    await expect(spool.read(0, 100)).rejects.toThrow('changed while it was read')
    expect(await spool.read(0, 10)).toEqual(new Float64Array(10))
    await spool.remove()
    rmdirSync(own)
  })
})
