import { describe, expect, it } from 'vitest'
import { numericTable, type Table } from '../../src/data/table.js'
import { type Random, substream } from '../../src/numeric/random.js'
import { estimateAlpha, estimators } from '../../src/proportion/estimate.js'
import { type EstimatorName, estimatorNames, type RowsAndScores } from '../../src/proportion/estimator.js'

/** Rows of d features, aliens shifted by 4 in each; the score is the sum of the features. */
function draw(label: string, { n = 26, alpha = 0.3, d = 3, run = 0 } = {}): RowsAndScores {
  const random = substream(11, label, run)
  const nominal = table(n, d, () => 0, random)
  const mixture = table(n, d, (i) => (i < alpha * n ? 4 : 0), random)
  return withScores({ nominal, mixture })
}

function table(n: number, d: number, shift: (row: number) => number, random: Random): Table {
  return numericTable(
    Array.from({ length: n }, (_, i) => Float64Array.from({ length: d }, () => random.normal() + shift(i))),
  )
}

function withScores(rows: { nominal: Table; mixture: Table }): RowsAndScores {
  const sum = ({ rows: n, columns }: Table): Float64Array =>
    Float64Array.from({ length: n }, (_, i) =>
      columns.reduce((total, column) => {
        const x = column.kind === 'numeric' ? column.values[i] : column.codes[i]
        return total + (Number.isNaN(x) ? 0 : x)
      }, 0),
    )
  return { nominal: sum(rows.nominal), mixture: sum(rows.mixture), rows }
}

function constantTable(n: number): Table {
  return numericTable(Array.from({ length: n }, () => [1, 2]))
}

/** One numeric feature with holes, one category; the mixture has a category of its own. */
function mixedTable(n: number, categories: readonly string[], random: Random): Table {
  const values = Float64Array.from({ length: n }, (_, i) => (i % 7 === 0 ? Number.NaN : random.normal()))
  const codes = Int32Array.from({ length: n }, (_, i) => (i % 9 === 0 ? -1 : random.below(categories.length)))
  return {
    rows: n,
    columns: [
      { name: 'x', kind: 'numeric', values },
      { name: 'kind', kind: 'categorical', codes, categories },
    ],
  }
}

const same = draw('identical', { alpha: 0 })
const mixedRandom = substream(12, 'mixed')
const cases: Record<string, RowsAndScores> = {
  'identical samples': {
    nominal: same.nominal,
    mixture: same.nominal.slice(),
    rows: same.rows && { nominal: same.rows.nominal, mixture: same.rows.nominal },
  },
  'alpha = 0': draw('none', { alpha: 0 }),
  'alpha = 1': draw('all', { alpha: 1 }),
  'n = 20': draw('few', { n: 20 }),
  'unequal sizes': { ...draw('few', { n: 20 }), ...larger(draw('many', { n: 60 })) },
  'one feature': draw('one', { d: 1 }),
  'categories and missing values': withScores({
    nominal: mixedTable(26, ['a', 'b'], mixedRandom),
    mixture: mixedTable(26, ['b', 'c'], mixedRandom),
  }),
  'huge and tiny numbers': scaled(draw('scale'), 1e300, 1e-300),
}

/** Twenty nominals against sixty mixture rows. */
function larger(many: RowsAndScores): Partial<RowsAndScores> {
  const few = draw('few', { n: 20 })
  return {
    mixture: many.mixture,
    rows: few.rows && many.rows && { nominal: few.rows.nominal, mixture: many.rows.mixture },
  }
}

function scaled(samples: RowsAndScores, first: number, second: number): RowsAndScores {
  const scale = (from: Table): Table => ({
    ...from,
    columns: from.columns.map((column, j) =>
      column.kind === 'numeric'
        ? { ...column, values: column.values.map((x) => x * (j === 0 ? first : second)) }
        : column,
    ),
  })
  return withScores({ nominal: scale(samples.rows!.nominal), mixture: scale(samples.rows!.mixture) })
}

describe.each(estimatorNames)('%s', (name) => {
  it.each(Object.entries(cases))('gives a number in [0, 1] on %s', (_, samples) => {
    const estimate = estimateAlpha(name, samples, { seed: 3 })
    expect(estimate).toMatchObject({ name, guarantee: false, interval: null })
    expect(estimate.alpha).toBeGreaterThanOrEqual(0)
    expect(estimate.alpha).toBeLessThanOrEqual(1)
  })

  it('refuses, and says why, when nothing varies, rows are too few or missing', () => {
    const rows = { nominal: constantTable(30), mixture: constantTable(30) }
    const flat = { nominal: new Float64Array(30).fill(0.5), mixture: new Float64Array(30).fill(0.5), rows }
    expect(estimateAlpha(name, flat)).toEqual({ name, alpha: null, reason: expect.stringMatching(/same/) })
    const tiny = draw('tiny', { n: 9 })
    expect(estimateAlpha(name, tiny)).toEqual({ name, alpha: null, reason: expect.stringMatching(/at least 10/) })
    const { nominal, mixture } = draw('scores only')
    const alone = estimateAlpha(name, { nominal, mixture })
    if (estimators[name].needs === 'rows')
      expect(alone).toEqual({ name, alpha: null, reason: expect.stringMatching(/only scores/) })
    else expect(alone.alpha).not.toBeNull()
  })

  it('refuses more rows than it can take', () => {
    const { largest } = estimators[name]
    if (largest === null) return
    const many = new Float64Array(largest + 1).map((_, i) => i)
    const rows = { nominal: constantTable(largest + 1), mixture: constantTable(20) }
    const refused = estimateAlpha(name, { nominal: many, mixture: many, rows })
    expect(refused).toEqual({ name, alpha: null, reason: expect.stringMatching(`at most ${largest} rows`) })
  })

  it('gives the same answer for the same seed, with an interval around it that is part of [0, 1]', () => {
    const samples = draw('seeds', { n: 22 })
    const ask = (seed: number): unknown =>
      estimateAlpha(name, { ...samples, rows: samples.rows && { ...samples.rows } }, { seed, bootstrap: 5 })
    const first = estimateAlpha(name, samples, { seed: 1, bootstrap: 5 })
    expect(ask(1)).toEqual(first)
    if (first.alpha === null) throw new Error(first.reason)
    const [low, high] = first.interval!
    expect(low).toBeGreaterThanOrEqual(0)
    expect(high).toBeLessThanOrEqual(1)
    expect(low).toBeLessThanOrEqual(first.alpha)
    expect(high).toBeGreaterThanOrEqual(first.alpha)
  })

  it('is larger when there are more aliens, on average', () => {
    const runs = name === 'roc' ? 2 : 4
    const mean = (alpha: number): number => {
      let sum = 0
      for (let run = 0; run < runs; run++)
        sum += estimateAlpha(name, draw(`aliens ${alpha}`, { n: name === 'roc' ? 32 : 60, alpha, run }), { seed: run })
          .alpha!
      return sum / runs
    }
    expect(mean(0.7)).toBeGreaterThan(mean(0.2) + 0.2)
  })

  it('reports its progress, to the end, and stops when told', () => {
    const samples = draw('progress', { n: 20 })
    const seen: number[] = []
    let all = 0
    const onProgress = (done: number, total: number): void => {
      seen.push(done)
      all = total
    }
    estimateAlpha(name, samples, { onProgress, bootstrap: 3 })
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.at(-1)).toBe(all)
    const stop = { ...draw('stop', { n: 20 }), ...{ seed: 9 } }
    expect(() => estimateAlpha(name, stop, { bootstrap: 3, signal: AbortSignal.abort() })).toThrow(/stopped/)
  })

  it('says what it is', () => {
    const { title, about, needs } = estimators[name]
    expect(title.length).toBeGreaterThan(5)
    expect(about.length).toBeGreaterThan(80)
    expect(['rows', 'scores']).toContain(needs)
  })
})

const byRank: readonly EstimatorName[] = ['bt-patrasen', 'bbe', 'storey']

it.each(byRank)('%s looks at the order of the scores alone', (name) => {
  const { nominal, mixture } = draw('order', { n: 80 })
  const bent = (scores: Float64Array): Float64Array => scores.map((x) => x * x * x + 1000)
  const options = { seed: 2, bootstrap: 10 }
  expect(estimateAlpha(name, { nominal: bent(nominal), mixture: bent(mixture) }, options)).toEqual(
    estimateAlpha(name, { nominal, mixture }, options),
  )
})

it.each(['km1-scores', 'km2-scores', 'km1', 'km2', 'roc'] as const)('%s does not depend on units', (name) => {
  const samples = draw('units', { n: 22 })
  const inches = scaled(samples, 4, 0.25)
  const other = { ...inches, nominal: samples.nominal.map((x) => 8 * x), mixture: samples.mixture.map((x) => 8 * x) }
  expect(estimateAlpha(name, other).alpha).toBeCloseTo(estimateAlpha(name, samples).alpha!, 6)
})

it('c-ps and c-roc share one forest: the second costs no trees', () => {
  const samples = draw('shared')
  const count = (name: EstimatorName): number => {
    let reports = 0
    estimateAlpha(name, samples, { seed: 4, onProgress: () => reports++ })
    return reports
  }
  expect(count('c-ps')).toBeGreaterThan(500)
  expect(count('c-roc')).toBe(1)
})

it('an interval that would take too long is left out, with the reason', () => {
  const random = substream(13, 'long')
  const rows = { nominal: table(310, 2, () => 0, random), mixture: table(310, 2, (i) => (i < 100 ? 4 : 0), random) }
  const estimate = estimateAlpha('km2', withScores(rows), { bootstrap: 5 })
  expect(estimate).toMatchObject({ interval: null, note: expect.stringMatching(/no interval/) })
})

describe('bad arguments', () => {
  const samples = draw('bad')
  it.each([
    [{ seed: -1 }, /seed/],
    [{ bootstrap: 1.5 }, /bootstrap/],
    [{ confidence: 1 }, /confidence/],
    [{ confidence: Number.NaN }, /confidence/],
  ])('%o', (options, message) => {
    expect(() => estimateAlpha('bbe', samples, options)).toThrow(message)
  })

  it('an estimator that does not exist, scores that are none', () => {
    expect(() => estimateAlpha('magic' as EstimatorName, samples)).toThrow(/must be one of/)
    const broken = { ...samples, mixture: samples.mixture.map((x, i) => (i === 4 ? Number.NaN : x)) }
    expect(() => estimateAlpha('bt-patrasen', broken)).toThrow(/mixture score 5 is NaN/)
  })
})
