import { type Evidence, gatherEvidence, XenolithError } from '@xenolith/core'
import { methodOf } from '@xenolith/core/internals'
import { type AuditFile, readAudit } from '@xenolith/files'
import { certificateAnswer } from '@xenolith/pages/report'
import { type CertifiedScores, certifyScores, type Refusal, type Terms } from '@xenolith/study'
import { Command } from 'commander'
import { type AskableScores, openScores } from '../large/score-files.js'
import { refuseIdleNumberFormat } from '../number-format.js'
import { type NumberOptions, toNumber, withCommon, withNumberFormat, withPromise, withSeed } from '../options.js'
import { certificateWords, checkRequest, type Request, refuse, termsOf } from '../promise.js'
import { type EngineOptions, onSpark, withSpark } from '../spark/options.js'
import { refusable } from '../spark/refusable.js'
import { submit } from '../spark/submit.js'
import { createTerminal, type Terminal } from '../terminal.js'
import { fitToFile } from './fit.js'

interface ThresholdOptions extends Request, NumberOptions, EngineOptions {
  readonly nominal: string
  readonly mixture: string
  readonly column: string
  readonly id?: string
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
    .option(
      '--id <COL>',
      'column that names rows: ties are broken by the order of its hashes instead of that of the rows',
    )
    .option('--out <MODEL>', 'also write a model file, for report, detect and inspect')
  return withCommon(withSpark(withSeed(withNumberFormat(withPromise(command)))))
    .option(
      '--q <Q>',
      'alone, Algorithm 1 with this q; with --method theorem1, a smaller q than the data would allow',
      toNumber,
    )
    .option('--isotonic', 'read the threshold off the isotonised CDF (with --q alone)')
    .addHelpText('after', EXAMPLES)
    .hook('preAction', (_, action) => refuseIdleFlags(action))
    .action(run)
}

/** Seeds are for estimates of alpha, and row names for ties, which only tests at ranks break. */
function refuseIdleFlags(command: Command): void {
  const { alpha, id, method, recall, engine } = command.opts<ThresholdOptions & { readonly engine?: string }>()
  if (command.getOptionValueSource('seed') === 'cli' && alpha !== 'auto') {
    throw new XenolithError('bad-option', '--seed has no effect without --alpha auto: nothing else is drawn')
  }
  const untied = method !== undefined && !methodOf(method).breaksTies
  // On a cluster rows are known by their names alone.
  if (id !== undefined && engine !== 'spark' && (untied || recall === undefined)) {
    const what = untied ? `--method ${method}` : '--q alone'
    throw new XenolithError('bad-option', `--id has no effect with ${what}, which does not break ties`)
  }
}

async function run(options: ThresholdOptions): Promise<void> {
  const terminal = createTerminal(options)
  const { out, audit, isotonic, decimal, thousands } = options
  const numbers = { '--decimal': decimal, '--thousands': thousands }
  const whole = { '--audit': audit, '--isotonic': isotonic, '--alpha auto': options.alpha === 'auto' }
  if (onSpark(options, { '--out': out, ...whole, ...numbers })) {
    return thresholdOnSpark(options, terminal)
  }
  if (out !== undefined) {
    if (options.id !== undefined)
      throw new XenolithError('bad-option', '--id does not go with --out: a model of scores names no rows')
    return void (await fitToFile({ ...options, out, detector: 'given', features: [options.column] }, terminal))
  }
  checkRequest(options, terminal)
  await refuseIdleNumberFormat(options, [options.nominal, options.mixture])
  const verdicts = audit === undefined ? undefined : await readAudit(audit, terminal.note)
  const terms = termsOf(options)
  const hold = verdicts !== undefined || terms.alpha === 'auto' || terms.isotonic === true
  const scores = await openScores(options, terminal, { hold })
  const answer = await certified(scores, terms, verdicts, options.seed, terminal).finally(scores.close)
  if (answer.refused) return refuse(answer, options, terminal)
  const { certificate, evidence } = answer
  if (options.json) terminal.json(certificateAnswer(certificate, evidence))
  else terminal.answer(certificateWords(certificate, evidence))
}

async function thresholdOnSpark(options: ThresholdOptions, terminal: Terminal): Promise<void> {
  checkRequest(options, terminal)
  const { nominal, mixture, id, column, seed } = options
  const asked = { nominal, mixture, id, column, seed, terms: termsOf(options) }
  const { answer } = await refusable(
    submit<{ certificate: object; words: string }>('threshold', asked, options, terminal),
    options,
    terminal,
  )
  if (options.json) terminal.json(answer.certificate)
  else terminal.answer(answer.words)
}

const NONE = new Float64Array(0)

/** The certificate of the scores, wherever they are, with what is shown beside it. */
function certified(
  { held, ask }: AskableScores,
  terms: Terms,
  audit: AuditFile | undefined,
  seed: number,
  listener: Terminal,
): Promise<Refusal | (CertifiedScores & { readonly evidence: Evidence })> {
  const rows = held ?? { nominal: NONE, mixture: NONE }
  return ask(async (samples) => {
    const answer = await certifyScores({ ...rows, samples, audit }, terms, { seed, listener })
    if (answer.refused) return answer
    const { certificate } = answer
    const { alpha, delta } = certificate
    const labels = certificate.audit?.route === 'direct' ? { labels: audit } : {}
    const evidence = gatherEvidence({ samples, alpha, delta: delta ?? 0.05, decision: certificate, ...labels })
    return { ...answer, evidence }
  })
}

const EXAMPLES = `
With --alpha auto nothing is certified: the promise is conditional on an estimate, and an estimate is not a bound.

Examples:
  xenolith threshold --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95
  xenolith threshold --nominal clean.csv --mixture new.csv --alpha auto --recall 0.9 --confidence 0.95
  xenolith threshold --nominal clean.parquet --mixture new.parquet --column alienness --alpha 0.1 --q 0.05 --json
  xenolith threshold --nominal clean.csv --mixture new.csv --alpha 10% --recall 90% --confidence 95% --out scores.xeno`
