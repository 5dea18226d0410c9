import type { CategoricalColumn, NumericColumn } from '@xenolith/core'

/** Shares of both samples in the same bins, for a small picture. */
export interface Bins {
  readonly labels: readonly string[]
  readonly nominal: readonly number[]
  readonly mixture: readonly number[]
}

const COUNT = 24
const MOST_CATEGORIES = 8

/** Bins of equal width over the middle 99 % of both samples; what lies outside counts in the first and the last. */
export function numberBins(nominal: NumericColumn, mixture: NumericColumn): Bins | null {
  const [low, high] = middle(nominal.values, mixture.values)
  if (!(low <= high)) return null
  const bins = low === high ? 1 : COUNT
  const width = (high - low) / bins || 1
  const shares = (values: Float64Array): number[] => {
    const counts = new Array<number>(bins).fill(0)
    let rows = 0
    for (const value of values) {
      if (Number.isNaN(value)) continue
      counts[Math.max(0, Math.min(bins - 1, Math.floor((value - low) / width)))]++
      rows++
    }
    return counts.map((count) => count / Math.max(1, rows))
  }
  const labels = Array.from({ length: bins + 1 }, (_, i) => String(Number((low + i * width).toPrecision(4))))
  return { labels, nominal: shares(nominal.values), mixture: shares(mixture.values) }
}

/** The most frequent categories of both samples together, and one bin for the rest. */
export function categoryBins(nominal: CategoricalColumn, mixture: CategoricalColumn): Bins {
  const a = counted(nominal)
  const b = counted(mixture)
  const share = (counts: Map<string, number>, rows: number, name: string): number => (counts.get(name) ?? 0) / rows
  const [n, m] = [nominal.codes.length, mixture.codes.length]
  const weight = (name: string): number => share(a, n, name) + share(b, m, name)
  const names = [...new Set([...a.keys(), ...b.keys()])].sort((x, y) => weight(y) - weight(x))
  const kept = names.slice(0, MOST_CATEGORIES)
  const rest = names.slice(MOST_CATEGORIES)
  const sharesOf = (counts: Map<string, number>, rows: number): number[] => [
    ...kept.map((name) => share(counts, rows, name)),
    ...(rest.length === 0 ? [] : [rest.reduce((sum, name) => sum + share(counts, rows, name), 0)]),
  ]
  return {
    labels: [...kept, ...(rest.length === 0 ? [] : [`${rest.length} others`])],
    nominal: sharesOf(a, n),
    mixture: sharesOf(b, m),
  }
}

function counted({ codes, categories }: CategoricalColumn): Map<string, number> {
  const counts = new Map<string, number>()
  for (const code of codes) {
    const name = code < 0 ? 'missing' : categories[code]
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** The values between which 99 % of both samples lie, read off a few thousand of them. */
function middle(...samples: Float64Array[]): [number, number] {
  const ends = samples.map((values) => {
    const step = Math.max(1, Math.floor(values.length / 4000))
    const some = values.filter((value, row) => row % step === 0 && !Number.isNaN(value)).sort()
    return [some[Math.floor(0.005 * some.length)], some[Math.ceil(0.995 * some.length) - 1]]
  })
  const known = ends.filter(([low]) => low !== undefined)
  return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))]
}
