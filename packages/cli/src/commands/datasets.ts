import type { DatasetState } from '@xenolith/experiments'
import { count } from '@xenolith/pages'
import { Command } from 'commander'
import { experiments } from '../experiments.js'
import { type CommonOptions, withCommon } from '../options.js'
import { createTerminal } from '../terminal.js'

interface DatasetsOptions extends CommonOptions {
  readonly data?: string
}

export function datasetsCommand(): Command {
  const command = new Command('datasets')
    .summary("the papers' datasets: what is here, and where to get the rest")
    .description("Lists the papers' datasets: which are in the data directory, whole, and where each can be obtained.")
    .option('--data <DIR>', 'the data directory (default: XENOLITH_DATA)')
  return withCommon(command).addHelpText('after', EXAMPLES).action(run)
}

async function run(options: DatasetsOptions): Promise<void> {
  const terminal = createTerminal(options)
  const directory = options.data ?? process.env.XENOLITH_DATA
  const { datasetStates } = await experiments('datasets')
  const states = await datasetStates(directory)
  if (options.json) {
    return terminal.json(
      states.map(({ entry, state, files }) => ({
        ...entry,
        state,
        files: entry.files.map((file, k) => ({ ...file, state: files[k].state })),
      })),
    )
  }
  if (directory === undefined) terminal.note('no data directory: give --data DIR or set XENOLITH_DATA')
  terminal.answer(states.map((state) => describe(state, terminal.bold).join('\n')).join('\n'))
}

const MARKS = { present: 'here', missing: 'missing', damaged: 'DAMAGED', unknown: '?' } as const

function describe({ entry, state, files }: DatasetState, bold: (text: string) => string): string[] {
  const wrong = files.filter((file) => file.state === 'damaged' || file.state === 'missing')
  const classes = entry.nominal.length > 0 ? `; nominal: ${entry.nominal.join(', ')}` : ''
  const bytes = entry.files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    `${bold(entry.name)}  ${MARKS[state]}  ${entry.title}${classes}`,
    `  ${entry.source}, ${count(bytes)} bytes, licence: ${entry.licence}`,
    ...(entry.note === undefined ? [] : [`  ${entry.note}`]),
    ...wrong.map((file) => `  ${file.state}: ${file.path}`),
  ]
}

const EXAMPLES = `
Examples:
  xenolith datasets --data ~/datasets
  xenolith datasets --json`
