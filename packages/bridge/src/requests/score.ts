import { conditionOf, type ModelFile, type Table } from '@xenolith/core'
import { alignTable } from '@xenolith/core/internals'
import type { NumberFormat } from '@xenolith/files/pure'
import { explanation } from '@xenolith/pages/report'
import { type BatchWatch, alarms as raise, readingWords, reasonsOf, watchBatch } from '@xenolith/study'
import { type TableHeader, tableOf } from '../tables.js'
import type { Answer, Request } from './request.js'

/** The scores of new rows. */
export const score: Request = async ({ header, buffers }, session): Promise<Answer> => {
  const file = session.model(header.model)
  const scores = await session.engine.score(file.model, inputOf(header.table as TableHeader, buffers, file))
  return { fields: {}, buffers: [scores] }
}

/**
 * Scores, alarms, for each alarm its reasons as data and in words. With `watch` also what the rows, taken for one batch, say about the promise; with
 * `tally` the counts for that, where the rows are a piece of a batch.
 */
export const alarms: Request = async ({ header, buffers }, session): Promise<Answer> => {
  const file = session.model(header.model)
  const table = alignTable(inputOf(header.table as TableHeader, buffers, file), file.model.features)
  const explain = header.explain as number | undefined
  const { scores, raised, rows, reasons } = await raise(session.engine, file, table, { explain })
  const seen = header.watch || header.tally ? watched(file, table, scores) : undefined
  const batch = {
    ...(header.watch ? { batch: batchFields(seen!) } : {}),
    ...(header.tally ? { tally: seen!.tally() } : {}),
  }
  if (explain === undefined) return { fields: { reasons: [], words: [], ...batch }, buffers: [scores, raised, rows] }
  const why = reasonsOf(file, table, rows, reasons, explain)
  const words = why.reasons.map((each, k) => explanation(each, why.nearest?.[k]))
  return { fields: { ...why, words, ...batch }, buffers: [scores, raised, rows] }
}

/** What a batch says about the promise, by the counts of its pieces. */
export const reading: Request = ({ header }, session): Answer => {
  const file = session.model(header.model)
  const watch = watchBatch(file)
  for (const tally of header.tallies as number[][]) watch.take(tally)
  return { fields: { batch: batchFields(watch), condition: conditionOf(file.certificate) } }
}

/** Rows for a model. Where they are written, numbers are as in the files that the model was made from. */
function inputOf(table: TableHeader, buffers: readonly Uint8Array[], { settings }: ModelFile): Table {
  const { decimal, thousands } = (settings ?? {}) as NumberFormat
  return tableOf(table, buffers, { shown: 'the input', note: () => {}, decimal, thousands })
}

function watched(file: ModelFile, table: Table, scores: Float64Array): BatchWatch {
  const watch = watchBatch(file)
  watch.add(table, scores)
  return watch
}

function batchFields(watch: BatchWatch): object {
  const read = watch.read()
  return { ...read, words: readingWords(read) }
}
