import {
  type AuditLabels,
  alphaLowerBound,
  auditedBounds,
  bestBinEstimate,
  type SeparationBound,
  separationBound,
  separationBoundAtQuantile,
  sortScores,
  XenolithError,
} from '@xenolith/core'
import { count, percent } from '@xenolith/pages'
import { Command } from 'commander'
import { alphaOption, type CommonOptions, toNumber, withCommon, withSeed } from '../options.js'
import { readAudit } from '../read-audit.js'
import { scoresOf } from '../score-file.js'
import { createTerminal, type Terminal } from '../terminal.js'
import { type DetectorOptions, trainAndScore, withDetector } from '../training.js'

interface AlphaOptions extends CommonOptions, DetectorOptions {
  readonly alpha?: number
  readonly column?: string
  readonly confidence: number
  readonly quantile?: number
  readonly t0?: number
  readonly rho?: number
  readonly audit?: string
}

export function alphaCommand(): Command {
  const command = new Command('alpha')
    .summary('bounds and an estimate of the share of aliens')
    .description(
      'What the data say about alpha: a lower bound that assumes nothing, upper bounds under a stated assumption or from an audit, and an estimate without a guarantee.',
    )
    .requiredOption('--nominal <FILE>', 'clean rows, or their scores with --column')
    .requiredOption('--mixture <FILE>', 'the mixture, or its scores with --column')
    .option('--column <NAME>', 'the files hold scores in this column; otherwise a detector is trained')
    .option('--confidence <C>', 'confidence of each bound', toNumber, 0.95)
    .addOption(alphaOption())
    .option(
      '--quantile <P>',
      'assume that hardly any alien looks like the most ordinary share P of the nominals: an upper bound',
      toNumber,
    )
    .option('--t0 <SCORE>', 'the same with a score chosen beforehand: hardly any alien scores at or below it', toNumber)
    .option(
      '--rho <R>',
      'how likely, relative to nominals, aliens may look that ordinary (with --quantile or --t0; default 0)',
      toNumber,
    )
    .option('--audit <FILE>', 'verdicts on a random sample of the mixture (see xenolith audit sample)')
  return withCommon(withSeed(withDetector(command)))
    .addHelpText('after', EXAMPLES)
    .action(run)
}

interface Answer {
  readonly n0: number
  readonly nm: number
  readonly confidence: number
  /** At least this share is alien, whatever the aliens are like. */
  readonly lowerBound: number
  readonly upperBound: SeparationBound | null
  readonly audited: { readonly labelled: number; readonly lower: number; readonly upper: number } | null
  readonly estimate: {
    readonly name: 'BBE'
    readonly alpha: number
    readonly interval: readonly [number, number]
    readonly guarantee: false
  }
}

async function run(options: AlphaOptions): Promise<void> {
  const terminal = createTerminal(options)
  checkOptions(options)
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal)
  const answer = answerFor(await samplesOf(options, terminal), options, audit)
  if (options.json) terminal.json(answer)
  else terminal.answer(describe(answer).join('\n'))
  if (options.alpha !== undefined && options.alpha < answer.lowerBound) {
    throw new XenolithError(
      'alpha-refuted',
      `alpha = ${options.alpha} is refuted: with confidence ${options.confidence}, at least ${down(answer.lowerBound)} of the mixture is alien`,
    )
  }
}

function checkOptions({ alpha, confidence, quantile, t0, rho }: AlphaOptions): void {
  const bad = (what: string): never => {
    throw new XenolithError('bad-option', what)
  }
  if (alpha !== undefined && !(alpha > 0 && alpha <= 1))
    throw new XenolithError('bad-alpha', `alpha must be in (0, 1], got ${alpha}`)
  if (!(confidence > 0 && confidence < 1)) {
    throw new XenolithError('bad-confidence', `confidence must be in (0, 1), got ${confidence}`)
  }
  if (quantile !== undefined && !(quantile > 0 && quantile < 1)) bad(`--quantile must be in (0, 1), got ${quantile}`)
  if (quantile !== undefined && t0 !== undefined) bad('give --quantile or --t0, not both')
  if (rho !== undefined && quantile === undefined && t0 === undefined) bad('--rho goes with --quantile or --t0')
  if (rho !== undefined && !(rho >= 0 && rho < 1)) bad(`--rho must be in [0, 1), got ${rho}`)
}

async function samplesOf(
  options: AlphaOptions,
  terminal: Terminal,
): Promise<{ nominal: Float64Array; mixture: Float64Array }> {
  if (options.column === undefined) return trainAndScore(options, terminal)
  const nominal = await scoresOf(options.nominal, options.column)
  return { nominal, mixture: await scoresOf(options.mixture, options.column) }
}

function answerFor(
  samples: { nominal: Float64Array; mixture: Float64Array },
  { confidence, quantile, t0, rho = 0 }: AlphaOptions,
  audit: AuditLabels | undefined,
): Answer {
  const nominal = sortScores(samples.nominal, 'nominal')
  const mixture = sortScores(samples.mixture, 'mixture')
  const delta = 1 - confidence
  const { alpha, interval } = bestBinEstimate(nominal, mixture, delta)
  const upperBound = (): SeparationBound | null => {
    if (t0 !== undefined) return separationBound(nominal, mixture, { t0, rho, delta })
    return quantile === undefined ? null : separationBoundAtQuantile(nominal, mixture, { quantile, rho, delta })
  }
  return {
    n0: nominal.length,
    nm: mixture.length,
    confidence,
    lowerBound: alphaLowerBound(nominal, mixture, delta),
    upperBound: upperBound(),
    audited: audit === undefined ? null : auditedShare(audit, delta),
    estimate: { name: 'BBE', alpha, interval, guarantee: false },
  }
}

function auditedShare({ rows, verdicts }: AuditLabels, delta: number): Answer['audited'] {
  const among = (verdict: string): number => verdicts.filter((v) => v === verdict).length
  const counts = { labelled: rows.length, aliens: among('alien'), unsure: among('unsure') }
  return { labelled: rows.length, ...auditedBounds(counts, delta) }
}

function describe({ n0, nm, confidence, lowerBound, upperBound, audited, estimate }: Answer): string[] {
  const sure = `with confidence ${percent(confidence)}`
  return [
    `alpha, the share of aliens in the mixture, from ${count(n0)} nominal and ${count(nm)} mixture scores:`,
    `  at least ${down(lowerBound)}   ${sure}, assuming nothing about the aliens`,
    ...(upperBound
      ? [`  at most  ${up(upperBound.upper)}   ${sure}, under an assumption: ${upperBound.assumption}`]
      : []),
    ...(audited
      ? [
          `  ${down(audited.lower)} to ${up(audited.upper)}   from ${count(audited.labelled)} labelled rows, each bound ${sure}`,
        ]
      : []),
    `  about    ${estimate.alpha.toFixed(4)}   an estimate (BBE), no guarantee: ${estimate.interval.map((x) => x.toFixed(4)).join(' to ')} if no alien looks ordinary`,
    ...(upperBound || audited ? [] : ['No upper bound exists without an assumption (--quantile) or labels (--audit).']),
  ]
}

function down(x: number): string {
  return (Math.floor(x * 1e4) / 1e4).toFixed(4)
}

function up(x: number): string {
  return (Math.ceil(x * 1e4) / 1e4).toFixed(4)
}

const EXAMPLES = `
Examples:
  xenolith alpha --nominal clean.csv --mixture new.csv
  xenolith alpha --nominal clean.csv --mixture new.csv --quantile 0.5 --rho 0.1
  xenolith alpha --nominal clean-scores.csv --mixture new-scores.csv --column score --alpha 0.05 --json`
