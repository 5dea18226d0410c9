import {
  type DataFingerprint,
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
import { type Command, Option } from 'commander'
import { withEngine, workersOption } from './engine.js'
import { toCount, toNames, toNumber, toTypes } from './options.js'
import type { Terminal } from './terminal.js'
import { topRows } from './top-rows.js'

/** How a detector is trained. */
export interface DetectorOptions extends TrainingOptions {
  readonly detector: 'iforest' | 'loda' | 'softmax' | 'given'
  readonly trees?: number
  readonly subsample?: number
  readonly rangeCheck: boolean
  readonly projections?: number
  readonly input?: 'logits' | 'probabilities'
  readonly rule?: 'max-softmax' | 'max-logit' | 'energy'
  readonly holdout?: number
  readonly seed: number
  readonly workers?: number
}

export function withDetector(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--detector <NAME>',
        'iforest, loda, softmax (columns of logits or probabilities) or given (a column of scores)',
      )
        .choices(['iforest', 'loda', 'softmax', 'given'])
        .default('iforest'),
    )
    .option('--trees <N>', 'trees of the isolation forest (default: 1000)', toCount)
    .option('--subsample <S>', 'rows of each tree, as a share or a count (default: 0.2)', toNumber)
    .option('--no-range-check', "do not end a path where a row leaves a node's training range")
    .option('--projections <N>', 'projections of LODA (default: 1000)', toCount)
    .addOption(
      new Option('--input <KIND>', 'what the columns of the softmax detector hold').choices([
        'logits',
        'probabilities',
      ]),
    )
    .addOption(
      new Option('--rule <NAME>', 'score of the softmax detector').choices(['max-softmax', 'max-logit', 'energy']),
    )
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

type Trained = Pick<Scored, 'model' | 'nominal' | 'nominalScores'> & { readonly rows: Table }

/** Nominal scores are out-of-bag, or those of the rows held out; a detector that trains nothing scores rows as they are. */
async function train(
  engine: Engine,
  options: DetectorOptions,
  data: TrainingData,
  terminal: Terminal,
): Promise<Trained> {
  const { holdout, detector, seed } = options
  if (detector === 'softmax' || detector === 'given') {
    if (data.classes || holdout !== undefined) {
      const flag = data.classes ? '--per-class' : '--holdout'
      throw new XenolithError('bad-option', `${flag} does not go with --detector ${detector}, which trains nothing`)
    }
    const { model, scores } = await engine.fit(data.nominal, { ...options, detector })
    return { model, nominal: scores, nominalScores: 'given', rows: data.nominal }
  }
  const settings: FittedOptions = { ...options, detector, onProgress: terminal.progress(`training (${detector})`) }
  if (holdout === undefined) {
    const { model, scores, inBagRows } = await engine.fit(data.nominal, { ...settings, classes: data.classes })
    if (inBagRows === scores.length) {
      throw new XenolithError(
        'no-out-of-bag',
        'every row is in every subsample, so none is out-of-bag: lower --subsample or use --holdout',
      )
    }
    if (inBagRows > 0) terminal.note(`${inBagRows} nominal rows were in every subsample: the whole model scores them`)
    return { model, nominal: scores, nominalScores: 'out-of-bag', rows: data.nominal }
  }
  const { kept, heldOut } = holdOut(data.nominal.rows, holdout, seed)
  const classes = data.classes && Array.from(kept, (row) => data.classes![row])
  const { model } = await engine.fit(selectRows(data.nominal, kept), { ...settings, classes })
  const rows = selectRows(data.nominal, heldOut)
  const nominal = await engine.score(model, rows)
  return { model, nominal, nominalScores: 'held-out', rows }
}
