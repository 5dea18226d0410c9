import { type EstimatorName, estimatorNames, estimators, type RowsAndScores } from '@xenolith/core'
import { profileTable } from '@xenolith/core/internals'
import { checkOutput, readAudit, refuseSameFile, scoresOf, writeFileAtomically } from '@xenolith/files'
import { refuteAlpha } from '@xenolith/pages/report'
import {
  answerFor,
  checkQuestion,
  dataNotes,
  type Question,
  timedEstimates,
  trainAndScore,
  usualEstimators,
} from '@xenolith/study'
import { Command } from 'commander'
import { describeAnswer } from '../alpha/describe.js'
import { toEstimators } from '../alpha/estimates.js'
import { plotKind, renderAnswer } from '../alpha/plot-file.js'
import { withEngine } from '../engine.js'
import { refuseIdleNumberFormat } from '../number-format.js'
import { alphaOption, type CommonOptions, toCount, toNumber, withCommon, withSeed } from '../options.js'
import { createTerminal, type Terminal } from '../terminal.js'
import { type DetectorOptions, readData, requestOf, withDetector } from '../training.js'

interface AlphaOptions extends CommonOptions, DetectorOptions, Question {
  readonly alpha?: number
  readonly column?: string
  readonly audit?: string
  readonly estimators?: readonly EstimatorName[]
  readonly bootstrap: number
  readonly plot?: string
}

export function alphaCommand(): Command {
  const command = new Command('alpha')
    .summary('bounds and estimates of the share of aliens')
    .description(
      'What the data say about alpha. Bounds: from below assuming nothing, from above under a stated assumption or from an audit. Estimates: numbers without any guarantee; the true alpha may be larger, and a promise made with too small an alpha is broken.',
    )
    .requiredOption('--nominal <FILE>', 'clean rows, or their scores with --column')
    .requiredOption('--mixture <FILE>', 'the mixture, or its scores with --column')
    .option('--column <NAME>', 'the files hold scores in this column; otherwise a detector is trained')
    .option('--confidence <C>', 'confidence of each bound, and of the intervals', toNumber, 0.95)
    .addOption(alphaOption())
    .option(
      '--quantile <P>',
      'assume that hardly any alien looks like the most ordinary share P of the nominals: an upper bound',
      toNumber,
    )
    .option('--t0 <SCORE>', 'the same with a score chosen beforehand: hardly any alien scores at or below it', toNumber)
    .option(
      '--rho <R>',
      'how likely aliens are to look that ordinary, relative to nominal rows (with --quantile or --t0; default: 0)',
      toNumber,
    )
    .option('--audit <FILE>', 'verdicts on a random sample of the mixture (see xenolith audit sample)')
    .option(
      '--estimators <LIST>',
      'all, or names from the list below (default: those that these data allow and that do not take long)',
      toEstimators,
    )
    .option('--bootstrap <B>', 'resamples for the interval of each estimate; 0 for none', toCount, 100)
    .option('--plot <FILE>', 'the estimates and bounds as a picture: .svg or .html')
  return withCommon(withSeed(withDetector(command)))
    .addHelpText('after', EXAMPLES)
    .action(run)
}

async function run(options: AlphaOptions): Promise<void> {
  const terminal = createTerminal(options)
  checkQuestion(options, terminal)
  if (options.plot !== undefined) await checkPlot(options.plot, options)
  const audit = options.audit === undefined ? undefined : await readAudit(options.audit, terminal.note)
  const samples = await samplesOf(options, terminal)
  const names = options.estimators ?? usualEstimators(samples)
  const answer = answerFor(samples, options, audit, await timedEstimates(names, samples, options, terminal))
  if (options.plot !== undefined) {
    await writeFileAtomically(options.plot, renderAnswer(answer, plotKind(options.plot)))
    terminal.say(`Plot written to ${options.plot}.`)
  }
  if (options.json) terminal.json(answer)
  else {
    terminal.answer(describeAnswer(answer).join('\n'))
    const others = estimatorNames.filter((name) => !names.includes(name))
    if (options.estimators === undefined && others.length > 0)
      terminal.say(`Not run: ${others.join(', ')}. --estimators all asks every one.`)
  }
  refuteAlpha(options.alpha, answer)
  if (options.alpha !== undefined) terminal.say(`alpha = ${options.alpha} is not refuted.`)
}

async function checkPlot(plot: string, { nominal, mixture, audit }: AlphaOptions): Promise<void> {
  plotKind(plot)
  await checkOutput(plot)
  await refuseSameFile(plot, [nominal, mixture, ...(audit === undefined ? [] : [audit])])
}

async function samplesOf(options: AlphaOptions, terminal: Terminal): Promise<RowsAndScores> {
  await refuseIdleNumberFormat(options, [options.nominal, options.mixture])
  if (options.column === undefined) {
    const data = await readData(options, terminal)
    const profiles = { nominal: profileTable(data.nominal), mixture: profileTable(data.mixture) }
    for (const { text } of dataNotes({ ...data, profiles })) terminal.note(text)
    const request = { ...requestOf(options), terms: {} }
    return withEngine(options, (engine) => trainAndScore(data, request, { engine, listener: terminal }))
  }
  const { decimal, thousands } = options
  const read = (path: string): Promise<Float64Array> => scoresOf(path, options.column!, { decimal, thousands })
  return { nominal: await read(options.nominal), mixture: await read(options.mixture) }
}

const EXAMPLES = `
No estimate is a bound. Bounds hold with the stated confidence; estimates promise nothing.
The same seed gives the same output; only the times (and the seconds in --json) differ from run to run.
c-ps and c-roc use the same classifier; the time shown for the first is that of both.

Estimators:
${estimatorNames.map((name) => `  ${name.padEnd(12)} ${estimators[name].title}`).join('\n')}

Examples:
  xenolith alpha --nominal clean.csv --mixture new.csv --plot alpha.html
  xenolith alpha --nominal clean.csv --mixture new.csv --estimators bt-patrasen,c-ps,c-roc --bootstrap 500
  xenolith alpha --nominal clean.csv --mixture new.csv --quantile 0.5 --rho 0.1
  xenolith alpha --nominal clean-scores.csv --mixture new-scores.csv --column score --alpha 0.05 --json`
