import { writtenColumn } from '@xenolith/files/pure'
import { describe, expect, it } from 'vitest'

function cellsOf(texts: readonly string[]): { data: Uint8Array; offsets: number[] } {
  const encoder = new TextEncoder()
  const offsets = [0]
  for (const text of texts) offsets.push(offsets.at(-1)! + encoder.encode(text).length)
  return { data: encoder.encode(texts.join('')), offsets }
}

describe('cells that somebody else took out of a file', () => {
  const options = { shown: 'a.csv', note: () => {} }

  it('are read again for their words where these turn up late', () => {
    const early = Array.from({ length: 1500 }, (_, k) => String(k % 7))
    const late = Array.from({ length: 2000 }, () => 'naïve')
    const column = writtenColumn('x', cellsOf([...early, ...late]), options)
    expect(column).toMatchObject({ kind: 'categorical', categories: ['0', '1', '2', '3', '4', '5', '6', 'naïve'] })
    expect(column.kind === 'categorical' && [column.codes[8], column.codes[1500]]).toEqual([1, 7])
  })

  it('are what they are known to be, and refused by their row where they are not', () => {
    const digits = cellsOf(['007', '', '7'])
    expect(writtenColumn('x', digits, { ...options, kind: 'categorical' })).toMatchObject({ categories: ['007', '7'] })
    expect(writtenColumn('x', { ...digits, strings: true }, options)).toMatchObject({ kind: 'categorical' })
    expect(() => writtenColumn('x', cellsOf(['1', 'one']), { ...options, kind: 'numeric' })).toThrow(
      'a.csv, row 2, column "x": "one" is not a number',
    )
  })

  it('have decimal commas told', () => {
    const notes: string[] = []
    const column = writtenColumn('x', cellsOf(['1,5', '2,25', '3']), { ...options, note: (text) => notes.push(text) })
    expect(column).toMatchObject({ values: Float64Array.of(1.5, 2.25, 3) })
    expect(notes).toEqual(['a.csv: read with decimal commas: "x"'])
  })
})
