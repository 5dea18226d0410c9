import { describe, expect, it } from 'vitest'
import { type Column, categoricalColumn, selectRows, type Table } from '../../src/data/table.js'
import type { Progress } from '../../src/detectors/detector.js'
import { fit, score } from '../../src/detectors/fit.js'
import type { Model } from '../../src/detectors/models.js'
import type { FitOptions } from '../../src/detectors/options.js'
import { encodeContainer } from '../../src/model-file/container.js'
import { packModel } from '../../src/model-file/model-codec.js'
import { bytesOf, errorOf, mixedTable, normalTable, withColumn, withoutColumn } from './tables.js'

interface Case {
  readonly name: string
  /** Whether it learns from rows: draws random numbers, takes categories, missing values, a seed. */
  readonly learns: boolean
  readonly table: (rows: number, seed: number, missing?: boolean) => Table
  readonly options: (rows: number, extra: Progress & { seed?: number }, nominal: Table) => FitOptions
}

const reversed = (rows: number): number[] => Array.from({ length: rows }, (_, i) => rows - 1 - i)
const labels = (rows: number): string[] => Array.from({ length: rows }, (_, i) => ['apple', 'pear'][i % 2])
const logits = (rows: number, seed: number): Table => normalTable(rows, ['cat', 'dog', 'owl'], seed)

const cases: Case[] = [
  {
    name: 'iforest',
    learns: true,
    table: mixedTable,
    options: (_, extra) => ({ detector: 'iforest', trees: 40, ...extra }),
  },
  {
    name: 'iforest without range check',
    learns: true,
    table: mixedTable,
    options: (_, extra) => ({ detector: 'iforest', trees: 40, rangeCheck: false, ...extra }),
  },
  { name: 'loda', learns: true, table: mixedTable, options: (_, e) => ({ detector: 'loda', projections: 40, ...e }) },
  {
    name: 'iforest per class',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'iforest', trees: 20, classes: labels(rows), ...extra }),
  },
  {
    name: 'loda per class',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'loda', projections: 20, classes: labels(rows), ...extra }),
  },
  {
    name: 'knn',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'knn', referenceRows: Math.max(6, rows >> 1), ...extra }),
  },
  {
    name: 'knn on raw values',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'knn', scaling: 'raw', referenceRows: Math.max(6, rows >> 1), ...extra }),
  },
  {
    name: 'knn on ranks',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'knn', scaling: 'ranks', referenceRows: Math.max(6, rows >> 1), ...extra }),
  },
  {
    name: 'knn per class',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({
      detector: 'knn',
      neighbours: 2,
      referenceRows: Math.max(3, rows >> 2),
      classes: labels(rows),
      ...extra,
    }),
  },
  {
    name: 'density-forest',
    learns: true,
    table: mixedTable,
    options: (_, extra) => ({ detector: 'density-forest', trees: 40, ...extra }),
  },
  {
    name: 'density-forest per class',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'density-forest', trees: 20, classes: labels(rows), ...extra }),
  },
  {
    name: 'fusion',
    learns: true,
    table: mixedTable,
    options: (_, extra) => ({ detector: 'fusion', ...extra }),
  },
  {
    name: 'fusion per class, on ranks',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({
      detector: 'fusion',
      members: ['gmm', 'knn'],
      scaling: 'ranks',
      classes: labels(rows),
      ...extra,
    }),
  },
  {
    name: 'gmm',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'gmm', components: rows < 30 ? 1 : 4, ...extra }),
  },
  {
    name: 'gmm on raw values',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'gmm', scaling: 'raw', components: rows < 30 ? 1 : 4, ...extra }),
  },
  {
    name: 'gmm on ranks',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({ detector: 'gmm', scaling: 'ranks', components: rows < 30 ? 1 : 4, ...extra }),
  },
  {
    name: 'gmm per class',
    learns: true,
    table: mixedTable,
    options: (rows, extra) => ({
      detector: 'gmm',
      components: rows < 30 ? 1 : 3,
      classes: labels(rows),
      ...extra,
    }),
  },
  {
    name: 'contrast',
    learns: true,
    table: mixedTable,
    options: (_, extra, nominal) => ({
      detector: 'contrast',
      contrastTrees: 40,
      mixture: selectRows(nominal, reversed(nominal.rows).concat([0, 2, 4])),
      ...extra,
    }),
  },
  {
    name: 'ratio',
    learns: true,
    table: mixedTable,
    options: (_, extra, nominal) => ({
      detector: 'ratio',
      mixture: selectRows(nominal, reversed(nominal.rows).concat([0, 2, 4])),
      ...extra,
    }),
  },
  {
    name: 'fused-contrast',
    learns: true,
    table: mixedTable,
    options: (_, extra, nominal) => ({
      detector: 'fused-contrast',
      contrastTrees: 40,
      mixture: selectRows(nominal, reversed(nominal.rows).concat([0, 2, 4])),
      ...extra,
    }),
  },
  {
    name: 'blend',
    learns: true,
    table: mixedTable,
    options: (_, extra, nominal) => ({
      detector: 'blend',
      contrastTrees: 40,
      parts: ['contrast', 'density-forest', 'knn:ranks=2', 'gmm:raw'],
      mixture: selectRows(nominal, reversed(nominal.rows).concat([0, 2, 4])),
      ...extra,
    }),
  },
  { name: 'softmax', learns: false, table: logits, options: (_, extra) => ({ detector: 'softmax', ...extra }) },
  {
    name: 'given',
    learns: false,
    table: (rows, seed) => normalTable(rows, ['score'], seed),
    options: (_, extra) => ({ detector: 'given', ...extra }),
  },
]

const modelBytes = (model: Model): Uint8Array => encodeContainer(packModel(model))
const someRows = 120

describe.each(cases)('$name', ({ learns, table, options: optionsOf }) => {
  const train = (rows: Table, extra: Progress & { seed?: number }) => fit(rows, optionsOf(rows.rows, extra, rows))
  const nominal = table(someRows, 1, learns)
  const incoming = table(60, 2, learns)
  const fitted = train(nominal, { seed: 7 })
  const scores = score(fitted.model, incoming)

  it('gives the same bytes of model and scores for the same seed', () => {
    const again = train(table(someRows, 1, learns), { seed: 7 })
    expect(modelBytes(again.model)).toEqual(modelBytes(fitted.model))
    expect(bytesOf(again.scores)).toEqual(bytesOf(fitted.scores))
    expect(bytesOf(score(again.model, incoming))).toEqual(bytesOf(scores))
  })

  it('gives one finite score for every row', () => {
    expect(fitted.scores).toHaveLength(someRows)
    expect(scores).toHaveLength(60)
    expect([...fitted.scores, ...scores].every(Number.isFinite)).toBe(true)
  })

  it('scores a row the same wherever it stands', () => {
    const order = reversed(incoming.rows)
    const permuted = score(fitted.model, selectRows(incoming, order))
    expect(bytesOf(permuted)).toEqual(bytesOf(Float64Array.from(order, (i) => scores[i])))
  })

  it('scores a row alone as among others', () => {
    const alone = Float64Array.from(scores.keys(), (i) => score(fitted.model, selectRows(incoming, [i]))[0])
    expect(bytesOf(alone)).toEqual(bytesOf(scores))
  })

  it('scores no rows as no scores', () => {
    expect(score(fitted.model, selectRows(incoming, []))).toHaveLength(0)
  })

  it('ignores extra columns and the order of columns', () => {
    const extra: Column = {
      name: 'extra',
      kind: 'numeric',
      values: new Float64Array(60).fill(Number.POSITIVE_INFINITY),
    }
    const shuffled = { rows: 60, columns: [extra, ...incoming.columns.toReversed()] }
    expect(bytesOf(score(fitted.model, shuffled))).toEqual(bytesOf(scores))
  })

  it('does not change what it reads', () => {
    expect(nominal).toEqual(table(someRows, 1, learns))
    expect(incoming).toEqual(table(60, 2, learns))
  })

  it('names a feature that the input lacks', () => {
    for (const { name } of nominal.columns) {
      const { code, message } = errorOf(() => score(fitted.model, withoutColumn(incoming, name)))
      expect(code).toBe('missing-column')
      expect(message).toContain(`"${name}"`)
    }
  })

  it('names a feature of the wrong kind, and one that the input has twice', () => {
    for (const { name, kind } of nominal.columns) {
      const wrong: Column =
        kind === 'numeric'
          ? categoricalColumn(name, new Array(60).fill('text'))
          : { name, kind: 'numeric', values: new Float64Array(60) }
      const mistyped = errorOf(() => score(fitted.model, withColumn(incoming, wrong)))
      expect(mistyped.code).toBe('bad-type')
      expect(mistyped.message).toContain(`"${name}"`)
      const columns = [...incoming.columns, incoming.columns.find((column) => column.name === name)!]
      expect(errorOf(() => score(fitted.model, { rows: 60, columns })).code).toBe('bad-argument')
    }
  })

  it('refuses infinite values with their column and row, when fitting and when scoring', () => {
    for (const infinity of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      const spoil = (from: Table): Table => {
        const [first] = from.columns
        if (first.kind !== 'numeric') throw new Error('the first column is numeric')
        return withColumn(from, { ...first, values: first.values.with(16, infinity) })
      }
      const works = [() => train(spoil(nominal), {}), () => score(fitted.model, spoil(incoming))]
      for (const work of works) {
        const { code, message } = errorOf(work)
        expect(code).toBe('infinite-value')
        expect(message).toContain(`column "${nominal.columns[0].name}", row 17`)
        expect(message).not.toContain('\n')
      }
    }
  })

  it('refuses columns of unequal length and codes without a category', () => {
    const [first] = incoming.columns
    const short = { ...first, ...(first.kind === 'numeric' ? { values: first.values.slice(1) } : {}) } as Column
    expect(errorOf(() => score(fitted.model, withColumn(incoming, short))).code).toBe('bad-argument')
    const category = incoming.columns.find((column) => column.kind === 'categorical')
    if (category === undefined) return
    for (const code of [category.categories.length, -3]) {
      const wrong = withColumn(incoming, { ...category, codes: category.codes.with(5, code) })
      expect(errorOf(() => score(fitted.model, wrong)).code).toBe('bad-argument')
      expect(errorOf(() => train(wrong, {})).code).toBe('bad-argument')
    }
  })

  it('refuses a table without rows, without columns, or with a repeated name', () => {
    expect(errorOf(() => train(selectRows(nominal, []), {})).code).toBe('empty-data')
    expect(errorOf(() => train({ rows: 3, columns: [] }, {})).code).toBe('empty-data')
    const twice = { rows: someRows, columns: [nominal.columns[0], nominal.columns[0]] }
    expect(errorOf(() => train(twice, {})).code).toBe('bad-argument')
  })

  if (learns) {
    it('gives other scores for another seed', () => {
      const other = train(nominal, { seed: 8 })
      expect(other.scores).not.toEqual(fitted.scores)
      expect(score(other.model, incoming)).not.toEqual(scores)
    })

    it('refuses one row, and rows that are all alike', () => {
      expect(errorOf(() => train(selectRows(nominal, [0]), {})).code).toBe('too-few-rows')
      const alike = selectRows(table(1, 5), new Int32Array(50))
      expect(errorOf(() => train(alike, {})).code).toBe('constant-data')
    })

    it('fits duplicated rows beside constant and empty columns', () => {
      const source = table(8, 3)
      const repeated = selectRows(
        source,
        Int32Array.from({ length: 64 }, (_, i) => i >> 3),
      )
      const constant: Column = { name: 'constant', kind: 'numeric', values: new Float64Array(64).fill(5) }
      const empty: Column = { name: 'empty', kind: 'numeric', values: new Float64Array(64).fill(Number.NaN) }
      const only = categoricalColumn('only', new Array(64).fill('one'))
      const rows = { rows: 64, columns: [...repeated.columns, constant, empty, only] }
      const { model, scores: own } = train(rows, {})
      expect([...own, ...score(model, rows)].every(Number.isFinite)).toBe(true)
    })

    it('has a finite score for an unseen category, for missing values and for values far out', () => {
      const unseen = withColumn(incoming, categoricalColumn('colour', new Array(60).fill('ultraviolet')))
      const far = (value: number): Table => ({
        rows: 60,
        columns: incoming.columns.map((c) => (c.kind === 'numeric' ? { ...c, values: c.values.map(() => value) } : c)),
      })
      const allMissing = withColumn(far(Number.NaN), categoricalColumn('colour', new Array(60).fill(null)))
      for (const strange of [unseen, far(Number.NaN), allMissing, far(-8e307), far(8e307)]) {
        expect(score(fitted.model, strange).every(Number.isFinite)).toBe(true)
      }
    })

    it('has finite scores for training values at either end of what a double holds', () => {
      for (const scale of [2e-323, 1e-310, 4e307]) {
        const columns = nominal.columns.map((c) =>
          c.kind === 'numeric' ? { ...c, values: c.values.map((x) => scale * Math.max(-2, Math.min(2, x))) } : c,
        )
        const { model, scores: own } = train({ rows: someRows, columns }, {})
        expect([...own, ...score(model, { rows: someRows, columns })].every(Number.isFinite)).toBe(true)
      }
    })

    it('reports progress that never falls and reaches its total, when fitting and when scoring', () => {
      const follow = (work: (progress: Progress) => unknown): void => {
        const seen: [number, number][] = []
        work({ onProgress: (done, total) => seen.push([done, total]) })
        expect(seen.length).toBeGreaterThan(0)
        expect(seen.every(([done], i) => i === 0 || done > seen[i - 1][0])).toBe(true)
        expect(new Set(seen.map(([, total]) => total)).size).toBe(1)
        expect(seen.at(-1)![0]).toBe(seen.at(-1)![1])
      }
      follow((progress) => train(nominal, progress))
      follow((progress) => score(fitted.model, incoming, progress))
    })

    it('stops when told to', () => {
      const stopSoon = (work: (progress: Progress) => unknown): string => {
        const controller = new AbortController()
        return errorOf(() => work({ signal: controller.signal, onProgress: () => controller.abort() })).code
      }
      expect(stopSoon((progress) => train(nominal, progress))).toBe('aborted')
      expect(stopSoon((progress) => score(fitted.model, incoming, progress))).toBe('aborted')
    })

    it.each<[string, (rows: number, flagged: (row: number) => boolean) => Column]>([
      [
        'numeric',
        (rows, flagged) => ({
          name: 'flag',
          kind: 'numeric',
          values: Float64Array.from({ length: rows }, (_, i) => (flagged(i) ? 1 : 0)),
        }),
      ],
      [
        'categorical',
        (rows, flagged) =>
          categoricalColumn(
            'flag',
            Array.from({ length: rows }, (_, i) => (flagged(i) ? 'on' : 'off')),
          ),
      ],
    ])('uses a %s column in which all nominal rows agree', (_, flag) => {
      const withFlag = (rows: Table, flagged: (row: number) => boolean): Table => ({
        rows: rows.rows,
        columns: [...rows.columns, flag(rows.rows, flagged)],
      })
      const plain = withFlag(table(300, 1), () => false)
      const { mixture, ...options } = optionsOf(300, { seed: 7 }, plain) as FitOptions & { mixture?: Table }
      const withSome = mixture && withFlag(withoutColumn(mixture, 'flag'), (row) => row % 5 === 0)
      const { model, scores: own } = fit(plain, { ...options, ...(withSome && { mixture: withSome }) } as FitOptions)
      const sorted = own.toSorted()
      const flagged = score(
        model,
        withFlag(table(60, 2), () => true),
      )
      const high = flagged.filter((one) => one > sorted[Math.floor(0.95 * sorted.length)]).length
      expect(high).toBeGreaterThanOrEqual(54)
      const unflagged = score(
        model,
        withFlag(table(60, 2), () => false),
      )
      const alike = unflagged.filter((one) => one <= sorted[Math.floor(0.95 * sorted.length)]).length
      expect(alike).toBeGreaterThanOrEqual(48)
    })

    it('refuses a seed that is not a whole number', () => {
      for (const seed of [-1, 0.5, Number.NaN, 2 ** 53]) {
        expect(errorOf(() => train(nominal, { seed })).code).toBe('bad-option')
      }
    })
  }
})

describe('detectors without training', () => {
  it('refuse missing values with their column and row', () => {
    const { model } = fit(logits(5, 1), { detector: 'softmax' })
    const [first] = logits(5, 1).columns
    const gap: Column = { name: first.name, kind: 'numeric', values: Float64Array.of(1, 2, Number.NaN, 4, 5) }
    const softmax = errorOf(() => score(model, withColumn(logits(5, 1), gap)))
    expect(softmax).toEqual({ code: 'bad-row', message: 'column "cat", row 3 is NaN: expected a logit' })
    const given = fit({ rows: 1, columns: [{ ...gap, values: Float64Array.of(1) }] }, { detector: 'given' })
    expect(errorOf(() => score(given.model, { rows: 5, columns: [gap] })).code).toBe('bad-scores')
  })

  it('accept a single nominal row', () => {
    expect(fit(logits(1, 1), { detector: 'softmax' }).scores).toHaveLength(1)
  })
})

it('an unknown detector is refused', () => {
  const options = { detector: 'nearest' } as unknown as FitOptions
  expect(errorOf(() => fit(mixedTable(5, 1), options)).code).toBe('bad-option')
})
