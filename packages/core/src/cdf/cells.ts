/*
 * Two samples of scores that nobody holds, known by cells: disjoint ranges of scores, ascending, of which each sample has a count, a
 * least and a largest score. Cells are made finer where an answer needs it, by one pass over the scores each time. A cell whose
 * least and largest score are equal, or that has no more than these two, is known entirely.
 */

/** The cells of one sample; a cell without scores has the count 0. */
export interface CellsOf {
  readonly count: Float64Array
  readonly least: Float64Array
  readonly largest: Float64Array
}

export type SampleName = 'nominal' | 'mixture'

/** The same cells of both samples. */
export type Cells = Readonly<Record<SampleName, CellsOf>>

/** What a first pass finds of a sample. */
export interface Overview {
  readonly count: number
  readonly least: number
  readonly largest: number
}

export const sampleNames: readonly SampleName[] = ['nominal', 'mixture']

/** All scores in one cell. */
export function oneCell(overviews: Readonly<Record<SampleName, Overview>>): Cells {
  const cellsOf = ({ count, least, largest }: Overview): CellsOf => ({
    count: Float64Array.of(count),
    least: Float64Array.of(least + 0),
    largest: Float64Array.of(largest + 0),
  })
  return { nominal: cellsOf(overviews.nominal), mixture: cellsOf(overviews.mixture) }
}

/** Whether every score of a sample in a cell follows from what is known of it. */
export function isKnown({ count, least, largest }: CellsOf, k: number): boolean {
  return count[k] <= 2 || least[k] === largest[k]
}

/** The least and the largest score of both samples in a cell. */
export function rangeOf({ nominal, mixture }: Cells, k: number): readonly [number, number] {
  if (nominal.count[k] === 0) return [mixture.least[k], mixture.largest[k]]
  if (mixture.count[k] === 0) return [nominal.least[k], nominal.largest[k]]
  return [Math.min(nominal.least[k], mixture.least[k]), Math.max(nominal.largest[k], mixture.largest[k])]
}
