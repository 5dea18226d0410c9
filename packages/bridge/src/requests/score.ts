import { alignTable } from '@xenolith/core/internals'
import { explanation } from '@xenolith/pages/report'
import { alarms as raise, reasonsOf } from '@xenolith/study'
import { type TableHeader, tableOf } from '../tables.js'
import type { Answer, Request } from './request.js'

/** The scores of new rows. */
export const score: Request = async ({ header, buffers }, session): Promise<Answer> => {
  const { model } = session.model(header.model)
  const scores = await session.engine.score(model, tableOf(header.table as TableHeader, buffers))
  return { fields: {}, buffers: [scores] }
}

/** Scores, alarms, and for each alarm its reasons as data and in words. */
export const alarms: Request = async ({ header, buffers }, session): Promise<Answer> => {
  const file = session.model(header.model)
  const table = alignTable(tableOf(header.table as TableHeader, buffers), file.model.features)
  const explain = header.explain as number | undefined
  const { scores, raised, rows, reasons } = await raise(session.engine, file, table, { explain })
  if (explain === undefined) return { fields: { reasons: [], words: [] }, buffers: [scores, raised, rows] }
  const why = reasonsOf(file, table, rows, reasons, explain)
  const words = why.reasons.map((each, k) => explanation(each, why.nearest?.[k]))
  return { fields: { ...why, words }, buffers: [scores, raised, rows] }
}
