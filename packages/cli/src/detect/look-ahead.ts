import { type ModelFile, raiseAlarms, XenolithError } from '@xenolith/core'
import { conformalPValues, countPValues, type PValueCounts, selectionCutoff } from '@xenolith/core/internals'
import type { Engine } from '@xenolith/engine'
import { ScoreSpool, type Source, scan } from '@xenolith/files'
import { count } from '@xenolith/pages'
import { AlarmGrouping } from '@xenolith/study'
import type { Terminal } from '../terminal.js'
import { ahead } from './ahead.js'
import { inFile } from './in-file.js'
import { type DetectOptions, idOf } from './options.js'

/** A second kind of answer, from nominal scores alone: it needs no alpha and no mixture, and promises nothing of recall. */
export interface Selection {
  readonly pValues: (scores: Float64Array) => Float64Array
  /** Rows with p-values up to this are selected; undefined where nobody asked. */
  readonly cutoff?: number
}

/** What has to be known of all rows before one is written. */
export interface Ahead {
  readonly selection?: Selection
  readonly grouping?: AlarmGrouping
  /** The scores of all rows, where a pass over them was needed: the next one need not score. To be removed. */
  readonly scores?: ScoreSpool
}

/** One pass over the rows, if a selection or groups of alarms were asked for: both depend on all rows. */
export async function lookAhead(
  options: DetectOptions,
  engine: Engine,
  file: ModelFile,
  source: Source,
  terminal: Terminal,
): Promise<Ahead> {
  const { fdr, group } = options
  const pValues = pValuesOf(options, file)
  if (fdr !== undefined) selectionCutoff(new Map([[1, 1]]), fdr)
  const grouping = group === undefined ? undefined : new AlarmGrouping(file, group === true ? {} : { most: group })
  if (fdr === undefined && grouping === undefined) return pValues === undefined ? {} : { selection: { pValues } }
  const counts: PValueCounts = new Map()
  const id = await idOf(options, file, source)
  const scores = await ScoreSpool.create()
  try {
    for await (const { table, ids } of ahead(scan(source, { features: file.model.features, id }))) {
      const own = await engine.score(file.model, table)
      if (fdr !== undefined && pValues !== undefined) countPValues(counts, pValues(own))
      grouping?.add(table, alarmsAmong(own, file), ids)
      await scores.append(own)
      terminal.tally(`${count(scores.length)} rows looked at`)
    }
    grouping?.find()
  } catch (error) {
    await scores.remove()
    throw inFile(error, source.displayName)
  } finally {
    terminal.tally('')
  }
  const cutoff = fdr === undefined ? undefined : selectionCutoff(counts, fdr)
  return { scores, grouping, selection: pValues === undefined ? undefined : { pValues, cutoff } }
}

function pValuesOf({ pValues, fdr }: DetectOptions, { evidence }: ModelFile): Selection['pValues'] | undefined {
  if (!pValues && fdr === undefined) return undefined
  const { ranks } = evidence
  if (ranks === undefined) {
    throw new XenolithError('bad-option', 'the model was made before nominal scores were kept: fit again for p-values')
  }
  return (scores) => conformalPValues(ranks, scores)
}

function alarmsAmong(scores: Float64Array, { certificate }: ModelFile): Int32Array {
  const raised = raiseAlarms(scores, certificate)
  return Int32Array.from(raised.keys()).filter((row) => raised[row] === 1)
}
