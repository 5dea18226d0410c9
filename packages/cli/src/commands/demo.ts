import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Table, XenolithError } from '@xenolith/core'
import type { OutputColumn } from '@xenolith/files'
import { columnCells, createWriter, openSource, readStrings } from '@xenolith/files'
import { count, percent } from '@xenolith/pages'
import { ordinaryRows } from '@xenolith/pages/report'
import { DEFAULT_CHOICE, demoData } from '@xenolith/study'
import { Command } from 'commander'
import { realScenario } from '../demo/real.js'
import type { Scenario } from '../demo/scenario.js'
import { type CommonOptions, withCommon, withSeed } from '../options.js'
import { studioBeside } from '../studio.js'
import { createTerminal } from '../terminal.js'
import { detectToFile } from './detect.js'
import { fitToFile } from './fit.js'
import { reportToFile } from './report.js'

interface DemoOptions extends CommonOptions {
  readonly dir: string
  readonly dataset?: string
  readonly data?: string
  readonly seed: number
}

export function demoCommand(): Command {
  const command = new Command('demo')
    .summary('the whole path on example data, against the truth')
    .description(
      'Writes example data into a folder, runs every step on it, and compares the promise with what happened.',
    )
    .option('--dir <FOLDER>', 'where to write', 'xenolith-demo')
    .option('--dataset <NAME>', 'a real table instead of synthetic data, such as landsat; see xenolith datasets')
    .option('--data <DIR>', 'the data directory that holds it (default: XENOLITH_DATA)')
  return withCommon(withSeed(command)).addHelpText('after', EXAMPLES).action(run)
}

async function run(options: DemoOptions): Promise<void> {
  const terminal = createTerminal(options)
  if (options.data !== undefined && options.dataset === undefined) {
    throw new XenolithError('bad-option', '--data has no effect without --dataset')
  }
  const scenario: Scenario = options.dataset
    ? await realScenario(options.dataset, options.data ?? process.env.XENOLITH_DATA, options.seed)
    : demoData(options.seed)
  const at = await writeScenario(options.dir, scenario)
  terminal.say(`Data: ${scenario.title}.`)
  terminal.say(
    `${count(scenario.nominal.rows)} nominal rows, ${count(scenario.mixture.rows)} mixture rows and ${count(scenario.incoming.rows)} incoming rows in ${options.dir}/.`,
  )
  const { alpha, recall, confidence } = scenario
  const { seed, quiet } = options
  const [nominal, mixture, model, report] = ['nominal.csv', 'mixture.csv', 'model.xeno', 'report.html'].map(at)
  const [input, out] = ['incoming.csv', 'alarms.csv'].map(at)
  const label = scenario.categories === undefined ? {} : { label: 'category' }
  const labelFlag = scenario.categories === undefined ? '' : ' --label category'
  const promise = `--alpha ${alpha} --recall ${recall} --confidence ${confidence}${labelFlag}`
  terminal.say(`\n$ xenolith fit --nominal ${nominal} --mixture ${mixture} ${promise} --out ${model} --seed ${seed}`)
  const terms = { alpha, recall, confidence, detector: DEFAULT_CHOICE, seed, quiet } as const
  // The answer of the demo is its comparison; what the steps answer is told on the way.
  const steps = { ...terminal, answer: terminal.say }
  const { certificate } = await fitToFile({ nominal, mixture, ...terms, ...label, out: model }, steps)
  terminal.say(`\n$ xenolith detect --model ${model} --input ${input} --out ${out}`)
  await detectToFile({ model, input, out, quiet }, steps)
  terminal.say(`\n$ xenolith report --model ${model} --out ${report}`)
  await reportToFile({ model, out: report, quiet }, steps)
  const outcome = await compare(out, scenario)
  if (options.json) return terminal.json({ promised: { recall, confidence }, happened: outcome, report })
  const studio = studioBeside()
  terminal.answer(
    [
      '',
      terminal.bold(
        `With confidence ${percent(confidence)}, at least ${percent(recall)} of all aliens raise an alarm, at the price of alarms on ${ordinaryRows(certificate.falseAlarmRate)}.`,
      ),
      `  promised  recall at least ${percent(recall)}; false alarms about ${percent(certificate.falseAlarmRate)}, at most ${percent(certificate.falseAlarmRateUpper ?? 1, 'up')}`,
      `  happened  recall ${percent(outcome.recall)} (${count(outcome.found)} of ${count(outcome.aliens)} aliens found); false alarms ${percent(outcome.falseAlarmRate)} (${count(outcome.falseAlarms)} of ${count(outcome.nominals)})`,
      `Report: ${resolve(report)}`,
      ...(existsSync(studio) ? [`Studio: ${fileURLToPath(studio)} (open it in a browser; it needs no network)`] : []),
    ].join('\n'),
  )
}

/** Writes the three tables, and the truth beside them, into a folder of their own. */
async function writeScenario(directory: string, scenario: Scenario): Promise<(name: string) => string> {
  const at = (name: string): string => join(relative('.', resolve(directory)) || '.', name)
  await mkdir(directory, { recursive: true }).catch(() => {
    throw new XenolithError('output-unwritable', `${directory} cannot be made a folder`)
  })
  await writeTable(at('nominal.csv'), scenario.nominal, scenario.categories)
  await writeTable(at('mixture.csv'), scenario.mixture)
  await writeTable(at('incoming.csv'), scenario.incoming)
  const writer = await createWriter(at('truth.csv'), [{ name: 'alien', type: 'boolean' }])
  await writer.write([scenario.truth])
  await writer.commit()
  return at
}

async function writeTable(path: string, table: Table, categories?: readonly string[]): Promise<void> {
  const columns = table.columns.map(
    ({ name, kind }): OutputColumn => ({ name, type: kind === 'numeric' ? 'number' : 'string' }),
  )
  if (categories !== undefined) columns.push({ name: 'category', type: 'string' })
  const writer = await createWriter(path, columns)
  await writer.write([...table.columns.map(columnCells), ...(categories === undefined ? [] : [categories])])
  await writer.commit()
}

interface Outcome {
  readonly recall: number
  readonly falseAlarmRate: number
  readonly found: number
  readonly aliens: number
  readonly falseAlarms: number
  readonly nominals: number
}

async function compare(alarmsPath: string, { truth }: Scenario): Promise<Outcome> {
  const source = await openSource(alarmsPath)
  try {
    const alarms = (await readStrings(source, 'alarm')).map((alarm) => alarm === 'true')
    const among = (alien: number): number => alarms.filter((alarm, row) => alarm && truth[row] === alien).length
    const aliens = truth.reduce((sum, alien) => sum + alien, 0)
    const nominals = truth.length - aliens
    const [falseAlarms, found] = [among(0), among(1)]
    return { recall: found / aliens, falseAlarmRate: falseAlarms / nominals, found, aliens, falseAlarms, nominals }
  } finally {
    await source.close()
  }
}

const EXAMPLES = `
Examples:
  xenolith demo
  xenolith demo --dataset landsat --data ~/datasets`
