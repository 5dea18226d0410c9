import type { ModelFile, Table } from '@xenolith/core'
import { alignTable } from '@xenolith/core/internals'
import { explanation } from '@xenolith/pages/report'
import { alarms as raise, readingWords, reasonsOf, watchBatch } from '@xenolith/study'
import { type TableHeader, tableOf } from '../tables.js'
import type { Answer, Request } from './request.js'

/** The scores of new rows. */
export const score: Request = async ({ header, buffers }, session): Promise<Answer> => {
  const { model } = session.model(header.model)
  const scores = await session.engine.score(model, tableOf(header.table as TableHeader, buffers))
  return { fields: {}, buffers: [scores] }
}

/** Scores, alarms, for each alarm its reasons as data and in words, and if asked what the rows say about the promise. */
export const alarms: Request = async ({ header, buffers }, session): Promise<Answer> => {
  const file = session.model(header.model)
  const table = alignTable(tableOf(header.table as TableHeader, buffers), file.model.features)
  const explain = header.explain as number | undefined
  const { scores, raised, rows, reasons } = await raise(session.engine, file, table, { explain })
  const batch = header.watch ? watched(file, table, scores) : {}
  if (explain === undefined) return { fields: { reasons: [], words: [], ...batch }, buffers: [scores, raised, rows] }
  const why = reasonsOf(file, table, rows, reasons, explain)
  const words = why.reasons.map((each, k) => explanation(each, why.nearest?.[k]))
  return { fields: { ...why, words, ...batch }, buffers: [scores, raised, rows] }
}

/** Whether the rows, taken for one batch, contradict what the promise rests on. */
function watched(file: ModelFile, table: Table, scores: Float64Array): object {
  const watch = watchBatch(file)
  watch.add(table, scores)
  const reading = watch.read()
  return { batch: { ...reading, words: readingWords(reading) } }
}
