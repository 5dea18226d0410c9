import { createEngine } from '@xenolith/engine'
import { type Finished, type Listener, study } from '../src/index.js'
import { ring } from './ring.js'

export const engine = createEngine({ workers: 1 })

/** What `auto` is asked of in these tests: a ring of nominals, and a mixture a third of which is alien. */
export const nominal = ring(600, () => false, 1)
export const mixture = ring(600, (row) => row % 3 === 0, 2)
export const terms = { alpha: 0.34, recall: 0.6, confidence: 0.9 } as const
export const request = { terms, training: { detector: 'auto' }, seed: 5 } as const

/** A study by `auto` of these rows, or with some of its data or its request exchanged. */
export async function finished(data = {}, more = {}): Promise<Finished & { notes: string[] }> {
  const notes: string[] = []
  const listener: Listener = { note: (text) => notes.push(text), progress: () => () => {} }
  const outcome = await study({ nominal, mixture, ...data }, { ...request, ...more }, { engine, listener })
  if (outcome.refused) throw new Error(outcome.reason)
  return { ...outcome, notes }
}
