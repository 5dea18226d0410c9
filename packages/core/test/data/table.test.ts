import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowMajor } from '../../src/data/matrix.js'
import {
  alignTable,
  type CategoricalColumn,
  categoricalColumn,
  checkTable,
  featuresOf,
  MISSING,
  numericTable,
  selectRows,
  type Table,
  UNSEEN,
} from '../../src/data/table.js'
import { varies } from '../../src/data/varies.js'
import { errorOf, mixedTable } from '../detectors/tables.js'

describe('a categorical column', () => {
  it('gives the text back through its codes; null, undefined and empty text are missing', () => {
    const cell = fc.oneof(fc.string(), fc.constantFrom(null, undefined, '', '__proto__', 'constructor'))
    fc.assert(
      fc.property(fc.array(cell), (cells) => {
        const { codes, categories } = categoricalColumn('c', cells)
        const back = [...codes].map((code) => (code === MISSING ? null : categories[code]))
        expect(back).toEqual(cells.map((v) => v || null))
      }),
    )
  })

  it('has the same categories for any order of rows', () => {
    expect(categoricalColumn('c', ['b', 'a', 'c', 'a']).categories).toEqual(['a', 'b', 'c'])
  })
})

describe('numericTable', () => {
  it('turns rows into columns, named or not', () => {
    const table = numericTable([
      [1, 2],
      [3, 4],
    ])
    expect(table.columns.map((c) => c.name)).toEqual(['f0', 'f1'])
    expect([...rowMajor(table).values]).toEqual([1, 2, 3, 4])
    expect(numericTable([[1]], ['x']).columns[0].name).toBe('x')
  })

  it('refuses a row of another length', () => {
    expect(errorOf(() => numericTable([[1, 2], [3]])).code).toBe('bad-row')
    expect(errorOf(() => numericTable([[1, 2]], ['x'])).code).toBe('bad-row')
  })
})

describe('alignTable', () => {
  const known = ['a', 'b', 'd']
  const column = (codes: number[], categories: string[]): CategoricalColumn => ({
    name: 'c',
    kind: 'categorical',
    codes: Int32Array.from(codes),
    categories,
  })

  it("translates codes to the model's, unseen categories apart from missing ones", () => {
    const table: Table = { rows: 5, columns: [column([0, 1, 2, MISSING, UNSEEN], ['b', 'c', 'd'])] }
    const [aligned] = alignTable(table, [{ name: 'c', kind: 'categorical', categories: known }]).columns
    expect([...(aligned as CategoricalColumn).codes]).toEqual([1, UNSEEN, 2, MISSING, UNSEEN])
    expect((aligned as CategoricalColumn).categories).toBe(known)
  })

  it('is the identity on a table of its own features', () => {
    const table = mixedTable(20, 1, true)
    expect(alignTable(table, featuresOf(table))).toEqual(table)
  })

  it('refuses a code that stands for nothing instead of reading it as another category', () => {
    const table: Table = { rows: 1, columns: [column([3], ['b', 'c', 'd'])] }
    expect(errorOf(() => alignTable(table, [{ name: 'c', kind: 'categorical', categories: known }])).code).toBe(
      'bad-argument',
    )
  })
})

describe('rowMajor and selectRows', () => {
  it('agree on any range of rows', () => {
    const table = mixedTable(12, 2, true)
    const chosen = selectRows(table, [4, 5, 6])
    expect(rowMajor(table, 4, 7)).toEqual(rowMajor(chosen))
    expect(selectRows(selectRows(table, [3, 1, 2]), [1])).toEqual(selectRows(table, [1]))
  })
})

describe('checkTable', () => {
  it('passes missing values and refuses numbers whose differences could overflow', () => {
    expect(() => checkTable(numericTable([[1], [Number.NaN]]))).not.toThrow()
    expect(errorOf(() => checkTable(numericTable([[Number.MAX_VALUE]]))).code).toBe('infinite-value')
    expect(() => checkTable(numericTable([[Number.MAX_VALUE / 2], [-Number.MAX_VALUE / 2]]))).not.toThrow()
  })
})

describe('varies', () => {
  const numeric = (...values: number[]): boolean =>
    varies({ name: 'x', kind: 'numeric', values: Float64Array.from(values) })

  it('sees two different values, not missing ones', () => {
    expect([numeric(1, 1, 2), numeric(1, 1), numeric(1, Number.NaN), numeric(Number.NaN), numeric()]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(varies(categoricalColumn('c', ['a', null, 'b']))).toBe(true)
    expect(varies(categoricalColumn('c', ['a', null, 'a']))).toBe(false)
  })
})
