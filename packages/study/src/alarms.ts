import { type Contribution, type ModelFile, raiseAlarms, selectRows, type Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Engine } from '@xenolith/engine'

/** Scores of a table, who alarms, and why. */
export interface Alarms {
  readonly scores: Float64Array
  /** 1 where a row alarms. */
  readonly raised: Uint8Array
  /** The rows that alarm, ascending from 0. */
  readonly rows: Int32Array
  /** For each of these, the features that make it look most alien; empty if not asked for. */
  readonly reasons: readonly (readonly Contribution[])[]
}

export interface AlarmOptions {
  /** How many features to name for each alarm (default: none are looked for). */
  readonly explain?: number
  /** The scores of the rows, where they are known. */
  readonly scores?: Float64Array
  readonly signal?: AbortSignal
  /** Called with the number of rows scored and their total. */
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Scores rows with a model and raises its alarms, with reasons if asked for.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50, 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const { file } = (await study({ nominal, mixture }, request)) as Finished
 * const engine = createEngine({ workers: 1 })
 * const { raised, reasons } = await alarms(engine, file, numericTable([[4, 2], [50, 3]]), { explain: 1 })
 * raised // => Uint8Array(2) [ 0, 1 ]
 * reasons[0][0].feature // => 'f0'
 * await engine.close()
 * ```
 */
export async function alarms(
  engine: Engine,
  { model, certificate }: Pick<ModelFile, 'model' | 'certificate'>,
  table: Table,
  { explain, scores: known, signal, onProgress }: AlarmOptions = {},
): Promise<Alarms> {
  const scores = known ?? (await engine.score(model, table, { signal, onProgress }))
  const raised = raiseAlarms(scores, certificate)
  const rows = Int32Array.from(raised.keys()).filter((row) => raised[row] === 1)
  const alarming = (): Table => selectRows(table, rows)
  const reasons = explain === undefined ? [] : await explainRows(engine, model, alarming(), explain, signal)
  return { scores, raised, rows, reasons }
}

/** Core's `explain` on the engine: once for all features together, then once without each. */
export async function explainRows(
  engine: Engine,
  model: ModelFile['model'],
  table: Table,
  most: number,
  signal?: AbortSignal,
): Promise<Contribution[][]> {
  internals.checkExplainable(model)
  const rows = internals.alignTable(table, model.features)
  const judge = internals.steadyModel(model)
  const whole = await engine.score(judge, rows, { signal })
  const without: Float64Array[] = []
  for (const one of internals.withoutEach(judge, rows)) without.push(await engine.score(judge, one, { signal }))
  return internals.largestGains(model.features, whole, without, most)
}
