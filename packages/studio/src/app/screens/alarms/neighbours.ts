import type { Column, Table } from '@xenolith/core'

/** How far rows lie apart: columns on the scale of the nominals' middle half, categories and missing values by being the same. */
export interface Yardstick {
  readonly nominal: Table
  readonly scales: Float64Array
}

const MOST_FOR_SCALE = 20_000

export function yardstick(nominal: Table): Yardstick {
  return { nominal, scales: Float64Array.from(nominal.columns, (column) => scaleOf(column)) }
}

function scaleOf(column: Column): number {
  if (column.kind === 'categorical') return 1
  const step = Math.max(1, Math.floor(column.values.length / MOST_FOR_SCALE))
  const values = column.values.filter((value, row) => row % step === 0 && !Number.isNaN(value)).sort()
  if (values.length === 0) return 1
  const at = (level: number): number => values[Math.min(values.length - 1, Math.floor(level * values.length))]
  const spread = at(0.75) - at(0.25) || at(1) - at(0)
  return spread > 0 ? spread : 1
}

/** The nominal rows that are nearest to a row of another table with the same columns, nearest first. */
export function nearestNominals(
  { nominal, scales }: Yardstick,
  table: Table,
  row: number,
  most: number,
): { readonly row: number; readonly distance: number }[] {
  const sums = new Float64Array(nominal.rows)
  nominal.columns.forEach((column, j) => {
    addDistances(
      sums,
      column,
      table.columns.find(({ name }) => name === column.name),
      row,
      scales[j],
    )
  })
  const found: { row: number; distance: number }[] = []
  for (let i = 0; i < sums.length; i++) {
    if (found.length === most && sums[i] >= found[most - 1].distance) continue
    const at = found.findIndex(({ distance }) => sums[i] < distance)
    found.splice(at < 0 ? found.length : at, 0, { row: i, distance: sums[i] })
    if (found.length > most) found.pop()
  }
  return found.map(({ row, distance }) => ({ row, distance: Math.sqrt(distance / Math.max(1, scales.length)) }))
}

/** A column that differs in kind or is not there counts as one step. */
function addDistances(
  sums: Float64Array,
  nominal: Column,
  column: Column | undefined,
  row: number,
  scale: number,
): void {
  if (nominal.kind === 'numeric' && column?.kind === 'numeric') {
    const value = column.values[row]
    for (let i = 0; i < sums.length; i++) {
      const gap = (nominal.values[i] - value) / scale
      if (Number.isNaN(gap)) sums[i] += Number.isNaN(value) && Number.isNaN(nominal.values[i]) ? 0 : 1
      else sums[i] += gap * gap
    }
  } else if (nominal.kind === 'categorical' && column?.kind === 'categorical') {
    const code = column.codes[row]
    const wanted = code < 0 ? code : nominal.categories.indexOf(column.categories[code])
    for (let i = 0; i < sums.length; i++) sums[i] += nominal.codes[i] === wanted ? 0 : 1
  }
}
