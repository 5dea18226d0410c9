import { type Contribution, conditionOf, type ModelFile, XenolithError } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import type { OutputColumn } from '@xenolith/files'
import { createWriter, openSource, readModel, refuseSameFile, type Source, scan, scannedIdKind } from '@xenolith/files'
import { count, percent } from '@xenolith/pages'
import { type Alarms, alarms as raise } from '@xenolith/study'
import { Command } from 'commander'
import { withEngine, workersOption } from '../engine.js'
import { type CommonOptions, toCount, withCommon } from '../options.js'
import { createTerminal, type Terminal } from '../terminal.js'

export interface DetectOptions extends CommonOptions {
  readonly model: string
  readonly input: string
  readonly out: string
  readonly id?: string
  readonly onlyAlarms?: boolean
  readonly explain?: number
  readonly workers?: number
}

export function detectCommand(): Command {
  const command = new Command('detect')
    .summary('raise alarms on new rows')
    .description(
      'Scores new rows and raises an alarm where the score exceeds the threshold of the model. Writes id (or row), score and alarm.',
    )
    .option('--only-alarms', 'write only the rows that alarm')
    .option('--explain <K>', 'name the K features that make each alarm look most alien', toCount)
  return withInput(command)
    .addHelpText('after', DETECT_EXAMPLES)
    .action((options: DetectOptions) => detectToFile(options, createTerminal(options)))
}

export function scoreCommand(): Command {
  const command = new Command('score')
    .summary('score new rows')
    .description('Scores new rows: higher is more alien. Writes id (or row) and score.')
  return withInput(command)
    .addHelpText('after', SCORE_EXAMPLES)
    .action((options: DetectOptions) => run(options, false, createTerminal(options)))
}

function withInput(command: Command): Command {
  command
    .requiredOption('--model <MODEL>', 'a model file that fit wrote')
    .requiredOption('--input <FILE>', 'the rows')
    .option('--out <FILE>', 'CSV, TSV, NDJSON, JSON or Parquet, by extension; - is CSV on stdout', '-')
    .option('--id <COL>', 'column that names rows (default: that of the model, else the row number)')
  return withCommon(command.addOption(workersOption()))
}

/** Scores the rows of a file, raises alarms and writes them. */
export function detectToFile(options: DetectOptions, terminal: Terminal): Promise<void> {
  return run(options, true, terminal)
}

async function run(options: DetectOptions, alarming: boolean, terminal: Terminal): Promise<void> {
  if (options.json && options.out === '-') {
    throw new XenolithError('bad-option', '--json needs --out: both would write to stdout')
  }
  await refuseSameFile(options.out, [options.input, options.model])
  const file = await readModel(options.model)
  const source = await openSource(options.input)
  try {
    const { rows, alarms } = await withEngine(options, (engine) =>
      stream(engine, file, source, options, alarming, terminal),
    )
    const condition = alarming ? conditionOf(file.certificate) : null
    const counts = alarming ? { rows, alarms, alarmRate: alarms / rows } : { rows }
    const words = alarming
      ? `${count(alarms)} of ${count(rows)} rows alarm (${percent(alarms / rows)}).`
      : `${count(rows)} rows scored.`
    if (condition !== null)
      terminal.note(`the promise behind these alarms is not certified: conditional on ${condition}`)
    const standing = condition === null ? {} : { certified: false, conditional: condition }
    if (options.json) terminal.json({ ...counts, ...standing, out: options.out })
    else terminal.say(words)
  } finally {
    await source.close()
  }
}

/** Reads, scores and writes batch by batch, all three at once: memory does not grow with the input. */
async function stream(
  engine: Engine,
  file: ModelFile,
  source: Source,
  options: DetectOptions,
  alarming: boolean,
  terminal: Terminal,
): Promise<{ rows: number; alarms: number }> {
  const { features } = file.model
  const id = options.id ?? (file.id !== null && (await source.names()).includes(file.id) ? file.id : undefined)
  const idType = (await scannedIdKind(source, id)) === 'number' ? 'id-number' : 'id-string'
  const writer = await createWriter(options.out, outputColumns(id ?? 'row', idType, alarming, options.explain))
  let rows = 0
  let alarms = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const { table, ids } of ahead(scan(source, { features, id }))) {
      const scored = alarming
        ? withAlarms(await raise(engine, file, table, { explain: options.explain }), options)
        : { columns: [await engine.score(file.model, table)], alarms: 0 }
      rows += table.rows
      alarms += scored.alarms
      await writing
      writing = writer.write([pick<string | number>(ids, scored.kept), ...scored.columns])
      writing.catch(() => {}) // its failure is met where it is awaited
      terminal.tally(`${count(rows)} rows${alarming ? `, ${count(alarms)} alarms` : ''}`)
    }
    await writing
    await writer.commit()
  } catch (error) {
    await writer.abort()
    throw inFile(error, source.displayName)
  } finally {
    terminal.tally('')
  }
  return { rows, alarms }
}

/** The same items, the next one under way while the last is used. */
async function* ahead<T>(items: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = items.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = items.next()
      next.catch(() => {}) // its failure is met where it is awaited
      yield value
    }
  } finally {
    await next.catch(() => {})
    await items.return(undefined)
  }
}

function outputColumns(
  id: string,
  idType: OutputColumn['type'],
  alarming: boolean,
  explained?: number,
): OutputColumn[] {
  const columns: OutputColumn[] = [
    { name: id, type: idType },
    { name: 'score', type: 'number' },
  ]
  if (alarming) columns.push({ name: 'alarm', type: 'boolean' })
  if (explained !== undefined) columns.push({ name: 'explanation', type: 'string' })
  return columns
}

interface Scored {
  /** Which rows are written; all if undefined. */
  readonly kept?: Int32Array
  readonly columns: ArrayLike<number | string | null>[]
  readonly alarms: number
}

function withAlarms({ scores, raised, rows, reasons }: Alarms, options: DetectOptions): Scored {
  const kept = options.onlyAlarms ? rows : undefined
  const columns: Scored['columns'] = [pick(scores, kept), pick(raised, kept)]
  if (options.explain !== undefined) {
    const words: (string | null)[] = new Array(scores.length).fill(null)
    reasons.forEach((each, k) => {
      words[rows[k]] = each.map(inWords).join('; ')
    })
    columns.push(pick(words, kept))
  }
  return { kept, columns, alarms: rows.length }
}

function inWords({ feature, gain }: Contribution): string {
  return `${feature} +${Number(gain.toPrecision(3))}`
}

/** The chosen rows, or all of them. */
function pick<T>(values: ArrayLike<T>, rows: Int32Array | undefined): ArrayLike<T> {
  return rows === undefined ? values : Array.from(rows, (row) => values[row])
}

/** Errors of the core speak of "the input"; name the file. */
function inFile(error: unknown, name: string): unknown {
  if (!(error instanceof XenolithError) || error.message.startsWith(name)) return error
  return new XenolithError(error.code, `${name}: ${error.message}`)
}

const DETECT_EXAMPLES = `
Examples:
  xenolith detect --model model.xeno --input today.csv --out alarms.csv --only-alarms --explain 3
  cat today.ndjson | xenolith detect --model model.xeno --input - > scored.csv`
const SCORE_EXAMPLES = `
Examples:
  xenolith score --model model.xeno --input today.parquet --out scores.parquet`
