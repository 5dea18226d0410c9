import { type Comparison, compare, unlikely } from './agree.js'
import { type Cell, cellsOf, same } from './cells.js'
import { numberIn } from './csv.js'
import { datasetKey, estimatorKey } from './names.js'
import { type PublishedQuartiles, publishedOf, quartilesOf } from './published.js'
import type { Element } from './read-element.js'
import {
  type CertificateResult,
  certificateOf,
  type FalseAlarmResult,
  falseAlarmOf,
  type Result,
  resultOf,
} from './results.js'
import { type Tally, tally } from './tally.js'

/** A line of ICML table 7 and what the same setting gave here. */
export interface QuartileCell {
  readonly published: PublishedQuartiles
  readonly result: Result | null
}

/** A mean of an estimator of alpha, published and reproduced. */
export interface AlphaCell {
  readonly dataset: string
  readonly estimator: string
  readonly alpha: number
  readonly n: number | null
  readonly published: number | null
  readonly reproduced: { readonly mean: number; readonly sd: number | null; readonly ci: number | null } | null
  /** The papers print no intervals of these means; theirs is taken to be that of 100 runs that scatter like ours. */
  readonly comparison: Comparison | null
}

const PUBLISHED_RUNS = 100

/** How far the mean of an estimator of alpha may be from the published one. */
export const alphaTolerance = 0.03

/** How many cells agree. Basic cells only, unless it says isotonic. */
export interface Summary {
  readonly recall: Tally
  readonly falseAlarmRate: Tally
  readonly isotonicRecall: Tally
  readonly isotonicFalseAlarmRate: Tally
  readonly quartiles: { readonly total: number; readonly within: number; readonly worst: number }
  readonly datasets: readonly { readonly dataset: string; readonly recall: Tally; readonly falseAlarmRate: Tally }[]
}

export interface ComparedElement {
  readonly element: Element
  readonly kind: 'rates' | 'certificates' | 'alpha' | 'false-alarms'
  /** False where the published numbers are of other data, and stand beside without a verdict. */
  readonly comparable: boolean
  readonly cells: readonly Cell[]
  readonly quartiles: readonly QuartileCell[]
  readonly certificates: readonly CertificateResult[]
  readonly falseAlarms: readonly FalseAlarmResult[]
  readonly alphas: readonly AlphaCell[]
  readonly summary: Summary
}

/** How far a quartile of table 7 may be from the published one. */
export const quartileTolerance = 0.01

// The papers' Tiny ImageNet row: neither the network nor the classes are the same here.
const otherData: ReadonlySet<string> = new Set(['deep-scores'])

export function compareElement(element: Element): ComparedElement {
  const columns = Object.keys(element.results?.[0] ?? element.published?.[0] ?? {})
  const kind = kindOf(element, columns)
  const comparable = !otherData.has(element.name)
  const results = kind === 'rates' ? (element.results ?? []).map(resultOf) : []
  const cells =
    kind === 'rates'
      ? cellsOf(
          results,
          (element.published ?? []).map(publishedOf),
          (element.publishedIcml ?? []).map(publishedOf),
          !comparable,
        )
      : []
  const quartiles = (element.publishedQuartiles ?? []).map(quartilesOf).map((published) => ({
    published,
    result: results.find((each) => each.variant === 'basic' && samePlace(published, each)) ?? null,
  }))
  return {
    element,
    kind,
    comparable,
    cells,
    quartiles,
    certificates: kind === 'certificates' ? (element.results ?? []).map(certificateOf) : [],
    falseAlarms: kind === 'false-alarms' ? (element.results ?? []).map(falseAlarmOf) : [],
    alphas: kind === 'alpha' ? alphasOf(element) : [],
    summary: summarise(comparable ? cells : [], quartiles),
  }
}

function kindOf({ name }: Element, columns: readonly string[]): ComparedElement['kind'] {
  if (columns.includes('estimator')) return 'alpha'
  if (columns.includes('threshold') || name === 'false-alarms') return 'false-alarms'
  return columns.includes('certified') || name === 'certificates' ? 'certificates' : 'rates'
}

function samePlace(published: PublishedQuartiles, result: Result): boolean {
  return published.n === result.n && same(published.alpha, result.alpha) && same(published.q, result.q)
}

function summarise(cells: readonly Cell[], quartiles: readonly QuartileCell[]): Summary {
  const of = (variant: string): Cell[] => cells.filter((cell) => cell.variant === variant)
  const [basic, isotonic] = [of('basic'), of('isotonic')]
  const gaps = quartiles.flatMap(quartileGaps)
  return {
    recall: tally(basic.map((cell) => cell.recall)),
    falseAlarmRate: tally(basic.map((cell) => cell.falseAlarmRate)),
    isotonicRecall: tally(isotonic.map((cell) => cell.recall)),
    isotonicFalseAlarmRate: tally(isotonic.map((cell) => cell.falseAlarmRate)),
    quartiles: {
      total: gaps.length,
      within: gaps.filter((gap) => gap <= quartileTolerance + 1e-9).length,
      worst: Math.max(0, ...gaps),
    },
    datasets: datasetsOf(basic).map((dataset) => {
      const own = basic.filter((cell) => datasetKey(cell.dataset) === datasetKey(dataset))
      return {
        dataset,
        recall: tally(own.map((cell) => cell.recall)),
        falseAlarmRate: tally(own.map((cell) => cell.falseAlarmRate)),
      }
    }),
  }
}

/** Distances of the three quartiles from the published ones. */
export function quartileGaps({ published, result }: QuartileCell): number[] {
  return (['farQ1', 'farMedian', 'farQ3'] as const).flatMap((key) => {
    const value = result?.[key] ?? null
    return value === null ? [] : [Math.abs(value - published[key])]
  })
}

/** The datasets of some cells, each once, in order of appearance. */
export function datasetsOf(cells: readonly { readonly dataset: string }[]): string[] {
  const names = new Map<string, string>()
  for (const { dataset } of cells) if (!names.has(datasetKey(dataset))) names.set(datasetKey(dataset), dataset)
  return [...names.values()]
}

/** How many published means lie within the noise of both, and how many within a fixed distance. */
export function alphaTally(cells: readonly AlphaCell[]): { total: number; agree: number; near: number } {
  const compared = cells.flatMap(({ comparison }) => comparison ?? [])
  return {
    total: compared.length,
    agree: compared.filter(({ mark }) => mark !== 'differs').length,
    near: compared.filter(({ published, reproduced }) => Math.abs(published.mean - reproduced.mean) <= alphaTolerance)
      .length,
  }
}

function scatterOf(sd: number): number {
  return (unlikely * sd) / Math.sqrt(PUBLISHED_RUNS)
}

/** Published means are one line per estimator and n (synthetic), or one with a column per dataset (benchmarks). */
function alphasOf({ results, published }: Element): AlphaCell[] {
  const told = (published ?? []).flatMap((line) => {
    const estimator = estimatorKey(line.estimator)
    const [alpha, n] = [numberIn(line, 'alpha') ?? Number.NaN, numberIn(line, 'n')]
    if ('mean_estimate' in line)
      return [{ dataset: 'synthetic', estimator, alpha, n, mean: numberIn(line, 'mean_estimate') }]
    if (line.quantity !== 'est' || line.estimator === 'truth') return []
    return Object.keys(line)
      .filter((column) => !['figure', 'quantity', 'alpha', 'estimator'].includes(column))
      .map((dataset) => ({ dataset, estimator, alpha, n, mean: numberIn(line, dataset), figure: line.figure }))
      .filter(({ figure }) => figure === undefined || figure === '17')
  })
  const made = (results ?? []).map((line) => ({
    dataset: line.dataset || 'synthetic',
    estimator: estimatorKey(line.estimator),
    alpha: numberIn(line, 'alpha') ?? Number.NaN,
    n: numberIn(line, 'n'),
    mean: numberIn(line, 'mean') ?? Number.NaN,
    sd: numberIn(line, 'sd'),
    ci: numberIn(line, 'ci'),
  }))
  const place = (each: { dataset: string; estimator: string; alpha: number; n: number | null }, withN: boolean) =>
    [datasetKey(each.dataset), each.estimator, each.alpha.toFixed(6), withN ? each.n : ''].join(' ')
  const cells = made.map(({ mean, sd, ci, ...each }): AlphaCell => {
    const match = told.find((other) => place(other, other.n !== null) === place(each, other.n !== null))
    const published = match?.mean ?? null
    const theirs = published === null || sd === null ? null : { mean: published, ci: scatterOf(sd) }
    const comparison = compare(theirs, ci === null ? null : { mean, ci })
    return { ...each, published, reproduced: { mean, sd, ci }, comparison }
  })
  const absent = told
    .filter((other) => !made.some((each) => place(other, other.n !== null) === place(each, other.n !== null)))
    .map(({ dataset, estimator, alpha, n, mean }): AlphaCell => {
      return { dataset, estimator, alpha, n, published: mean, reproduced: null, comparison: null }
    })
  return [...cells, ...absent]
}
