import { gatherEvidence } from '@xenolith/core'
import { readAudit, scoresOf } from '@xenolith/files'
import { certificateAnswer } from '@xenolith/pages/report'
import { certifyScores } from '@xenolith/study'
import { Command } from 'commander'
import { type NumberOptions, toNumber, withCommon, withNumberFormat, withPromise, withSeed } from '../options.js'
import { certificateWords, checkRequest, type Request, refuse, termsOf } from '../promise.js'
import { createTerminal } from '../terminal.js'
import { fitToFile } from './fit.js'

interface ThresholdOptions extends Request, NumberOptions {
  readonly nominal: string
  readonly mixture: string
  readonly column: string
  readonly out?: string
  readonly seed: number
}

export function thresholdCommand(): Command {
  const command = new Command('threshold')
    .summary('a threshold and its certificate from two files of scores')
    .description("A threshold and its certificate from the scores of the user's own detector (higher = more alien).")
    .requiredOption('--nominal <FILE>', 'scores of nominal rows that the detector was not trained on')
    .requiredOption('--mixture <FILE>', 'scores of the mixture')
    .option('--column <NAME>', 'the column of scores', 'score')
    .option('--out <MODEL>', 'also write a model file, for report, detect and inspect')
  return withCommon(withSeed(withNumberFormat(withPromise(command))))
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
  const { out } = options
  if (out !== undefined) {
    return void (await fitToFile({ ...options, out, detector: 'given', features: [options.column] }, terminal))
  }
  checkRequest(options, terminal)
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal.note)
  const nominal = await scoresOf(options.nominal, options.column, options)
  const mixture = await scoresOf(options.mixture, options.column, options)
  const { seed } = options
  const answer = await certifyScores({ nominal, mixture, audit }, termsOf(options), { seed, listener: terminal })
  if (answer.refused) return refuse(answer, options, terminal)
  const { certificate } = answer
  const evidence = gatherEvidence({
    nominal,
    mixture,
    alpha: certificate.alpha,
    delta: certificate.delta ?? 0.05,
  })
  if (options.json) terminal.json(certificateAnswer(certificate, evidence))
  else terminal.answer(certificateWords(certificate, evidence))
}

const EXAMPLES = `
With --alpha auto nothing is certified: the promise is conditional on an estimate, and an estimate is not a bound.

Examples:
  xenolith threshold --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95
  xenolith threshold --nominal clean.csv --mixture new.csv --alpha auto --recall 0.9 --confidence 0.95
  xenolith threshold --nominal clean.parquet --mixture new.parquet --column alienness --alpha 0.1 --q 0.05 --json
  xenolith threshold --nominal clean.csv --mixture new.csv --alpha 10% --recall 90% --confidence 95% --out scores.xeno`
