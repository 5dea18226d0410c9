import { type ModelFile, XenolithError } from '@xenolith/core'
import { conformalPValues, countPValues, type PValueCounts, selectionCutoff } from '@xenolith/core/internals'
import type { Engine } from '@xenolith/engine'
import { type Source, scan } from '@xenolith/files'

/** What is asked beside alarms: p-values, and a selection with a false discovery rate. */
export interface SelectionOptions {
  readonly pValues?: boolean
  readonly fdr?: number
}

/** A second kind of answer, from nominal scores alone: it needs no alpha and no mixture, and promises nothing of recall. */
export interface Selection {
  readonly pValues: (scores: Float64Array) => Float64Array
  /** Rows with p-values up to this are selected; undefined where nobody asked. */
  readonly cutoff?: number
}

/** Prepares the answer; a selection takes a first pass over the rows, because whom it selects depends on all of them. */
export async function prepareSelection(
  { pValues, fdr }: SelectionOptions,
  engine: Engine,
  file: ModelFile,
  source: Source,
): Promise<Selection | undefined> {
  if (!pValues && fdr === undefined) return undefined
  const { ranks } = file.evidence
  if (ranks === undefined) {
    throw new XenolithError('bad-option', 'the model was made before nominal scores were kept: fit again for p-values')
  }
  const valuesOf = (scores: Float64Array): Float64Array => conformalPValues(ranks, scores)
  if (fdr === undefined) return { pValues: valuesOf }
  const counts: PValueCounts = new Map()
  selectionCutoff(new Map([[1, 1]]), fdr)
  for await (const { table } of scan(source, { features: file.model.features })) {
    countPValues(counts, valuesOf(await engine.score(file.model, table)))
  }
  return { pValues: valuesOf, cutoff: selectionCutoff(counts, fdr) }
}
