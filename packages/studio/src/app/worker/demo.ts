import { type Certificate, paperTable, substream } from '@xenolith/core'
import { study } from '@xenolith/study'
import type { Context } from './context.ts'
import { theEngine } from './engine.ts'

export async function demo(_: null, context: Context): Promise<{ certificate: Certificate }> {
  const random = substream(1, 'demo-mixture-aliens')
  const isAlien = Uint8Array.from({ length: 10_000 }, () => (random.float() < 0.5 ? 1 : 0))
  const nominal = paperTable(10_000, () => false, substream(1, 'demo-nominal'))
  const mixture = paperTable(10_000, (row) => isAlien[row] === 1, substream(1, 'demo-mixture'))
  const terms = { alpha: 0.5, recall: 0.95, confidence: 0.95 }
  const work = { engine: theEngine(), listener: context, signal: context.signal }
  const outcome = await study({ nominal, mixture }, { terms, seed: 1 }, work)
  if (outcome.refused) throw new Error(outcome.reason)
  return { certificate: outcome.file.certificate }
}
