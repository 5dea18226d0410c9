import type { CategoricalColumn, NumericColumn } from '@xenolith/core'

/** How far apart two samples of a column are, and how far apart samples of one law would be in 95 of 100 cases. */
export interface Shift {
  readonly distance: number
  readonly band: number
}

/** The largest distance of the two empirical distributions (Kolmogorov-Smirnov), missing values left out. */
export function numberShift(nominal: NumericColumn, mixture: NumericColumn): Shift | null {
  const a = present(nominal)
  const b = present(mixture)
  if (a.length === 0 || b.length === 0) return null
  let distance = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const value = Math.min(a[i], b[j])
    while (i < a.length && a[i] === value) i++
    while (j < b.length && b[j] === value) j++
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length))
  }
  // The 95 % point of Kolmogorov's law; samples with ties stay within it more often still.
  return { distance, band: Math.min(1, 1.3581 * Math.sqrt(1 / a.length + 1 / b.length)) }
}

/** Half the sum of the differences of shares (total variation), missing values a category of their own. */
export function categoryShift(nominal: CategoricalColumn, mixture: CategoricalColumn): Shift | null {
  const a = sharesOf(nominal)
  const b = sharesOf(mixture)
  const [n, m] = [nominal.codes.length, mixture.codes.length]
  if (n === 0 || m === 0) return null
  const per = 1 / n + 1 / m
  let distance = 0
  let mean = 0
  for (const category of new Set([...a.keys(), ...b.keys()])) {
    const [p, q] = [a.get(category) ?? 0, b.get(category) ?? 0]
    distance += Math.abs(p - q) / 2
    const pooled = (n * p + m * q) / (n + m)
    mean += Math.sqrt(pooled * (1 - pooled) * per) / 2
  }
  // The mean under one law is at most that by Jensen, and McDiarmid bounds what chance adds to it.
  return { distance, band: Math.min(1, mean + Math.sqrt((Math.log(20) / 2) * per)) }
}

function present({ values }: NumericColumn): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort()
}

/** The share of each category; '' cannot be one, so it stands for missing. */
function sharesOf({ codes, categories }: CategoricalColumn): Map<string, number> {
  const counts = new Map<string, number>()
  for (const code of codes) {
    const name = code < 0 ? '' : categories[code]
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const [name, count] of counts) counts.set(name, count / codes.length)
  return counts
}
