import { type AuditGain, auditGain, drawRows, planAudit, XenolithError } from '@xenolith/core'
import type { OutputColumn } from '@xenolith/files'
import { createWriter, openSource, refuseSameFile, writeFileAtomically } from '@xenolith/files'
import { count, percent } from '@xenolith/pages'
import { checkNumbers } from '@xenolith/study'
import { Command } from 'commander'
import {
  alphaOption,
  type CommonOptions,
  confidenceOption,
  recallOption,
  toCount,
  withCommon,
  withSeed,
} from '../options.js'
import { createTerminal } from '../terminal.js'

interface SampleOptions extends CommonOptions {
  readonly mixture: string
  readonly size: number
  readonly out: string
  readonly labelStudio?: boolean
  readonly id?: string
  readonly seed: number
  readonly alpha?: number
  readonly recall?: number
  readonly confidence?: number
}

/** `audit sample` draws the rows that a person labels; `fit --audit` and `threshold --audit` use the verdicts. */
export function auditCommand(): Command {
  const sample = new Command('sample')
    .summary('draw mixture rows for a person to label')
    .description(
      'Draws rows of the mixture at random, for a person to fill in the column "verdict": nominal, alien or unsure.',
    )
    .requiredOption('--mixture <FILE>', 'the mixture')
    .requiredOption('--size <M>', 'how many rows to label', toCount)
    .option('--out <FILE>', 'the file to fill in; - is CSV on stdout', '-')
    .option('--id <COL>', 'column that names rows; it comes first')
    .option('--label-studio', 'write tasks for Label Studio (JSON) instead of a table')
    .addOption(alphaOption())
    .addOption(recallOption())
    .addOption(confidenceOption())
  withCommon(withSeed(sample)).addHelpText('after', EXAMPLES).action(run)
  return new Command('audit')
    .summary('have a person label part of the mixture')
    .addCommand(sample)
    .addHelpText('after', EXAMPLES)
}

async function run(options: SampleOptions): Promise<void> {
  const terminal = createTerminal(options)
  if (options.json && options.out === '-')
    throw new XenolithError('bad-option', '--json needs --out: both would write to stdout')
  if (options.labelStudio && options.out === '-') {
    throw new XenolithError('bad-option', '--label-studio needs --out, a JSON file')
  }
  const worth = worthOf(options)
  await refuseSameFile(options.out, [options.mixture])
  const source = await openSource(options.mixture)
  try {
    const all = await source.names()
    const { id } = options
    // One that the file does not have is named when the cells are read.
    const names = id === undefined ? all : [id, ...all.filter((name) => name !== id)]
    // Cells as they are written in the file: whoever labels rows knows their dates and codes in that form.
    const { strings } = await source.read({ features: [], strings: names })
    const total = strings[0]?.length ?? 0
    const rows = drawRows(total, options.size, options.seed)
    const given = renamed(names)
    const drawn = strings.map((cells) => Array.from(rows, (row) => cells[row]))
    const numbers = Array.from(rows, (row) => row + 1)
    if (options.labelStudio) {
      const tasks = numbers.map((row, i) => ({
        data: { row, ...Object.fromEntries(given.map((name, j) => [name, drawn[j][i]])) },
      }))
      await writeFileAtomically(options.out, `${JSON.stringify(tasks, null, 1)}\n`)
      terminal.say(LABEL_STUDIO)
    } else {
      const columns: OutputColumn[] = [
        { name: 'row', type: 'id-number' },
        ...given.map((name): OutputColumn => ({ name, type: 'string' })),
        { name: 'verdict', type: 'string' },
      ]
      const writer = await createWriter(options.out, columns)
      await writer.write([numbers, ...drawn, new Array(rows.length).fill(null)])
      await writer.commit()
    }
    const fill = options.labelStudio ? '' : ' Fill in the column "verdict": nominal, alien or unsure.'
    terminal.say(`${count(rows.length)} of ${count(total)} rows drawn.${fill}`)
    for (const [j, name] of given.entries()) {
      if (name !== names[j])
        terminal.say(`The column "${names[j]}" of ${source.displayName} is called "${name}" there.`)
    }
    if (worth !== null) terminal.say(inWords(worth))
    if (options.json) terminal.json({ rows: rows.length, of: total, out: options.out, worth })
  } finally {
    await source.close()
  }
}

/** The names under which columns are written: the audit file needs "row" and "verdict" for itself. */
function renamed(names: readonly string[]): string[] {
  const free = (name: string): string => (names.includes(name) ? free(`${name}_`) : name)
  return names.map((name) => (name === 'row' || name === 'verdict' ? free(`${name}_`) : name))
}

/** What the labels are expected to buy. */
interface Worth extends AuditGain {
  readonly enough: number
}

/** Known only when the promise is: an expected alpha, recall and confidence. */
function worthOf(options: SampleOptions): Worth | null {
  const { alpha, recall, confidence, size } = options
  checkNumbers({ alpha, recall, confidence }, false)
  const terms = [alpha, recall, confidence]
  if (terms.some((term) => term === undefined) && terms.some((term) => term !== undefined)) {
    throw new XenolithError(
      'bad-option',
      'what the labels are worth takes --alpha, --recall and --confidence: give all three',
    )
  }
  if (alpha === undefined || recall === undefined || confidence === undefined) return null
  const [eta, delta] = [1 - recall, 1 - confidence]
  return { ...auditGain(alpha, eta, delta, size), enough: planAudit(alpha, eta, delta).labels }
}

function inWords({ chance, chancePerLabel, enough }: Worth): string {
  const points = (100 * chancePerLabel).toPrecision(2)
  return `These labels carry the promise with a chance of ${percent(chance)}; a further label adds about ${points} points. ${count(enough)} labels make it 90 %.`
}

const LABEL_STUDIO =
  'Import the tasks into a Label Studio project with <Choices name="verdict" toName="..."> of nominal, alien and unsure; give the JSON that it exports to --audit.'

const EXAMPLES = `
Examples:
  xenolith audit sample --mixture new.csv --size 200 --out to-label.csv
  xenolith audit sample --mixture new.csv --size 200 --out to-label.csv --alpha 0.1 --recall 0.9 --confidence 0.95
  xenolith fit --nominal clean.csv --mixture new.csv --audit labelled.csv --recall 0.9 --confidence 0.95 --out model.xeno`
