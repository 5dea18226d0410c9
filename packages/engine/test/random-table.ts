import { type Column, categoricalColumn, type Random, substream, type Table } from '@xenolith/core'

/** What a random table may hold. */
export interface Taste {
  readonly rows: number
  readonly missing: boolean
  readonly categories: boolean
}

/** Columns of every troublesome sort: ties, constants, both zeros, values that differ only beyond float32, timestamps. */
export function randomTable(seed: number, taste: Taste): Table {
  const random = substream(seed, 'random-table')
  const columns = Array.from({ length: 1 + random.below(6) }, (_, j): Column => randomColumn(random, `f${j}`, taste))
  const spread = Float64Array.from({ length: taste.rows }, () => random.normal())
  columns.push({ name: 'spread', kind: 'numeric', values: spread })
  return { rows: taste.rows, columns }
}

const sorts: ((random: Random) => number)[] = [
  (random) => random.normal(),
  (random) => random.below(4),
  (random) => (random.below(2) === 0 ? 0 : -0) * (random.below(8) === 0 ? random.normal() : 1),
  (random) => 1 + random.below(1000) * 2 ** -40,
  (random) => 1_700_000_000_000 + random.below(100_000),
  (random) => (random.float() - 0.5) * 10 ** (random.below(614) - 307),
  () => 7,
]

function randomColumn(random: Random, name: string, { rows, missing, categories }: Taste): Column {
  const share = missing ? random.below(3) * 0.15 : 0
  const isMissing = (): boolean => share > 0 && random.float() < share
  if (categories && random.below(2) === 0) {
    const count = [2, 5, 40, 63, 64, 200][random.below(6)]
    const values = Array.from({ length: rows }, () => (isMissing() ? null : `c${random.below(count)}`))
    return categoricalColumn(name, values)
  }
  const sort = sorts[random.below(sorts.length)]
  const values = Float64Array.from({ length: rows }, () => (isMissing() ? Number.NaN : sort(random)))
  return { name, kind: 'numeric', values }
}

/** Other rows of the same columns: some as in the table, some moved out of its range, some of categories it has not seen. */
export function otherRows(seed: number, table: Table, rows: number, missing: boolean): Table {
  const random = substream(seed, 'other-rows')
  const lacks = (): boolean => missing && random.below(10) === 0
  const columns = table.columns.map((column): Column => {
    const pick = Array.from({ length: rows }, () => random.below(table.rows))
    if (column.kind === 'numeric') {
      const values = Float64Array.from(pick, (row) => {
        const x = column.values[row]
        if (lacks()) return Number.NaN
        if (Number.isNaN(x) && !missing) return 1
        return random.below(4) === 0 ? x * (1 + random.normal() / 4) : x
      })
      return { ...column, values }
    }
    const values = pick.map((row) => {
      if (lacks()) return null
      if (random.below(8) === 0) return 'never seen'
      return column.categories[Math.max(0, column.codes[row])] ?? 'never seen'
    })
    return categoricalColumn(column.name, values)
  })
  return { rows, columns }
}
