import type { Estimate } from './agree.js'
import { type Line, numberIn } from './csv.js'

/** A published line: one cell of a table, with its basic and, where published, its isotonised numbers. */
export interface Published {
  readonly table: number | null
  readonly dataset: string
  readonly detector: string
  readonly n: number | null
  readonly alpha: number
  readonly alphaUsed: number
  readonly q: number
  readonly recall: Estimate | null
  readonly falseAlarmRate: Estimate | null
  readonly isotonicRecall: Estimate | null
  readonly isotonicFalseAlarmRate: Estimate | null
  readonly oracle: number | null
  readonly recall05: number | null
  readonly nStar: number | null
}

/** Published quartiles of the false alarm rate over runs (ICML table 7). */
export interface PublishedQuartiles {
  readonly alpha: number
  readonly n: number
  readonly q: number
  readonly farQ1: number
  readonly farMedian: number
  readonly farQ3: number
  readonly oracleMedian: number
}

/** Reads any of the published tables: each names its dataset, target and alpha in its own way. */
export function publishedOf(line: Line): Published {
  const alpha = numberIn(line, 'alpha') ?? Number.NaN
  return {
    table: numberIn(line, 'table'),
    dataset: line.dataset || line.data || 'synthetic',
    detector: line.detector || '',
    n: numberIn(line, 'n'),
    alpha,
    alphaUsed: numberIn(line, 'alpha_used') ?? numberIn(line, 'alpha_used_label') ?? alpha,
    q: targetOf(line),
    recall: estimateIn(line, 'recall'),
    falseAlarmRate: estimateIn(line, 'fpr'),
    isotonicRecall: estimateIn(line, 'iso_recall'),
    isotonicFalseAlarmRate: estimateIn(line, 'iso_fpr'),
    oracle: numberIn(line, 'oracle'),
    recall05: numberIn(line, 'rec05'),
    nStar: numberIn(line, 'nstar'),
  }
}

export function quartilesOf(line: Line): PublishedQuartiles {
  const value = (column: string): number => numberIn(line, column) ?? Number.NaN
  return {
    alpha: value('alpha'),
    n: value('n'),
    q: targetOf(line),
    farQ1: value('fpr_q1'),
    farMedian: value('fpr_median'),
    farQ3: value('fpr_q3'),
    oracleMedian: value('oracle_median'),
  }
}

function targetOf(line: Line): number {
  const target = numberIn(line, 'target_recall')
  return numberIn(line, 'q') ?? (target === null ? Number.NaN : Math.round((1 - target) * 1e9) / 1e9)
}

function estimateIn(line: Line, column: string): Estimate | null {
  const [mean, ci] = [numberIn(line, column), numberIn(line, `${column}_ci`)]
  return mean === null ? null : { mean, ci: ci ?? 0 }
}
