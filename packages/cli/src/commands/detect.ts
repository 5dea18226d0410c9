import { conditionOf, type ModelFile, type Reason, type Table, XenolithError } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import type { OutputColumn } from '@xenolith/files'
import { createWriter, openSource, readModel, refuseSameFile, type Source, scan, scannedIdKind } from '@xenolith/files'
import { count, percent } from '@xenolith/pages'
import { explanation } from '@xenolith/pages/report'
import {
  type Alarms,
  type BatchReading,
  type BatchWatch,
  alarms as raise,
  readingWords,
  reasonsOf,
  watchBatch,
} from '@xenolith/study'
import { Command } from 'commander'
import { withEngine, workersOption } from '../engine.js'
import { FailOn } from '../fail-on.js'
import { type CommonOptions, type NumberOptions, toCount, toNumber, withCommon, withNumberFormat } from '../options.js'
import { prepareSelection, type Selection, type SelectionOptions } from '../selection.js'
import { createTerminal, type Terminal } from '../terminal.js'

export interface DetectOptions extends CommonOptions, NumberOptions, SelectionOptions {
  readonly model: string
  readonly input: string
  readonly out: string
  readonly id?: string
  readonly onlyAlarms?: boolean
  readonly explain?: number
  readonly failOnAlarm?: boolean
  readonly failOnVoid?: boolean
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
    .option('--p-values', 'add conformal p-values: how likely an ordinary row scores as high')
    .option('--fdr <Q>', 'also select rows of which at most this share is ordinary, on average', toNumber)
    .option('--fail-on-alarm', 'exit status 4 when a row alarms')
    .option('--fail-on-void', 'exit status 5 when the batch contradicts what the promise rests on')
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
    .option('--out <FILE>', 'CSV, TSV, NDJSON, JSON, Parquet or Arrow, by extension; - is CSV on stdout', '-')
    .option('--id <COL>', 'column that names rows (default: that of the model, else the row number)')
  return withCommon(withNumberFormat(command).addOption(workersOption()))
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
  const source = await openSource(options.input, numberFormat(options, file))
  try {
    const watch = watchBatch(file)
    const selected = { rows: 0 }
    const rows = await withEngine(options, async (engine) => {
      const selection = await prepareSelection(options, engine, file, source)
      return stream(engine, file, source, { ...options, alarming, watch, selection, selected }, terminal)
    })
    if (alarming) return tellReading(watch.read(), file, { ...options, selected: selected.rows }, terminal)
    if (options.json) terminal.json({ rows, out: options.out })
    else terminal.say(`${count(rows)} rows scored.`)
  } finally {
    await source.close()
  }
}

/** Numbers are written as the user says, else as in the files that the model was made from. */
function numberFormat({ decimal, thousands }: NumberOptions, { settings = {} }: ModelFile): NumberOptions {
  const said = (given: string | undefined, name: string): string | undefined =>
    given ?? (typeof settings[name] === 'string' ? settings[name] : undefined)
  return { decimal: said(decimal, 'decimal'), thousands: said(thousands, 'thousands') }
}

/** What came of the batch, in words and in JSON, and the exit status that was asked for. */
function tellReading(
  reading: BatchReading,
  file: ModelFile,
  options: DetectOptions & { readonly selected: number },
  terminal: Terminal,
): void {
  const { rows, alarms, state, because, notes } = reading
  const condition = conditionOf(file.certificate)
  if (condition !== null) terminal.note(`the promise behind these alarms is not certified: conditional on ${condition}`)
  for (const note of notes) terminal.note(note)
  for (const line of readingWords(reading)) terminal.note(line)
  const standing = condition === null ? {} : { certified: false, conditional: condition }
  if (options.json) {
    const counts = { rows, alarms, alarmRate: alarms / rows }
    const { fdr, selected } = options
    const selection = fdr === undefined ? {} : { fdr, selected }
    terminal.json({ ...counts, ...standing, promise: state, because, notes, ...selection, out: options.out })
  } else {
    const kept = state === 'valid' ? ' Nothing in this batch contradicts what the promise rests on.' : ''
    terminal.say(`${count(alarms)} of ${count(rows)} rows alarm (${percent(alarms / rows)}).${kept}`)
    if (options.fdr !== undefined) {
      terminal.say(
        `${count(options.selected)} rows selected: on average at most ${percent(options.fdr)} of these are ordinary, if ordinary rows are like the nominal ones. This says nothing of aliens that are missed.`,
      )
    }
  }
  if (options.failOnVoid && state === 'void') throw new FailOn('void')
  if (options.failOnAlarm && alarms > 0) throw new FailOn('alarm')
}

interface StreamOptions extends DetectOptions {
  readonly alarming: boolean
  readonly watch: BatchWatch
  readonly selection?: Selection
  /** Counts the rows selected. */
  readonly selected: { rows: number }
}

/** Reads, scores and writes batch by batch, all three at once: memory does not grow with the input. */
async function stream(
  engine: Engine,
  file: ModelFile,
  source: Source,
  options: StreamOptions,
  terminal: Terminal,
): Promise<number> {
  const { alarming, watch } = options
  const { features } = file.model
  const id = options.id ?? (file.id !== null && (await source.names()).includes(file.id) ? file.id : undefined)
  const idType = (await scannedIdKind(source, id)) === 'number' ? 'id-number' : 'id-string'
  const writer = await createWriter(options.out, outputColumns(id ?? 'row', idType, options))
  let rows = 0
  let alarms = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const { table, ids } of ahead(scan(source, { features, id }))) {
      const scored = alarming
        ? withAlarms(file, table, await raise(engine, file, table, { explain: options.explain }), options)
        : { columns: [await engine.score(file.model, table)], alarms: 0, scores: undefined }
      if (scored.scores !== undefined) watch.add(table, scored.scores)
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
  return rows
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

/** Outputs that can hold a list: reasons stay structured there, and are words elsewhere. */
function isStructured(out: string): boolean {
  return /\.(json|ndjson|jsonl)(\.gz)?$/i.test(out)
}

function outputColumns(
  id: string,
  idType: OutputColumn['type'],
  { alarming, explain, out, selection }: StreamOptions,
): OutputColumn[] {
  const columns: OutputColumn[] = [
    { name: id, type: idType },
    { name: 'score', type: 'number' },
  ]
  if (alarming) columns.push({ name: 'alarm', type: 'boolean' })
  if (selection !== undefined) columns.push({ name: 'p_value', type: 'number' })
  if (selection?.cutoff !== undefined) columns.push({ name: 'selected', type: 'boolean' })
  if (explain !== undefined) columns.push({ name: 'explanation', type: isStructured(out) ? 'json' : 'string' })
  return columns
}

interface Scored {
  /** Which rows are written; all if undefined. */
  readonly kept?: Int32Array
  readonly columns: ArrayLike<number | string | null>[]
  readonly alarms: number
  readonly scores?: Float64Array
}

function withAlarms(file: ModelFile, table: Table, raised: Alarms, options: StreamOptions): Scored {
  const { scores, rows } = raised
  const kept = options.onlyAlarms ? rows : undefined
  const columns: Scored['columns'] = [pick(scores, kept), pick(raised.raised, kept)]
  if (options.selection !== undefined) {
    const { pValues, cutoff } = options.selection
    const values = pValues(scores)
    columns.push(pick(values, kept))
    if (cutoff !== undefined) {
      const selected = Uint8Array.from(values, (p) => (p <= cutoff ? 1 : 0))
      options.selected.rows += selected.reduce((sum, each) => sum + each, 0)
      columns.push(pick(selected, kept))
    }
  }
  if (options.explain !== undefined) {
    const reasons = reasonsOf(table, rows, raised.reasons, file.profiles, options.explain)
    const cells: (string | null)[] = new Array(scores.length).fill(null)
    const cell = isStructured(options.out) ? (each: Reason[]) => JSON.stringify(each) : explanation
    reasons.forEach((each, k) => {
      cells[rows[k]] = cell(each)
    })
    columns.push(pick(cells, kept))
  }
  return { kept, columns, alarms: rows.length, scores }
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
