import { selectRows, substream, type Table } from '@xenolith/core'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetLooks, looksAt, noteLook, takeLookBack } from '../src/app/state/looks.ts'
import { type RowsOfFile, rowSample, shareRows } from '../src/app/worker/row-sample.ts'

const table = (seed: number, rows = 500, round = (x: number) => x): Table => {
  const random = substream(seed, 'looks')
  const values = () => Float64Array.from({ length: rows }, () => round(random.float()))
  return {
    rows,
    columns: [
      { name: 'id', kind: 'numeric', values: Float64Array.from({ length: rows }, (_, i) => i + 1) },
      { name: 'x', kind: 'numeric', values: values() },
      { name: 'y', kind: 'numeric', values: values() },
    ],
  }
}
let files = 0
const fileOf = (rows: Table): RowsOfFile => ({ sha256: `file ${++files}`, sample: rowSample(rows) })
const some = (rows: Table, share: number): Table =>
  selectRows(
    rows,
    Int32Array.from({ length: Math.round(share * rows.rows) }, (_, i) => rows.rows - 1 - i),
  )

describe('a file is known again by its rows', () => {
  const first = table(1)
  it.each([
    ['saved in another form', first],
    ['in another order', some(first, 1)],
    ['with half of its rows taken away', some(first, 0.5)],
  ])('%s', (_, again) => expect(shareRows(fileOf(first), fileOf(again))).toBe(true))

  it('fresh rows are not: ids that count from 1 in both files do not make them the same', () => {
    for (let seed = 2; seed < 40; seed++) expect(shareRows(fileOf(first), fileOf(table(seed)))).toBe(false)
  })

  it('of coarse values, which repeat by themselves, the bytes alone count', () => {
    const coarse = (seed: number) => fileOf(table(seed, 500, Math.round))
    const one = coarse(1)
    expect(one.sample).toEqual([])
    expect(shareRows(one, coarse(2))).toBe(false)
    expect(shareRows(one, { ...one })).toBe(true)
  })
})

describe('looks', () => {
  const [nominal, mixture, other] = [1, 2, 3].map((seed) => fileOf(table(seed)))
  beforeEach(() => forgetLooks([nominal, mixture, other]))

  it('count once for each time that rows of either file were opened, in either role', () => {
    expect(looksAt([nominal, mixture])).toBe(0)
    expect(noteLook([nominal, mixture])).toBe(1)
    expect(looksAt([mixture, nominal])).toBe(1)
    expect(looksAt([nominal, other])).toBe(1)
    expect(looksAt([other, fileOf(some(table(2), 0.8))])).toBe(1)
    expect(looksAt([other, fileOf(table(4))])).toBe(0)
    expect(noteLook([nominal, mixture])).toBe(2)
  })

  it('that were stopped before an answer are taken back, the last one alone', () => {
    noteLook([nominal, mixture])
    noteLook([nominal, mixture])
    takeLookBack([nominal, mixture])
    expect(looksAt([nominal, mixture])).toBe(1)
  })
})
