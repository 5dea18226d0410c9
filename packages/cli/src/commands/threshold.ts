import { certificateJson, certify, uncertified } from '@xenolith/core'
import { Command } from 'commander'
import { describeCertificate } from '../describe.js'
import {
  asksForPromise,
  type CommonOptions,
  checkPromise,
  type PromiseOptions,
  toNumber,
  withCommon,
  withPromise,
} from '../options.js'
import { readAudit } from '../read-audit.js'
import { estimateLine, refusalError, refusalJson } from '../refuse.js'
import { scoresOf } from '../score-file.js'
import { createTerminal } from '../terminal.js'

interface ThresholdOptions extends CommonOptions, PromiseOptions {
  readonly nominal: string
  readonly mixture: string
  readonly column: string
  readonly isotonic?: boolean
}

export function thresholdCommand(): Command {
  const command = new Command('threshold')
    .summary('a threshold and its certificate from two files of scores')
    .description("A threshold and its certificate from the scores of the user's own detector (higher = more alien).")
    .requiredOption('--nominal <FILE>', 'scores of nominal rows that the detector was not trained on')
    .requiredOption('--mixture <FILE>', 'scores of the mixture')
    .option('--column <NAME>', 'the column of scores', 'score')
  return withCommon(withPromise(command))
    .option(
      '--q <Q>',
      'alone, Algorithm 1 with this q; with --method theorem1, a smaller q than the data would allow',
      toNumber,
    )
    .option('--isotonic', 'read the threshold off the isotonised CDF (with --q alone)')
    .addHelpText('after', EXAMPLES)
    .action(run)
}

async function run(options: ThresholdOptions): Promise<void> {
  const terminal = createTerminal(options)
  const promise = asksForPromise(options)
  checkPromise(options)
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal)
  const nominal = await scoresOf(options.nominal, options.column)
  const mixture = await scoresOf(options.mixture, options.column)
  const { isotonic } = options
  const certificate = promise
    ? certify({ ...options, audit, nominal, mixture })
    : uncertified({ nominal, mixture, alpha: options.alpha!, q: options.q!, isotonic })
  if (promise && !certificate.certified) {
    if (options.json) terminal.json(refusalJson(certificate))
    throw refusalError(certificate)
  }
  if (options.json) return terminal.json(certificateJson(certificate))
  terminal.answer(promise ? describeCertificate(certificate).join('\n') : estimateLine(certificate))
}

const EXAMPLES = `
Examples:
  xenolith threshold --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95
  xenolith threshold --nominal clean.parquet --mixture new.parquet --column anomaly --alpha 0.1 --q 0.05 --json`
