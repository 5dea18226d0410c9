import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agree, compare, markOf, zDistance } from '../src/compare/agree.js'
import { type AlphaCell, alphaTally, type ComparedElement, compareElement } from '../src/compare/compare-element.js'
import { numberIn, parseCsv } from '../src/compare/csv.js'
import { type Element, readElement, readElements } from '../src/compare/read-element.js'
import { sum, type Tally, tally } from '../src/compare/tally.js'
import { zWithTestRows } from '../src/compare/test-rows.js'
import { sampleElements } from './report-sample.js'

describe('parsing', () => {
  test('cells by column, quoted or not, however lines end', () => {
    expect(parseCsv('\ufeffa,b,c\r\n1,"x, ""y""",\r\n\r\n2,,z')).toEqual([
      { a: '1', b: 'x, "y"', c: '' },
      { a: '2', b: '', c: 'z' },
    ])
    expect(parseCsv('')).toEqual([])
    expect(parseCsv('a,b\n')).toEqual([])
    expect(parseCsv('a,b\n1\n')).toEqual([{ a: '1', b: '' }])
    expect(parseCsv('a,b\n"two\nlines",2')).toEqual([{ a: 'two\nlines', b: '2' }])
  })

  test('an empty cell is no number, and is not zero', () => {
    expect(['', 'x', '0', '.5'].map((a) => numberIn({ a }, 'a'))).toEqual([null, null, 0, 0.5])
    expect(numberIn({}, 'a')).toBeNull()
  })
})

describe('agreement', () => {
  test('intervals that overlap or touch agree', () => {
    expect(agree({ mean: 0.9, ci: 0.1 }, { mean: 0.7, ci: 0.11 })).toBe(true)
    expect(agree({ mean: 0.3, ci: 0.1 }, { mean: 0.6, ci: 0.2 })).toBe(true)
    expect(agree({ mean: 0.9, ci: 0.1 }, { mean: 0.7, ci: 0.09 })).toBe(false)
  })

  test('what the published digits left out is told from a difference', () => {
    const published = { mean: 0.003, ci: 0 }
    expect(markOf(published, { mean: 0.0031, ci: 0.0002 })).toBe('agrees')
    expect(markOf(published, { mean: 0.0034, ci: 0.0001 })).toBe('rounding')
    expect(markOf(published, { mean: 0.0046, ci: 0.0001 })).toBe('differs')
  })

  // (0.94 - 0.95) / sqrt((0.01 / 1.959964)^2 + (0.02 / 1.959964)^2 + 0.001^2 / 12), by hand calculator.
  test('z is the difference in standard errors', () => {
    expect(zDistance({ mean: 0.95, ci: 0.01 }, { mean: 0.94, ci: 0.02 })).toBeCloseTo(-0.8762, 3)
    expect(Number.isFinite(zDistance({ mean: 0.95, ci: 0 }, { mean: 0.94, ci: 0 }))).toBe(true)
  })

  test('the error of shared test rows brings both closer, and vanishes with many rows', () => {
    const comparison = compare({ mean: 0.9, ci: 0.001 }, { mean: 0.8973, ci: 0.001 })!
    // -0.0027 / sqrt(2 (0.001 / 1.959964)^2 + (0.9 * 0.1 + 0.8973 * 0.1027) / 20000 + 0.001^2 / 12) = -0.8664
    expect(zWithTestRows(comparison, 20000)).toBeCloseTo(-0.8664, 4)
    expect(zWithTestRows(comparison, 1e12)).toBeCloseTo(comparison.z, 3)
  })

  test('a missing number is compared with nothing', () => {
    expect(compare(null, { mean: 1, ci: 0 })).toBeNull()
    expect(tally([null, compare({ mean: 1, ci: 0 }, { mean: 1, ci: 0 })])).toEqual({
      total: 1,
      agreeing: 1,
      rounding: 0,
      unlikely: 0,
    })
    expect(sum([]).total).toBe(0)
  })
})

describe('elements', () => {
  let folder: string
  let all: Map<string, ComparedElement>
  beforeAll(async () => {
    folder = await sampleElements()
    all = new Map((await readElements(folder)).map((element) => [element.name, compareElement(element)]))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const get = (name: string): ComparedElement => all.get(name) as ComparedElement

  test('counts of synthetic cells: the one that was moved differs', () => {
    const { recall, falseAlarmRate, isotonicRecall, quartiles } = get('synthetic-iforest').summary
    expect([recall.total, recall.agreeing, falseAlarmRate.total, falseAlarmRate.agreeing]).toEqual([12, 11, 12, 11])
    expect([isotonicRecall.total, isotonicRecall.agreeing]).toEqual([12, 11])
    expect([quartiles.total, quartiles.within]).toEqual([12, 11])
    expect(quartiles.worst).toBeCloseTo(0.016, 9)
  })

  test('benchmarks: both ways of naming a dataset and a target find their cell', () => {
    const { summary, cells } = get('benchmarks-iforest')
    expect(summary.datasets.map(({ dataset, recall }) => [dataset, recall.total])).toEqual([
      ['letter', 12],
      ['shuttle', 12],
      ['mnist', 3],
    ])
    expect(summary.recall.total).toBe(27)
    expect(cells.filter((cell) => cell.variant === 'basic' && cell.icml !== null)).toHaveLength(6)
    expect(cells.filter((cell) => cell.icmlRecall !== null)).toHaveLength(6)
  })

  test('superseded tables, other data and own tables count for nothing', () => {
    for (const name of ['benchmarks-loda', 'deep-scores', 'own', 'certificates', 'alpha-synthetic'])
      expect([name, get(name).summary.recall.total]).toEqual([name, 0])
    expect(get('deep-scores').cells.every((cell) => cell.published !== null)).toBe(true)
    expect(get('own').cells.every((cell) => cell.published === null)).toBe(true)
  })

  test('published means of estimates are taken to scatter like ours', () => {
    const results = [
      { estimator: 'c-ps', alpha: '0.2', n: '500', mean: '0.2', sd: '0.1', ci: '0.02' },
      { estimator: 'spy', alpha: '0.2', n: '500', mean: '0.2', sd: '0.1', ci: '0.02' },
    ]
    const published = [
      { estimator: 'c_patrasen', alpha: '0.2', n: '500', mean_estimate: '0.235' },
      { estimator: 'spy', alpha: '0.2', n: '500', mean_estimate: '0.245' },
    ]
    const { alphas } = compareElement({ ...get('alpha-synthetic').element, results, published })
    // 0.02 is ours, 1.96 x 0.1 / 10 theirs.
    expect(alphas.map((cell: AlphaCell) => cell.comparison?.mark)).toEqual(['agrees', 'differs'])
    expect(alphas[0].comparison?.published.ci).toBeCloseTo(0.0196, 4)
    expect(alphaTally(alphas)).toEqual({ total: 2, agree: 1, near: 0 })
  })

  test('estimates of alpha find their published mean under either name', () => {
    expect(get('alpha-synthetic').alphas.every((cell) => cell.published === cell.alpha + 0.01)).toBe(true)
    const letter = get('alpha-benchmarks').alphas.filter((cell) => cell.dataset === 'letter')
    expect(letter.map((cell) => cell.published)).toEqual(letter.map((cell) => cell.alpha))
    expect(get('alpha-benchmarks').alphas.every((cell) => cell.published !== null)).toBe(true)
  })

  test('every published line has a place, run or not', () => {
    for (const compared of all.values()) expectAllPlaced(compared.element)
    for (const { element } of all.values()) expectAllPlaced({ ...element, results: null })
  })

  test('a folder with nothing in it is an element that was not run', async () => {
    const element = await readElement(join(folder, 'nowhere'))
    expect(element.results).toBeNull()
    expect(compareElement(element).cells).toEqual([])
  })
})

test('every published line of the papers has a place', async () => {
  const elements = await readElements(fileURLToPath(new URL('../elements', import.meta.url)))
  const lines = elements.reduce((total, { published }) => total + (published?.length ?? 0), 0)
  expect(lines).toBeGreaterThan(300)
  for (const element of elements) expectAllPlaced(element)
})

describe('the committed results agree with the papers', async () => {
  const elements = await readElements(fileURLToPath(new URL('../elements', import.meta.url)))
  const made = elements.map(compareElement).filter(({ summary }) => summary.recall.total > 0)
  const share = ({ agreeing, rounding, total }: Tally) => (agreeing + rounding) / total
  const cases = made.flatMap(({ element, summary }) =>
    summary.datasets.map((each) => ({ name: `${element.name}, ${each.dataset}`, ...each })),
  )

  // The published digits end at the third decimal, so cells apart by no more than their rounding count here.
  test.each(cases.filter(({ dataset }) => dataset === 'synthetic'))('$name: 95 % of cells', (each) => {
    expect(share(sum([each.recall, each.falseAlarmRate]))).toBeGreaterThanOrEqual(0.95)
  })

  // Covertype is a sample of the papers' rows.
  const complete = cases.filter(({ dataset }) => dataset !== 'synthetic' && dataset !== 'covertype')
  test.each(complete)('$name: 90 % of recall and 80 % of false alarm rate cells', ({ recall, falseAlarmRate }) => {
    expect(share(recall)).toBeGreaterThanOrEqual(0.9)
    expect(share(falseAlarmRate)).toBeGreaterThanOrEqual(0.8)
  })
})

/** Every line appears in at least one cell, basic numbers and isotonised ones; no two cells claim the same place. */
function expectAllPlaced(element: Element): void {
  const { cells, kind, quartiles } = compareElement(element)
  expect(quartiles).toHaveLength(element.publishedQuartiles?.length ?? 0)
  if (kind !== 'rates') return
  const tables = [
    { lines: element.published ?? [], of: 'published' },
    { lines: element.publishedIcml ?? [], of: 'icml' },
  ] as const
  for (const { lines, of } of tables)
    for (const [column, variant] of [
      ['recall', 'basic'],
      ['iso_recall', 'isotonic'],
    ]) {
      const expected = lines.filter((line) => (line[column] ?? '') !== '').length
      const found = new Set(cells.filter((cell) => cell.variant === variant).map((cell) => cell[of]))
      found.delete(null)
      expect([element.name, of, variant, found.size]).toEqual([element.name, of, variant, expected])
    }
}
