import { type Certificate, certificateJson, certify, encodeModelFile, gatherEvidence, sortScores } from '@xenolith/core'
import { checkOutput, readAudit, refuseSameFile, writeFileAtomically } from '@xenolith/files'
import { alternativeLine, hasTerms } from '@xenolith/pages/report'
import { Command } from 'commander'
import { settleAlpha } from '../alpha/auto.js'
import { toNumber, withCommon, withPromise, withSeed } from '../options.js'
import { certificateFor, certificateWords, checkRequest, type Request, type Scores } from '../promise.js'
import { createTerminal } from '../terminal.js'
import { type DetectorOptions, trainAndScore, withDetector } from '../training.js'
import { version } from '../version.js'

interface FitCommandOptions extends Request, DetectorOptions {
  readonly out: string
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
  withPromise(command).option(
    '--q <Q>',
    'alone, Algorithm 1 without a promise; with --method theorem1, a smaller q than the data would allow',
    toNumber,
  )
  return withCommon(withSeed(withDetector(command)))
    .addHelpText('after', EXAMPLES)
    .action(run)
}

async function run(options: FitCommandOptions): Promise<void> {
  const terminal = createTerminal(options)
  checkRequest(options)
  await checkOutput(options.out)
  const inputs = [options.nominal, options.mixture, ...(options.audit === undefined ? [] : [options.audit])]
  await refuseSameFile(options.out, inputs)
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal.note)
  const { model, topRows, data, rows, ...scores } = await trainAndScore(options, terminal)
  const { alpha, alphaSource, evidence: estimates } = await settleAlpha(options, { ...scores, rows }, terminal)
  const certificate = certificateFor({ ...options, alpha, alphaSource }, { ...scores, audit }, terminal)
  const alternatives = otherMethods(certificate, scores)
  const evidence = gatherEvidence({
    nominal: sortScores(scores.nominal, 'nominal'),
    mixture: sortScores(scores.mixture, 'mixture'),
    alpha: certificate.alpha,
    delta: certificate.delta ?? 0.05,
    topRows,
    decision: certificate,
    estimates,
  })
  const { seed, id = null } = options
  const file = { version, seed, id, model, certificate, alternatives, evidence, data }
  await writeFileAtomically(options.out, encodeModelFile(file))
  terminal.say(certificateWords(certificate))
  for (const line of alternatives.map(alternativeLine)) terminal.say(`  ${line}`)
  terminal.say(`Model written to ${options.out}.`)
  if (options.json) terminal.json(certificateJson(certificate))
}

/** What bands and the papers' theorem make of the same data and terms, beside a sharper certificate. */
function otherMethods(certificate: Certificate, scores: Scores): Certificate[] {
  if (!hasTerms(certificate) || certificate.method === 'audit') return []
  const { alpha, alphaSource, recall, delta } = certificate
  const terms = { ...scores, alpha, alphaSource, recall, confidence: Number((1 - delta).toPrecision(15)) }
  const others = (['dkw', 'theorem1'] as const).filter((method) => sharper(certificate.method, method))
  return others.map((method) => certify({ ...terms, method }))
}

/** Whether the first method is sharper than the second. */
function sharper(method: string, than: string): boolean {
  const order = ['theorem1', 'dkw', 'exact']
  return order.indexOf(method) > order.indexOf(than)
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
