import { detectorOf } from '@xenolith/core/internals'
import { readTrainingData, type TrainingData, type TrainingOptions } from '@xenolith/files'
import type { StudyRequest, Training } from '@xenolith/study'
import type { Command } from 'commander'
import { type DetectorChoice, withDetectorFlags } from './detector-flags.js'
import { workersOption } from './engine.js'
import { toNames, toNumber, toTypes, withNumberFormat } from './options.js'
import { readingSettings } from './reading-settings.js'
import type { Terminal } from './terminal.js'

/** How a detector is trained. */
export interface DetectorOptions extends TrainingOptions {
  readonly detector: DetectorChoice
  readonly holdout?: number
  readonly pilot?: number
  readonly trainRows?: number
  readonly seed: number
  readonly keepRows?: number
  readonly workers?: number
}

export function withDetector(command: Command, mayChoose = false): Command {
  return withNumberFormat(withDetectorFlags(command, mayChoose))
    .option('--features <a,b,..>', 'feature columns (default: all but those of --id, --label and --ignore)', toNames)
    .option('--ignore <a,b,..>', 'columns that are not features, such as dates and remarks', toNames)
    .option('--types <a=KIND,..>', 'numeric or categorical, where the file leaves doubt', toTypes)
    .option('--label <COL>', 'column of nominal categories; never a feature')
    .option('--per-class', 'one detector for each nominal category; a row counts as what it resembles most')
    .option('--id <COL>', 'column that names rows; never a feature')
    .addOption(workersOption())
    .option('--holdout <FRACTION>', 'hold this share of the rows out of training and certify on it', toNumber)
}

/** Reads both files, each once. */
export function readData(options: DetectorOptions, terminal: Terminal): Promise<TrainingData> {
  return readTrainingData(options, terminal.note)
}

/** What the flags ask of the detector and of the reader, as the study takes it. */
export function requestOf(options: DetectorOptions): Omit<StudyRequest, 'terms'> {
  const { seed, id, pilot, keepRows } = options
  return { seed, id, pilot, keepRows, training: trainingOf(options), reading: readingSettings(options) }
}

function trainingOf({ detector, holdout, trainRows, ...rest }: DetectorOptions): Training {
  if (detector === 'auto') return { detector, holdout, ...(trainRows === undefined ? {} : { trainRows }) } as Training
  const given = rest as unknown as Record<string, unknown>
  // A flag that switches off leaves `true` behind where it was not given.
  const own = detectorOf(detector).options.map(({ option, takes }) => [
    option,
    takes === 'off' && given[option] === true ? undefined : given[option],
  ])
  return { detector, ...Object.fromEntries(own), holdout, trainRows }
}
