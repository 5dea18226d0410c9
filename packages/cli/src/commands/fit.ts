import { resolve } from 'node:path'
import { decodeModelFile, encodeModelFile, type ModelFile, XenolithError } from '@xenolith/core'
import {
  type AuditFile,
  checkOutput,
  pathBytes,
  readAudit,
  readPrivateKey,
  refuseSameFile,
  signModel,
  writeFileAtomically,
} from '@xenolith/files'
import { alternativeLine, certificateAnswer } from '@xenolith/pages/report'
import { checkDrawn, type Finished, type Refusal, type StudyOptions, type StudyRequest, study } from '@xenolith/study'
import { Command } from 'commander'
import { withEngine } from '../engine.js'
import { drawFiles } from '../large/drawn-files.js'
import { refuseIdleNumberFormat } from '../number-format.js'
import { toCount, toNumber, withCommon, withPromise, withSeed } from '../options.js'
import { certificateWords, checkRequest, type Request, refuse, termsOf } from '../promise.js'
import { type EngineOptions, onSpark, withSpark } from '../spark/options.js'
import { refusable } from '../spark/refusable.js'
import { submit } from '../spark/submit.js'
import { createTerminal, type Terminal } from '../terminal.js'
import { type DetectorOptions, readData, requestOf, withDetector } from '../training.js'

export interface FitCommandOptions extends Request, DetectorOptions, EngineOptions {
  readonly out: string
  readonly sign?: string
  readonly scores?: string
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
  withPromise(command)
    .option(
      '--q <Q>',
      'alone, Algorithm 1 without a promise; with --method theorem1, a smaller q than the data would allow',
      toNumber,
    )
    .option(
      '--pilot <FRACTION>',
      'set this share of both samples aside to look at while choosing the terms; only the rest certifies',
      toNumber,
    )
    .option(
      '--looks <N>',
      'how often these rows have been asked for a promise, including this time; above 1 nothing is certified',
      toCount,
    )
    .option(
      '--train-rows <N>',
      'train on N nominal rows, drawn by a hash of their ids (or numbers), and certify on all others; memory does not grow with the files (default: 100000 on Spark and for files of more than 2 GB together, otherwise all train)',
      toCount,
    )
    .option(
      '--keep-rows <N>',
      'nominal rows that the model keeps to show beside alarms; 0 keeps none (default: 1000, fewer of wide tables)',
      toCount,
    )
    .option('--sign <KEY>', 'sign the model with this private key (see xenolith keygen)')
    .option(
      '--scores <FILE>',
      'also write the scores that the certificate was made from, as the JSON that the service takes for its bundles',
    )
  return withCommon(withSpark(withSeed(withDetector(command, true))))
    .addHelpText('after', EXAMPLES)
    .action(run)
}

async function run(options: FitCommandOptions): Promise<void> {
  await fitToFile(options, createTerminal(options))
}

/** Reads both files, conducts the study and writes the model; what the data cannot carry ends it with exit status 3. */
export async function fitToFile(options: FitCommandOptions, terminal: Terminal): Promise<ModelFile> {
  checkRequest(options, terminal)
  const spark = onSpark(options, idleOnSpark(options))
  await checkOutput(options.out)
  await checkScoresFile(options)
  const files = spark ? [] : [options.nominal, options.mixture]
  const inputs = [...files, options.audit, options.sign].filter((path) => path !== undefined)
  for (const path of [options.out, options.scores]) if (path !== undefined) await refuseSameFile(path, inputs)
  if (!spark) await refuseIdleNumberFormat(options, files)
  const key = options.sign === undefined ? undefined : await readPrivateKey(options.sign)
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal.note)
  const request = { ...requestOf(options), terms: termsOf(options) }
  const outcome = spark
    ? await fitOnSpark(options, request, terminal)
    : await withEngine(options, (engine) => conduct(options, request, audit, { engine, listener: terminal }, terminal))
  if (outcome.refused) return refuse(outcome, options, terminal)
  const { certificate, alternatives, evidence } = outcome.file
  const bytes = encodeModelFile(outcome.file)
  await writeFileAtomically(options.out, key === undefined ? bytes : signModel(bytes, key))
  const assumptions = certificate.assumptions.map((line) => `  - ${line}`)
  const others = alternatives.map((other) => `  ${alternativeLine(other)}`)
  const words = [certificateWords(certificate, evidence), ...others, 'It rests on', ...assumptions].join('\n')
  if (options.json) {
    terminal.say(words)
    terminal.json({ ...certificateAnswer(certificate, evidence), notes: evidence.notes })
  } else terminal.answer(words)
  terminal.say(`Model written to ${options.out}.`)
  if (options.scores !== undefined) await writeScores(options.scores, outcome.scores!, terminal)
  return outcome.file
}

async function checkScoresFile({ scores, out, trainRows }: FitCommandOptions): Promise<void> {
  if (scores === undefined) return
  if (trainRows !== undefined)
    throw new XenolithError('bad-option', '--scores does not go with --train-rows: then nobody holds all scores')
  if (resolve(scores) === resolve(out)) throw new XenolithError('bad-option', '--scores and --out are the same file')
  await checkOutput(scores)
}

/** As `PUT /v1/certificates/{id}/scores` takes them. */
async function writeScores(
  path: string,
  { nominal, mixture, audit }: NonNullable<Finished['scores']>,
  terminal: Terminal,
): Promise<void> {
  const text = JSON.stringify({
    nominal: [...nominal],
    mixture: [...mixture],
    ...(audit === undefined ? {} : { audit }),
  })
  await writeFileAtomically(path, Buffer.from(`${text}\n`))
  terminal.say(`Scores written to ${path}.`)
}

/** What takes all rows at once, or has no effect on a cluster. */
function idleOnSpark({
  audit,
  holdout,
  pilot,
  decimal,
  thousands,
  scores,
}: FitCommandOptions): Record<string, unknown> {
  return {
    '--audit': audit,
    '--holdout': holdout,
    '--pilot': pilot,
    '--decimal': decimal,
    '--thousands': thousands,
    '--scores': scores,
  }
}

/** The same study on a cluster; rows are always drawn there. */
async function fitOnSpark(options: FitCommandOptions, request: StudyRequest, terminal: Terminal): Promise<Finished> {
  const { nominal, mixture, id, seed, workers, keepRows } = options
  const trainRows = options.trainRows ?? ROWS_OF_LARGE
  const drawing = { ...request, training: { ...request.training, trainRows } as StudyRequest['training'] }
  checkDrawn(drawing, { listener: terminal })
  const { features, ignore, label, perClass, types } = options
  const columns = { id, features, ignore, label, perClass, types }
  const asked = { nominal, mixture, ...columns, seed, workers, trainRows, keepRows }
  const { training, terms } = drawing
  const { content } = await refusable(
    submit('fit', { ...asked, training, terms }, options, terminal),
    options,
    terminal,
  )
  return { refused: false, file: decodeModelFile(content!) }
}

/** Files of more bytes than this together train on drawn rows by default: the data decide, not the machine. */
const LARGE_BYTES = 2e9
const ROWS_OF_LARGE = 100_000

async function isLarge({ nominal, mixture }: FitCommandOptions): Promise<boolean> {
  return (await pathBytes(nominal)) + (await pathBytes(mixture)) > LARGE_BYTES
}

/** The study of both files: held whole, or, with rows drawn for training, read as they are scored. */
async function conduct(
  options: FitCommandOptions,
  request: StudyRequest,
  audit: AuditFile | undefined,
  work: StudyOptions,
  terminal: Terminal,
): Promise<Finished | Refusal> {
  const large = options.trainRows === undefined && (await isLarge(options)) && audit === undefined
  if (large && options.scores !== undefined)
    throw new XenolithError(
      'bad-option',
      '--scores does not go with files of more than 2 GB together: nobody holds all scores',
    )
  if (large) terminal.note(`the files are too large to hold: --train-rows ${ROWS_OF_LARGE} trains on so many rows`)
  const trainRows = large ? ROWS_OF_LARGE : options.trainRows
  if (trainRows === undefined) {
    const read = await readData(options, terminal)
    const data = audit === undefined ? read.data : [...read.data, audit.fingerprint]
    return study({ ...read, audit, data }, request, work)
  }
  if (audit !== undefined) throw new XenolithError('bad-option', '--train-rows does not go with --audit')
  const drawing = { ...request, training: { ...request.training, trainRows } as StudyRequest['training'] }
  checkDrawn(drawing, { listener: terminal })
  const drawn = await drawFiles(options, trainRows, terminal)
  try {
    return await study(drawn, drawing, work)
  } finally {
    await drawn.close()
  }
}

const EXAMPLES = `
With --alpha auto nothing is certified: the promise is conditional on an estimate, and an estimate is not a bound.

Examples:
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno \\
               --label species --per-class --holdout 0.3
  xenolith fit --nominal clean.csv --mixture new.csv --audit labelled.csv --recall 0.9 --confidence 0.95 --out model.xeno
  xenolith fit --nominal clean.csv --mixture new.csv --alpha auto --recall 0.9 --confidence 0.95 --out model.xeno
  xenolith fit --nominal clean.parquet --mixture new.parquet --alpha 0.2 --q 0.05 --detector loda --out model.xeno`
