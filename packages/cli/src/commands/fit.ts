import {
  type Certificate,
  certificateJson,
  certify,
  encodeModelFile,
  type FittedOptions,
  fit,
  gatherEvidence,
  holdOut,
  type Model,
  type NominalScores,
  score,
  selectRows,
  sortScores,
  uncertified,
  XenolithError,
} from '@xenolith/core'
import { Command, Option } from 'commander'
import { describeCertificate } from '../describe.js'
import { refuseSameFile } from '../files/same-file.js'
import { checkOutput, writeFileAtomically } from '../files/temporary.js'
import {
  asksForPromise,
  type CommonOptions,
  checkPromise,
  type PromiseOptions,
  toCount,
  toNames,
  toNumber,
  toTypes,
  withCommon,
  withPromise,
  withSeed,
} from '../options.js'
import { estimateLine, refusalError, refusalJson } from '../refuse.js'
import { createTerminal, type Terminal } from '../terminal.js'
import { topRows } from '../top-rows.js'
import { readTrainingData, type TrainingData, type TrainingOptions } from '../training-data.js'
import { version } from '../version.js'

interface FitCommandOptions extends CommonOptions, PromiseOptions, TrainingOptions {
  readonly out: string
  readonly detector: 'iforest' | 'loda' | 'softmax' | 'given'
  readonly trees?: number
  readonly subsample?: number
  readonly rangeCheck: boolean
  readonly projections?: number
  readonly input?: 'logits' | 'probabilities'
  readonly rule?: 'max-softmax' | 'max-logit' | 'energy'
  readonly holdout?: number
  readonly seed: number
}

export function fitCommand(): Command {
  const command = new Command('fit')
    .summary('train a detector and certify its threshold')
    .description(
      'Trains a detector on nominal rows, certifies an alarm threshold with the mixture, and writes both as a model.',
    )
    .requiredOption('--nominal <FILE>', 'clean rows: only known categories')
    .requiredOption('--mixture <FILE>', 'unlabelled rows, a share alpha of them alien')
    .requiredOption('--out <MODEL>', 'the model file to write')
  withPromise(command, false)
    .option(
      '--q <Q>',
      'with --recall, a smaller q than the data would allow; alone, Algorithm 1 without a promise',
      toNumber,
    )
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
    .option('--holdout <FRACTION>', 'hold this share of the nominal rows out of training and certify on it', toNumber)
  return withCommon(withSeed(command)).addHelpText('after', EXAMPLES).action(run)
}

async function run(options: FitCommandOptions): Promise<void> {
  const terminal = createTerminal(options)
  const promise = asksForPromise(options)
  checkPromise(options)
  await checkOutput(options.out)
  await refuseSameFile(options.out, [options.nominal, options.mixture])
  const data = await readTrainingData(options, terminal)
  const trained = train(options, data, terminal)
  const mixture = score(trained.model, data.mixture, { onProgress: terminal.progress('scoring the mixture') })
  const samples = { nominal: trained.nominal, mixture, nominalScores: trained.nominalScores }
  const certificate: Certificate = promise
    ? certify({ ...options, ...samples, reference: trained.reference })
    : uncertified({ ...samples, alpha: options.alpha, q: options.q! })
  if (promise && !certificate.certified) {
    if (options.json) terminal.json(refusalJson(certificate))
    throw refusalError(certificate)
  }
  const evidence = gatherEvidence({
    nominal: sortScores(trained.nominal, 'nominal'),
    mixture: sortScores(mixture, 'mixture'),
    alpha: options.alpha,
    delta: certificate.delta ?? 0.05,
    topRows: topRows(data.mixture, mixture, data.mixtureIds, options.id),
  })
  const { seed, id = null } = options
  const file = { version, seed, id, model: trained.model, certificate, evidence, data: data.data }
  await writeFileAtomically(options.out, encodeModelFile(file))
  terminal.say((promise ? describeCertificate(certificate) : [estimateLine(certificate)]).join('\n'))
  terminal.say(`Model written to ${options.out}.`)
  if (options.json) terminal.json(certificateJson(certificate))
}

interface Trained {
  readonly model: Model
  readonly nominal: Float64Array
  readonly nominalScores: NominalScores
  /** Other nominal scores, that may place thresholds. */
  readonly reference?: Float64Array
}

/** Fits the detector; nominal scores are out-of-bag, or those of the rows held out. */
function train(options: FitCommandOptions, data: TrainingData, terminal: Terminal): Trained {
  const { holdout, detector, seed } = options
  const progress = { onProgress: terminal.progress(`training (${detector})`) }
  if (detector === 'softmax' || detector === 'given') {
    if (data.classes || holdout !== undefined) {
      const flag = data.classes ? '--per-class' : '--holdout'
      throw new XenolithError('bad-option', `${flag} does not go with --detector ${detector}, which trains nothing`)
    }
    const { model, scores } = fit(data.nominal, { ...options, detector })
    return { model, nominal: scores, nominalScores: 'given' }
  }
  const settings: FittedOptions = { ...options, ...progress, detector }
  if (holdout === undefined) {
    const { model, scores, inBagRows } = fit(data.nominal, { ...settings, classes: data.classes })
    if (inBagRows === scores.length) {
      throw new XenolithError(
        'no-out-of-bag',
        'every row is in every subsample, so none is out-of-bag: lower --subsample or use --holdout',
      )
    }
    if (inBagRows > 0)
      terminal.note(`${inBagRows} nominal rows were in every subsample: they are scored by the whole model`)
    return { model, nominal: scores, nominalScores: 'out-of-bag' }
  }
  const { kept, heldOut } = holdOut(data.nominal.rows, holdout, seed)
  const classes = data.classes && Array.from(kept, (row) => data.classes![row])
  const { model, scores } = fit(selectRows(data.nominal, kept), { ...settings, classes })
  const nominal = score(model, selectRows(data.nominal, heldOut))
  return { model, nominal, nominalScores: 'held-out', reference: scores }
}

const EXAMPLES = `
Examples:
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno \\
               --label species --per-class --holdout 0.3
  xenolith fit --nominal clean.parquet --mixture new.parquet --alpha 0.2 --q 0.05 --detector loda --out model.xeno`
