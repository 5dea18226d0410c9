import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowDraw, rowHasher } from '../../src/data/row-draw.js'
import { sha256 } from '../../src/numeric/sha256.js'

const reference = (text: string): string => createHash('sha256').update(text).digest('hex')

const drawn = (names: readonly string[], most: number, seed = 1) => {
  const draw = new RowDraw(seed, most)
  for (const name of names) draw.add(name)
  return draw.finish()
}

describe('the hash of a row', () => {
  it('is SHA-256, as another implementation has it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), fc.integer({ min: 0 }), (name, seed) => {
        const text = `${seed}:${name}`
        expect(sha256(new TextEncoder().encode(text))).toBe(reference(text))
        expect(rowHasher(seed)(name)).toBe(Number.parseInt(reference(text).slice(0, 13), 16))
      }),
    )
  })
})

describe('rows drawn by their names', () => {
  const names = Array.from({ length: 1000 }, (_, i) => `row ${i}`)

  it('are those with the smallest hashes, in that order', () => {
    const order = [...names].sort((a, b) => rowHasher(7)(a) - rowHasher(7)(b))
    const found = drawn(names, 50, 7)
    expect(found.names).toEqual(order.slice(0, 50))
    expect([...found.rows]).toEqual(order.slice(0, 50).map((name) => names.indexOf(name)))
    expect(drawn(names, 2000, 7).names).toEqual(order)
  })

  it('do not depend on the order of rows or on who holds them', () => {
    const back = [...names].reverse()
    expect(drawn(back, 50).names).toEqual(drawn(names, 50).names)
    const parts = [names.slice(0, 300), names.slice(300, 301), names.slice(301)]
    const candidates = parts.flatMap((part) => drawn(part, 50).names)
    expect(drawn(candidates, 50).names).toEqual(drawn(names, 50).names)
  })

  it('are others with another seed', () => {
    expect(drawn(names, 50, 2).names).not.toEqual(drawn(names, 50, 1).names)
  })

  it('must have names, and different ones', () => {
    expect(() => drawn(['a', 'b', 'a'], 3)).toThrow(/"a" stands for two rows/)
    expect(() => drawn(['a', ''], 3)).toThrow(/row 2 has no id/)
  })
})
