import {
  type DataFingerprint,
  type DetectorName,
  detectorOf,
  type FittedOptions,
  holdOut,
  type Model,
  type NominalScores,
  selectRows,
  type Table,
  type TopRows,
  XenolithError,
} from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import { readTrainingData, type TrainingData, type TrainingOptions } from '@xenolith/files'
import type { Command } from 'commander'
import { withDetectorFlags } from './detector-flags.js'
import { withEngine, workersOption } from './engine.js'
import { toNames, toNumber, toTypes } from './options.js'
import type { Terminal } from './terminal.js'
import { topRows } from './top-rows.js'

/** How a detector is trained. */
export interface DetectorOptions extends TrainingOptions {
  readonly detector: DetectorName
  readonly holdout?: number
  readonly seed: number
  readonly workers?: number
}

export function withDetector(command: Command): Command {
  return withDetectorFlags(command)
    .option('--features <a,b,..>', 'feature columns (default: all but id and label)', toNames)
    .option('--types <a=KIND,..>', 'numeric or categorical, where the file leaves doubt', toTypes)
    .option('--label <COL>', 'column of nominal categories; never a feature')
    .option('--per-class', 'one detector for each nominal category, the most familiar one decides')
    .option('--id <COL>', 'column that names rows; never a feature')
    .addOption(workersOption())
    .option('--holdout <FRACTION>', 'hold this share of the nominal rows out of training and certify on it', toNumber)
}

/** A detector with the scores of both samples. */
export interface Scored {
  readonly model: Model
  readonly nominal: Float64Array
  readonly nominalScores: NominalScores
  readonly mixture: Float64Array
  /** The rows that were scored. */
  readonly rows: { readonly nominal: Table; readonly mixture: Table }
  readonly topRows: TopRows
  readonly data: readonly DataFingerprint[]
}

/** Reads both files, fits the detector, scores both samples. */
export async function trainAndScore(options: DetectorOptions, terminal: Terminal): Promise<Scored> {
  const data = await readTrainingData(options, terminal.note)
  return withEngine(options, async (engine) => {
    const trained = await train(engine, options, data, terminal)
    const onProgress = terminal.progress('scoring the mixture')
    const mixture = await engine.score(trained.model, data.mixture, { onProgress })
    const top = topRows(data.mixture, mixture, data.mixtureIds, options.id)
    const rows = { nominal: trained.rows, mixture: data.mixture }
    return { ...trained, mixture, rows, topRows: top, data: data.data }
  })
}

/** What the user asked of the chosen detector. */
function settingsOf(options: DetectorOptions): Record<string, unknown> {
  const { detector, seed } = options
  const given = options as unknown as Record<string, unknown>
  return {
    detector,
    seed,
    ...Object.fromEntries(detectorOf(detector).options.map(({ option }) => [option, given[option]])),
  }
}

type Trained = Pick<Scored, 'model' | 'nominal' | 'nominalScores'> & { readonly rows: Table }

/** Nominal scores are out-of-bag, or those of the rows held out; a detector that trains nothing scores rows as they are. */
async function train(
  engine: Engine,
  options: DetectorOptions,
  data: TrainingData,
  terminal: Terminal,
): Promise<Trained> {
  const { holdout, detector, seed } = options
  const { learns, trainingScores } = detectorOf(detector)
  const settings = {
    ...settingsOf(options),
    onProgress: learns ? terminal.progress(`training (${detector})`) : undefined,
  } as FittedOptions
  if (!learns) {
    if (data.classes || holdout !== undefined) {
      const flag = data.classes ? '--per-class' : '--holdout'
      throw new XenolithError('bad-option', `${flag} does not go with --detector ${detector}, which trains nothing`)
    }
    const { model, scores } = await engine.fit(data.nominal, settings)
    return { model, nominal: scores, nominalScores: trainingScores, rows: data.nominal }
  }
  if (holdout === undefined) {
    const { model, scores, inBagRows } = await engine.fit(data.nominal, { ...settings, classes: data.classes })
    if (inBagRows === scores.length) {
      throw new XenolithError(
        'no-out-of-bag',
        'every row is in every subsample, so none is out-of-bag: lower --subsample or use --holdout',
      )
    }
    if (inBagRows > 0) terminal.note(`${inBagRows} nominal rows were in every subsample: the whole model scores them`)
    return { model, nominal: scores, nominalScores: trainingScores, rows: data.nominal }
  }
  const { kept, heldOut } = holdOut(data.nominal.rows, holdout, seed)
  const classes = data.classes && Array.from(kept, (row) => data.classes![row])
  const { model } = await engine.fit(selectRows(data.nominal, kept), { ...settings, classes })
  const rows = selectRows(data.nominal, heldOut)
  const nominal = await engine.score(model, rows)
  return { model, nominal, nominalScores: 'held-out', rows }
}
