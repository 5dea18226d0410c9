import type { PooledRows } from '../trees/pooled-rows.js'

/**
 * Rows as kernels see them, one after another, nominals first. Numbers are in standard deviations of the nominals; a
 * missing one takes their mean, and a column of flags says so. Categories are one column each, 1 or 0: two different
 * ones are as far apart as two average rows are on a numeric feature.
 */
export interface KernelRows {
  readonly n0: number
  readonly nm: number
  readonly width: number
  readonly values: Float64Array
}

/** Farther out than this is simply far: squares of distances must stay finite. */
const FARTHEST = 1e6

export function kernelRows({ n0, nm, columns }: PooledRows): KernelRows {
  const rows = n0 + nm
  const parts: Float64Array[] = []
  for (const column of columns) {
    if (column.kind === 'numeric') {
      parts.push(standardised(column.values, n0))
      if (column.values.some(Number.isNaN)) parts.push(column.values.map((x) => (Number.isNaN(x) ? 1 : 0)))
    } else {
      for (const code of new Set(column.codes))
        if (code >= 0) parts.push(Float64Array.from(column.codes, (c) => (c === code ? 1 : 0)))
    }
  }
  const width = parts.length
  const values = new Float64Array(rows * width)
  parts.forEach((part, j) => {
    for (let i = 0; i < rows; i++) values[i * width + j] = part[i]
  })
  return { n0, nm, width, values }
}

/** One column of scores, as they are: the kernel's width adapts to their scale. */
export function scoreRows(nominal: Float64Array, mixture: Float64Array): KernelRows {
  const values = new Float64Array(nominal.length + mixture.length)
  values.set(nominal)
  values.set(mixture, nominal.length)
  const rows = { n0: nominal.length, nm: mixture.length, columns: [{ kind: 'numeric', values }] } as const
  return kernelRows(rows)
}

function standardised(values: Float64Array, n0: number): Float64Array {
  const [mean, deviation] = moments(values.subarray(0, n0)) ?? moments(values) ?? [0, 1]
  return values.map((x) =>
    Number.isNaN(x) ? 0 : Math.min(FARTHEST, Math.max(-FARTHEST, x / deviation - mean / deviation)),
  )
}

/** Mean and standard deviation of the values present; null if they do not vary. Halved in between, so that sums stay finite. */
function moments(values: Float64Array): [mean: number, deviation: number] | null {
  let count = 0
  let mean = 0
  let largest = 0
  for (const x of values) {
    if (Number.isNaN(x)) continue
    count++
    mean += x / count - mean / count
    largest = Math.max(largest, Math.abs(x))
  }
  let sum = 0
  for (const x of values) if (!Number.isNaN(x)) sum += (x / largest - mean / largest) * (x / largest - mean / largest)
  const deviation = largest * Math.sqrt(sum / count)
  return deviation > 0 && Number.isFinite(deviation) ? [mean, deviation] : null
}
