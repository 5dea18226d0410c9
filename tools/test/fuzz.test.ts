import { decodeModelFile, type Model, score, type Table } from '@xenolith/core'
import { describe, expect, it } from 'vitest'
import { countLines, fileOf, fuzz, seedFiles } from '../fuzz/fuzz.mjs'

const total = (counts: Map<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0)

describe('changed model files', () => {
  it('are refused in one line, or score alike in core and engine and can be shown', async () => {
    const counts = await fuzz({ files: 150, seed: 20_001, everyMany: 16, everyReport: 16 })
    expect(counts.failures).toEqual([])
    expect(counts.files).toBe(150)
    expect(total(counts.refused) + total(counts.accepted)).toBe(150)
    expect(total(counts.accepted)).toBeGreaterThan(20)
    expect(counts.many).toBeGreaterThan(1)
    expect(counts.shown).toBeGreaterThan(1)
    expect(countLines(counts)[0]).toMatch(/^150 changed model files: \d+ refused, \d+ accepted, 0 failures$/)
  })

  it('are the same for the same seed and number, and differ for others', () => {
    const seeds = seedFiles()
    const bytes = (seed: number, number: number) => Buffer.from(fileOf(seeds, seed, number).bytes)
    expect(bytes(1, 7).equals(bytes(1, 7))).toBe(true)
    expect(bytes(1, 7).equals(bytes(1, 8))).toBe(false)
    expect(bytes(1, 7).equals(bytes(2, 7))).toBe(false)
  })
})

describe('the fuzzer notices', () => {
  it('a decoder that stumbles instead of refusing', async () => {
    const decode = (bytes: Uint8Array) => {
      if (bytes.length % 3 === 0) throw new TypeError('cannot read properties of undefined')
      return decodeModelFile(bytes)
    }
    expect((await fuzz({ files: 60, seed: 1, decode })).failures.length).toBeGreaterThan(5)
  })

  it('scores that differ in their last bit', async () => {
    const fastScore = async (_: unknown, model: unknown, table: { rows: number }) => {
      const scores = score(model as Model, table as Table)
      new Uint8Array(scores.buffer)[0] ^= 1
      return scores
    }
    const { failures } = await fuzz({ files: 60, seed: 1, fastScore })
    expect(failures.length).toBeGreaterThan(3)
    expect(failures[0].error).toContain('differ')
  })
})
