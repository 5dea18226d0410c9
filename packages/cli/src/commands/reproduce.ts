import { relative } from 'node:path'
import { XenolithError } from '@xenolith/core'
import type { Element, OwnTable, Reproduction } from '@xenolith/experiments'
import { Command } from 'commander'
import { workersOption } from '../engine.js'
import { experiments } from '../experiments.js'
import { type CommonOptions, toCount, toNames, toNumber, withCommon } from '../options.js'
import { createTerminal, type Terminal } from '../terminal.js'

interface ReproduceFlags extends CommonOptions {
  readonly list?: boolean
  readonly quick?: boolean
  readonly runs?: number
  readonly seed?: number
  readonly datasets?: string[]
  readonly detectors?: string[]
  readonly sizes?: number[]
  readonly alphas?: number[]
  readonly data?: string
  readonly workers?: number
  readonly out?: string
  readonly table?: string
  readonly label?: string
  readonly nominal?: string[]
  readonly features?: string[]
}

export function reproduceCommand(): Command {
  const command = new Command('reproduce')
    .summary("the papers' tables and figures, published beside reproduced")
    .description(
      "Computes elements of the papers and writes their results and a report. A stopped run resumes where it left off. The full setting writes to the project's own results; anything else to --out.",
    )
    .argument('[names...]', 'elements or groups: synthetic, benchmarks, all; see --list')
    .option('--list', 'what there is')
    .option('--quick', 'few runs and small sizes: about two minutes')
    .option('--runs <N>', 'replicates of each cell (default: 100)', toCount)
    .option('--seed <N>', 'the same seed gives the same bytes (default: 1)', toCount)
    .option('--datasets <NAMES>', 'only these datasets', toNames)
    .option('--detectors <NAMES>', 'only these detectors (false-alarms)', toNames)
    .option('--sizes <NUMBERS>', 'only these n (synthetic)', toNumbers)
    .option('--alphas <NUMBERS>', 'only these alphas', toNumbers)
    .option('--data <DIR>', 'the data directory (default: XENOLITH_DATA)')
    .option('--out <DIR>', 'where results go (default: xenolith-reproduce, unless the setting is the full one)')
    .option('--table <FILE>', 'run a benchmark protocol on your own CSV, gzip or not')
    .option('--label <COLUMN>', 'its column of categories')
    .option('--nominal <NAMES>', 'its nominal categories; all others are the aliens', toNames)
    .option('--features <NAMES>', 'its columns to use (default: all but the label)', toNames)
    .addOption(workersOption())
  return withCommon(command).addHelpText('after', EXAMPLES).action(run)
}

function toNumbers(text: string): number[] {
  return toNames(text).map(toNumber)
}

async function run(names: string[], flags: ReproduceFlags): Promise<void> {
  const terminal = createTerminal(flags)
  const { listElements, reproduce } = await experiments('reproduce')
  if (flags.list) return list(terminal, await listElements(), flags.json === true)
  if (names.length === 0) {
    throw new XenolithError('bad-option', 'name at least one element or group, such as synthetic; see --list')
  }
  const stop = new AbortController()
  const caught: NodeJS.Signals[] = []
  const onSignal = (signal: NodeJS.Signals): void => {
    caught.push(signal)
    stop.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    const made = await reproduce({
      names,
      quick: flags.quick,
      runs: flags.runs,
      seed: flags.seed,
      datasets: flags.datasets,
      detectors: flags.detectors,
      sizes: flags.sizes,
      alphas: flags.alphas,
      out: flags.out,
      workers: flags.workers,
      directory: flags.data ?? process.env.XENOLITH_DATA,
      table: ownTable(flags),
      signal: stop.signal,
      say: terminal.say,
      progress: flags.quiet ? undefined : process.stderr,
    })
    answer(terminal, made, flags.json === true)
  } catch (error) {
    if (caught.length === 0 || !(error instanceof XenolithError && error.code === 'aborted')) throw error
    terminal.say('stopped; what is finished is saved, and the same command goes on from here')
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    process.kill(process.pid, caught[0])
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

function ownTable({ table, label, nominal, features, datasets }: ReproduceFlags): OwnTable | undefined {
  if (table === undefined) {
    if (label === undefined && nominal === undefined && features === undefined) return undefined
    throw new XenolithError('bad-option', '--label, --nominal and --features describe a --table')
  }
  if (label === undefined || nominal === undefined || nominal.length === 0) {
    throw new XenolithError('bad-option', '--table needs --label COLUMN and --nominal NAMES')
  }
  if (datasets !== undefined) throw new XenolithError('bad-option', '--table and --datasets exclude each other')
  return { path: table, label, nominal, features }
}

function list(terminal: Terminal, elements: readonly Element[], json: boolean): void {
  const width = Math.max(...elements.map(({ name }) => name.length))
  if (json) terminal.json(elements.map(({ name, settings }) => ({ name, ...settings })))
  else terminal.answer(elements.map(({ name, settings }) => `${name.padEnd(width)}  ${settings.title}`).join('\n'))
}

function answer(terminal: Terminal, { elements, done, report }: Reproduction, json: boolean): void {
  const lines = [
    ...done.map(({ name, results }) => `${name}: ${relative('.', results)}`),
    `Report: ${relative('.', report.html)}`,
  ]
  if (json) terminal.json({ folder: elements, report: report.html, elements: done })
  else terminal.answer(lines.join('\n'))
}

const EXAMPLES = `
Examples:
  xenolith reproduce --list
  xenolith reproduce synthetic --quick
  xenolith reproduce benchmarks-iforest --datasets landsat,letter --runs 10 --data ~/datasets
  xenolith reproduce benchmarks-iforest --table cells.csv --label kind --nominal a,b --runs 20`
