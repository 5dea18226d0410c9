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
  readonly signal?: AbortSignal
}

/** Scores rows with a model and raises its alarms, with reasons if asked for. */
export async function alarms(
  engine: Engine,
  { model, certificate }: Pick<ModelFile, 'model' | 'certificate'>,
  table: Table,
  { explain, signal }: AlarmOptions = {},
): Promise<Alarms> {
  const scores = await engine.score(model, table, { signal })
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
