import { readBytes } from '@xenolith/files/pure'
import { expect, it } from 'vitest'
import { fuzzReaders } from '../fuzz/readers/fuzz.mjs'

it('both readers give the same table or the same refusal of files nobody has seen', async () => {
  const { outcomes, failures } = await fuzzReaders({ files: 160, seed: 20_002 })
  expect(failures).toEqual([])
  expect(outcomes.get('read')).toBeGreaterThan(30)
  for (const code of ['bad-row', 'file-unreadable', 'empty-data']) expect(outcomes.get(code)).toBeGreaterThan(2)
})

it('the fuzzer notices a reader that takes one cell for another', async () => {
  const read: typeof readBytes = (bytes, options) => {
    const found = readBytes(bytes, options)
    const [column] = found.table.columns
    if (column.kind === 'categorical') column.codes[0] = -1
    return found
  }
  expect((await fuzzReaders({ files: 60, seed: 1, read: read as never })).failures.length).toBeGreaterThan(2)
})
