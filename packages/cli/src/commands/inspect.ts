import { describeModel, type Feature } from '@xenolith/core'
import { type OpenedModel, openModel } from '@xenolith/files'
import { bytes, count } from '@xenolith/pages'
import {
  alternativeLine,
  certificateAnswer,
  choiceWords,
  describeCertificate,
  signatureWords,
} from '@xenolith/pages/report'
import { Command } from 'commander'
import { type CommonOptions, withCommon } from '../options.js'
import { oneLine } from '../printable.js'
import { createTerminal } from '../terminal.js'

export function inspectCommand(): Command {
  const command = new Command('inspect')
    .summary('what is in a model file')
    .description('What is in a model file: certificate, data fingerprint, features, detector, version.')
    .requiredOption('--model <MODEL>', 'a model file that fit wrote')
  return withCommon(command)
    .addHelpText('after', EXAMPLES)
    .action(async (options: CommonOptions & { model: string }) => {
      const terminal = createTerminal(options)
      const opened = await openModel(options.model)
      if (options.json) return terminal.json(inspection(opened))
      terminal.answer(inspectionText(opened))
    })
}

/** What is in a model, in words. */
export function inspectionText({ file, signature }: Omit<OpenedModel, 'bytes'>): string {
  const { model, certificate, data } = file
  return [
    ...describeCertificate(certificate, file.evidence),
    ...file.alternatives.map((other) => `  ${alternativeLine(other)}`),
    'Assumptions',
    ...certificate.assumptions.map((line) => `  - ${line}`),
    `Detector: ${describeModel(model)}`,
    ...(file.evidence.choice === undefined ? [] : [`  chosen from data: ${choiceWords(file.evidence.choice)}`]),
    `Features (${model.features.length})`,
    ...model.features.map(featureLine),
    'Data',
    ...data.map((d) => `  ${d.role.padEnd(8)} ${d.name}, ${count(d.rows)} rows, ${bytes(d.bytes)}, sha256 ${d.sha256}`),
    file.references === undefined
      ? 'No nominal rows are kept to show beside alarms.'
      : `${count(file.references.row.length)} nominal rows are kept to show beside alarms.`,
    `Seed ${file.seed}, row names ${file.id === null ? 'none' : `"${file.id}"`}, written by Xenolith ${file.version}`,
    `Signature: ${signatureWords(signature)}`,
  ]
    .map(oneLine)
    .join('\n')
}

function featureLine(feature: Feature): string {
  const categories =
    feature.kind === 'categorical'
      ? ` (${feature.categories.slice(0, 8).join(', ')}${feature.categories.length > 8 ? ', ...' : ''})`
      : ''
  return `  ${JSON.stringify(feature.name)} ${feature.kind}${categories}`
}

/** Everything in the file but the detector's own arrays. */
export function inspection({ file, signature }: Omit<OpenedModel, 'bytes'>): unknown {
  const { model, certificate, evidence, data, version, seed, id, settings } = file
  const detector = { name: model.detector, description: describeModel(model) }
  return {
    version,
    seed,
    id,
    detector,
    features: model.features,
    certificate: { ...certificateAnswer(certificate, evidence), notes: evidence.notes },
    alternatives: file.alternatives.map((other) => certificateAnswer(other)),
    data,
    settings,
    referenceRows: file.references?.row.length ?? 0,
    signature,
    evidence,
  }
}

const EXAMPLES = `
Examples:
  xenolith inspect --model model.xeno
  xenolith inspect --model model.xeno --json | jq .certificate.tau`
