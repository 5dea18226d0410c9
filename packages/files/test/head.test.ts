import { expect, it, vi } from 'vitest'
import { headCollector } from '../src/text/head.js'

it('a first line that comes in many small parts is put together a few times, not once for each part', () => {
  const collector = headCollector('long.csv')
  const [parts, size] = [4096, 256]
  const set = vi.spyOn(Uint8Array.prototype, 'set')
  for (let i = 0; i < parts; i++) expect(collector.add(new Uint8Array(size).fill(97))).toBe(false)
  const { bytes } = collector.head('long.csv')
  const copied = set.mock.calls.reduce((sum, [from]) => sum + from.length, 0)
  set.mockRestore()
  expect(bytes).toHaveLength(parts * size)
  expect(copied).toBeLessThan(4 * parts * size)
})
