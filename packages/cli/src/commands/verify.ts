import { type DataFingerprint, type ModelFile, type Settings, XenolithError } from '@xenolith/core'
import {
  keyName,
  type OpenedModel,
  openModel,
  readAudit,
  readPublicKey,
  readTrainingData,
  type SignatureState,
} from '@xenolith/files'
import { signatureWords } from '@xenolith/pages/report'
import { type Difference, type Verification, verify } from '@xenolith/study'
import { Command } from 'commander'
import { withEngine, workersOption } from '../engine.js'
import { drawFiles } from '../large/drawn-files.js'
import { type CommonOptions, withCommon } from '../options.js'
import { recordedReading } from '../reading-settings.js'
import { createTerminal, type Terminal } from '../terminal.js'
import { verifyBundle } from '../verify-bundle.js'

interface VerifyOptions extends CommonOptions {
  readonly model?: string
  readonly nominal?: string
  readonly mixture?: string
  readonly audit?: string
  readonly trust?: string
  readonly workers?: number
}

export function verifyCommand(): Command {
  const command = new Command('verify')
    .summary('whether a model is what its data give, and who signed it')
    .description(
      'Makes the model again from the data, with the seed and the settings that it records, and compares every byte; or checks its signature against a key that you trust; or both. For a bundle that the service wrote: checks its content, signature and history, and makes the certificate again from its scores.',
    )
    .argument('[BUNDLE]', 'a bundle that the service wrote, instead of a model')
    .option('--model <MODEL>', 'a model file that fit wrote')
    .option('--nominal <FILE>', 'the nominal rows that it was made from')
    .option('--mixture <FILE>', 'the mixture that it was made from')
    .option('--audit <FILE>', 'the verdicts that it was made with, if there were any')
    .option('--trust <KEY.pub>', 'the public key that must have signed it')
    .addOption(workersOption())
  return withCommon(command).addHelpText('after', EXAMPLES).action(run)
}

async function run(bundle: string | undefined, options: VerifyOptions): Promise<void> {
  const terminal = createTerminal(options)
  if (bundle !== undefined) return verifyBundle(bundle, options, terminal)
  return verifyModel(checkModel(options), terminal)
}

function checkModel(options: VerifyOptions): VerifyOptions & { readonly model: string } {
  const { model } = options
  if (model === undefined) throw new XenolithError('bad-option', 'give --model MODEL, or a bundle')
  return { ...options, model }
}

async function verifyModel(options: VerifyOptions & { readonly model: string }, terminal: Terminal): Promise<void> {
  const files = checkFiles(options)
  const trusted = options.trust === undefined ? undefined : keyName(await readPublicKey(options.trust))
  const opened = await openModel(options.model)
  const { signature } = opened
  const refusal = trusted === undefined ? null : whyNotTrusted(signature, trusted)
  const refit = files === null || refusal !== null ? null : await refitted(files, opened, options, terminal)
  if (options.json) {
    const same = refit === null ? {} : { same: refit.same, differences: refit.differences }
    terminal.json({ model: options.model, signature, ...(trusted ? { trusted: refusal === null } : {}), ...same })
  }
  if (refusal !== null) throw new XenolithError('not-trusted', `${options.model}: ${refusal}`)
  if (refit?.same === false) throw new XenolithError('model-differs', describe(options.model, opened.file, refit))
  if (options.json) return
  terminal.answer(signatureWords(signature))
  if (refit !== null) terminal.answer(`This model is what these data give, with ${asked(opened.file)}.`)
}

interface Files {
  readonly nominal: string
  readonly mixture: string
}

/** Both files, neither for the signature alone. */
function checkFiles({ nominal, mixture, audit, trust, workers }: VerifyOptions): Files | null {
  const bad = (what: string): XenolithError => new XenolithError('bad-option', what)
  if (nominal !== undefined && mixture !== undefined) return { nominal, mixture }
  if (nominal !== undefined || mixture !== undefined) throw bad('give --nominal and --mixture, or neither')
  if (trust === undefined) throw bad('give --nominal and --mixture to make the model again, or --trust, or both')
  if (audit !== undefined) throw bad('--audit has no effect without --nominal and --mixture')
  if (workers !== undefined) throw bad('--workers has no effect without --nominal and --mixture')
  return null
}

function whyNotTrusted(signature: SignatureState, trusted: string): string | null {
  if (signature.state !== 'signed') return signatureWords(signature)
  return signature.by === trusted ? null : `${signatureWords(signature)}, not by ${trusted}`
}

/** The model made again from the files. */
async function refitted(
  { nominal, mixture }: Files,
  { file, bytes }: OpenedModel,
  options: VerifyOptions,
  terminal: Terminal,
): Promise<Verification> {
  const recorded = recordedReading(file)
  const audited = file.data.some(({ role }) => role === 'audit')
  if (audited && options.audit === undefined)
    throw new XenolithError('bad-option', 'this model rests on an audit: give --audit')
  if (!audited && options.audit !== undefined) {
    throw new XenolithError('bad-option', '--audit has no effect: this model rests on no audit')
  }
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal.note)
  const { trainRows } = file.settings ?? {}
  if (typeof trainRows === 'number') {
    const drawn = await drawFiles({ ...recorded, nominal, mixture, seed: file.seed }, trainRows, terminal)
    try {
      return await withEngine(options, (engine) => verify(bytes, file, drawn, { engine, listener: terminal }))
    } finally {
      await drawn.close()
    }
  }
  const read = await readTrainingData({ ...recorded, nominal, mixture }, terminal.note)
  const data: readonly DataFingerprint[] = audit === undefined ? read.data : [...read.data, audit.fingerprint]
  return withEngine(options, (engine) => verify(bytes, file, { ...read, audit, data }, { engine, listener: terminal }))
}

function asked({ settings = {}, seed }: ModelFile): string {
  const words = Object.entries(settings as Settings).map(([name, value]) => `${name} ${[value].flat().join(',')}`)
  return [`seed ${seed}`, ...words].join(', ')
}

/** What differs, in one line: the data first, since all else follows from them. */
function describe(path: string, { version }: ModelFile, { differences }: Verification): string {
  const fields = differences.filter(({ part, field }) => part === 'certificate' && field !== undefined)
  const rest = differences.filter((difference) => !fields.includes(difference))
  const words = [
    ...rest.map(inWords),
    ...(fields.length === 0 ? [] : [`certificate (${fields.map(fieldInWords).join(', ')})`]),
  ]
  return `${path} is not what these data give: different ${words.join('; ')} (made by Xenolith ${version})`
}

function inWords({ part, field, recorded, refitted }: Difference): string {
  if (part === 'data') return `${field} file, sha256 ${recorded ?? 'none'} recorded, ${refitted ?? 'none'} given`
  return refitted === undefined ? part : `${part}: ${refitted}`
}

function fieldInWords({ field, recorded, refitted }: Difference): string {
  const plain = [recorded, refitted].every((value) => typeof value !== 'object' || value === null)
  return plain ? `${field} ${recorded} recorded, ${refitted} refitted` : `${field}`
}

const EXAMPLES = `
Exit status: 0 everything matches, 3 something does not (model-differs, bundle-differs, not-trusted).

Examples:
  xenolith verify --model model.xeno --nominal clean.csv --mixture new.csv
  xenolith verify --model model.xeno --trust lab-key.pub
  xenolith verify bundle.html --trust lab-key.pub
  xenolith verify --model model.xeno --nominal clean.csv --mixture new.csv --trust lab-key.pub --json`
