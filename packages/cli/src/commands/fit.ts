import {
  type Certificate,
  type CertifyInput,
  certificateJson,
  certify,
  encodeModelFile,
  gatherEvidence,
  sortScores,
  uncertified,
} from '@xenolith/core'
import { Command } from 'commander'
import { alternativeLine, describeCertificate } from '../describe.js'
import { refuseSameFile } from '../files/same-file.js'
import { checkOutput, writeFileAtomically } from '../files/temporary.js'
import {
  asksForPromise,
  type CommonOptions,
  checkPromise,
  type PromiseOptions,
  toNumber,
  withCommon,
  withPromise,
  withSeed,
} from '../options.js'
import { readAudit } from '../read-audit.js'
import { estimateLine, refusalError, refusalJson } from '../refuse.js'
import { createTerminal } from '../terminal.js'
import { type DetectorOptions, trainAndScore, withDetector } from '../training.js'
import { version } from '../version.js'

interface FitCommandOptions extends CommonOptions, PromiseOptions, DetectorOptions {
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
  const promise = asksForPromise(options)
  checkPromise(options)
  await checkOutput(options.out)
  const inputs = [options.nominal, options.mixture, ...(options.audit === undefined ? [] : [options.audit])]
  await refuseSameFile(options.out, inputs)
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal)
  const { model, nominal, mixture, nominalScores, topRows, data } = await trainAndScore(options, terminal)
  const certificate = promise
    ? certify({ ...options, audit, nominal, mixture, nominalScores })
    : uncertified({ nominal, mixture, nominalScores, alpha: options.alpha!, q: options.q! })
  if (promise && !certificate.certified) {
    if (options.json) terminal.json(refusalJson(certificate))
    throw refusalError(certificate)
  }
  const alternatives = promise ? otherMethods(certificate, { ...options, audit, nominal, mixture, nominalScores }) : []
  const evidence = gatherEvidence({
    nominal: sortScores(nominal, 'nominal'),
    mixture: sortScores(mixture, 'mixture'),
    alpha: certificate.alpha,
    delta: certificate.delta ?? 0.05,
    topRows,
  })
  const { seed, id = null } = options
  await writeFileAtomically(
    options.out,
    encodeModelFile({ version, seed, id, model, certificate, alternatives, evidence, data }),
  )
  terminal.say((promise ? describeCertificate(certificate) : [estimateLine(certificate)]).join('\n'))
  for (const line of alternatives.map(alternativeLine)) terminal.say(`  ${line}`)
  terminal.say(`Model written to ${options.out}.`)
  if (options.json) terminal.json(certificateJson(certificate))
}

/** What the papers' theorem makes of the same data, beside a sharper certificate. */
function otherMethods(certificate: Certificate, input: CertifyInput): Certificate[] {
  if (certificate.method !== 'exact' && certificate.method !== 'dkw') return []
  const others = (['dkw', 'theorem1'] as const).filter((method) => method !== certificate.method)
  return others.map((method) => certify({ ...input, method, audit: undefined }))
}

const EXAMPLES = `
Examples:
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno
  xenolith fit --nominal clean.csv --mixture new.csv --alpha 0.1 --recall 0.9 --confidence 0.95 --out model.xeno \\
               --label species --per-class --holdout 0.3
  xenolith fit --nominal clean.csv --mixture new.csv --audit labelled.csv --recall 0.9 --confidence 0.95 --out model.xeno
  xenolith fit --nominal clean.parquet --mixture new.parquet --alpha 0.2 --q 0.05 --detector loda --out model.xeno`
