import { estimatorNames, type NumericColumn, type RowsAndScores, type Table } from '@xenolith/core'
import { describe, expect, it } from 'vitest'
import { lookedAt, usualEstimators } from '../src/alpha/estimates.js'
import { inflate } from '../src/alpha/settle.js'

describe('what runs unasked', () => {
  const samples = (rows: number, withRows: boolean): RowsAndScores => ({
    nominal: new Float64Array(rows),
    mixture: new Float64Array(rows),
    ...(withRows ? { rows: { nominal: { rows, columns: [] }, mixture: { rows, columns: [] } } } : {}),
  })

  it('is everything on small samples, and what is cheap on large ones', () => {
    expect(usualEstimators(samples(100, true))).toEqual([...estimatorNames])
    expect(usualEstimators(samples(2000, true))).toEqual(['bt-patrasen', 'c-ps', 'c-roc', 'spy', 'bbe', 'storey'])
    expect(usualEstimators(samples(1e5, true))).toEqual(['bt-patrasen', 'c-ps', 'c-roc', 'bbe', 'storey'])
    expect(usualEstimators(samples(1e5, false))).toEqual(['bt-patrasen', 'bbe', 'storey'])
  })
})

describe('the alpha that auto uses', () => {
  it('is the upper end of the interval, rounded up, at most 1', () => {
    expect(inflate({ name: 'c-roc', upper: 0.12341 }, 0.1).alpha).toBe(0.1235)
    expect(inflate({ name: 'c-roc', upper: 0.1234 }, 0.1).alpha).toBe(0.1234)
    expect(inflate({ name: 'c-roc', upper: 0.99999 }, 0.1).alpha).toBe(1)
  })

  it('is never below the certified lower bound', () => {
    const { alpha, words } = inflate({ name: 'c-roc', upper: 0.05 }, 0.07003)
    expect(alpha).toBe(0.0701)
    expect(words).toBe('the certified lower bound, which lies above the interval of c-roc')
  })
})

describe('the rows that classifiers are trained on', () => {
  const table = (rows: number): Table => ({
    rows,
    columns: [{ name: 'x', kind: 'numeric', values: Float64Array.from({ length: rows }, (_, i) => i) }],
  })
  const samples = (n0: number, nm: number): RowsAndScores => ({
    nominal: Float64Array.from({ length: n0 }, (_, i) => i),
    mixture: Float64Array.from({ length: nm }, (_, i) => i),
    rows: { nominal: table(n0), mixture: table(nm) },
  })

  it('are all of them where that is quick: up to 5000 for a classifier, 10,000 for one that resamples, any number for the others', () => {
    const few = samples(4000, 5000)
    for (const name of estimatorNames) expect(lookedAt(few, 1)(name)).toBe(few)
    const more = samples(4000, 12_000)
    expect(lookedAt(more, 1)('storey')).toBe(more)
    expect(lookedAt(more, 1)('bt-patrasen').mixture).toHaveLength(10_000)
    expect(lookedAt({ nominal: more.nominal, mixture: more.mixture }, 1)('bt-patrasen')).not.toHaveProperty('rows')
  })

  it('are a random part beyond that, each with its own score, the same for the same seed', () => {
    const part = lookedAt(samples(50, 12_000), 1)('c-roc')
    expect([part.nominal.length, part.mixture.length]).toEqual([50, 5000])
    const { values } = part.rows!.mixture.columns[0] as NumericColumn
    expect(part.mixture).toEqual(values)
    expect(new Set(values).size).toBe(5000)
    expect(lookedAt(samples(50, 12_000), 1)('c-ps')).toEqual(part)
    expect(lookedAt(samples(50, 12_000), 2)('c-ps')).not.toEqual(part)
  })
})
