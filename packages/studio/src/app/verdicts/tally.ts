import type { Verdict, Verdicts } from '@xenolith/core'
import { moreLabels, review } from '@xenolith/core'
import type { ReviewAnswer } from '../service/shapes.ts'
import type { LocalReview } from './local-review.ts'

export interface ReviewedRows {
  readonly rows: number
  readonly alarmed: (row: number) => boolean
  readonly alarms: number
  readonly confidence: number
}

/**
 * The same answer as the service's `GET review`, from verdicts in this browser. Draws one after the other are one list in random
 * order; it counts up to the last row that was judged for its draw, and a row before it without a verdict is unsure.
 */
export function reviewLocally({ verdicts, draws }: LocalReview, file: ReviewedRows): ReviewAnswer {
  const drawn = draws.flatMap(({ rows, judged }) => rows.map((row) => ({ row, judged: judged.has(row) })))
  const known = new Set(drawn.map(({ row }) => row))
  const counts = (alarm: boolean): Verdicts => {
    const list = drawn.filter(({ row }) => file.alarmed(row) === alarm)
    const upTo = list.findLastIndex(({ judged }) => judged) + 1
    const found: Record<Verdict, number> = { alien: 0, nominal: 0, unsure: 0 }
    for (const { row } of list.slice(0, upTo)) found[verdicts.get(row)?.verdict ?? 'unsure']++
    return found
  }
  const input = {
    rows: file.rows,
    alarms: file.alarms,
    ofAlarms: counts(true),
    ofOthers: counts(false),
    confidence: file.confidence,
  }
  return {
    ...input,
    drawn: drawn.length,
    judged: drawn.filter(({ judged }) => judged).length,
    notCounted: [...verdicts].filter(([row, { verdict }]) => verdict !== null && !known.has(row)).length,
    ...review(input),
    moreLabels: moreLabels(input),
    disagreements: [],
    assumptions: [
      'rows of the file are independent and alike',
      'verdicts are right; unsure counts against every bound',
      'each statement holds at all times with the confidence given; all three together with less',
    ],
  }
}
