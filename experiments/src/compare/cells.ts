import { type Comparison, compare, type Estimate } from './agree.js'
import { datasetKey } from './names.js'
import type { Published } from './published.js'
import type { CellKey, Result } from './results.js'

/** One cell of a table: what was published, what was reproduced, and how far they are apart. */
export interface Cell extends CellKey {
  readonly table: number | null
  readonly published: Published | null
  /** The first paper's number of a table that the second corrected. */
  readonly icml: Published | null
  readonly result: Result | null
  readonly recall: Comparison | null
  readonly falseAlarmRate: Comparison | null
  readonly icmlRecall: Comparison | null
  readonly icmlFalseAlarmRate: Comparison | null
}

/** The published estimate that belongs to a variant. */
export function recallOf(published: Published | null, variant: string): Estimate | null {
  return (variant === 'isotonic' ? published?.isotonicRecall : published?.recall) ?? null
}

export function falseAlarmRateOf(published: Published | null, variant: string): Estimate | null {
  return (variant === 'isotonic' ? published?.isotonicFalseAlarmRate : published?.falseAlarmRate) ?? null
}

const variants = ['basic', 'isotonic'] as const

/**
 * Every reproduced and every published cell exactly once, matched by dataset, detector, n, alpha, alpha' and q. With
 * `anyDataset` the published numbers are of other data and stand beside each reproduced dataset.
 */
export function cellsOf(
  results: readonly Result[],
  published: readonly Published[],
  icml: readonly Published[],
  anyDataset: boolean,
): Cell[] {
  const used = new Set<string>()
  const find = (among: readonly Published[], result: Result): Published | null => {
    const found = among.find((each) => matches(each, result, anyDataset)) ?? null
    return found !== null && recallOf(found, result.variant) === null ? null : found
  }
  const matched = results.map((result) => {
    const cell = cellOf(result.variant, find(published, result), find(icml, result), result)
    for (const each of [cell.published, cell.icml]) if (each !== null) used.add(placeOf(each, result.variant))
    return cell
  })
  const missing = variants.flatMap((variant) => {
    const left = (among: readonly Published[]): Published[] =>
      among.filter((each) => recallOf(each, variant) !== null && !used.has(placeOf(each, variant)))
    const main = left(published)
    const places = new Set(main.map((each) => placeOf(each, variant)))
    return [
      ...main.map((each) => cellOf(variant, each, left(icml).find((other) => samePlace(each, other)) ?? null, null)),
      ...left(icml)
        .filter((each) => !places.has(placeOf(each, variant)))
        .map((each) => cellOf(variant, null, each, null)),
    ]
  })
  return [...matched, ...missing]
}

function cellOf(variant: string, published: Published | null, icml: Published | null, result: Result | null): Cell {
  const place = (result ?? published ?? icml) as Result | Published
  const rates = (from: Published | null): [Comparison | null, Comparison | null] => [
    compare(recallOf(from, variant), result?.recall ?? null),
    compare(falseAlarmRateOf(from, variant), result?.falseAlarmRate ?? null),
  ]
  const [recall, falseAlarmRate] = rates(published)
  const [icmlRecall, icmlFalseAlarmRate] = rates(icml)
  return {
    dataset: place.dataset,
    detector: place.detector,
    n: place.n,
    alpha: place.alpha,
    alphaUsed: place.alphaUsed,
    q: place.q,
    variant,
    table: published?.table ?? null,
    published,
    icml,
    result,
    recall,
    falseAlarmRate,
    icmlRecall,
    icmlFalseAlarmRate,
  }
}

function matches(published: Published, result: Result, anyDataset: boolean): boolean {
  return (
    (anyDataset || datasetKey(published.dataset) === datasetKey(result.dataset)) &&
    (anyDataset || published.detector === '' || published.detector === result.detector) &&
    (published.n === null || published.n === result.n) &&
    same(published.alpha, result.alpha) &&
    same(published.alphaUsed, result.alphaUsed) &&
    same(published.q, result.q)
  )
}

function samePlace(a: Published, b: Published): boolean {
  return placeOf(a, '') === placeOf(b, '')
}

function placeOf({ dataset, n, alpha, alphaUsed, q }: Published, variant: string): string {
  const digits = [alpha, alphaUsed, q].map((value) => value.toFixed(6))
  return [variant, datasetKey(dataset), n ?? '', ...digits].join(' ')
}

export function same(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-9
}
