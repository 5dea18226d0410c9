import { resolve } from 'node:path'
import { conditionOf, type ModelFile, XenolithError } from '@xenolith/core'
import { openSource, readModel, refuseSameFile } from '@xenolith/files'
import { count, percent } from '@xenolith/pages'
import { groupsWords, groupWords } from '@xenolith/pages/report'
import { type AlarmGroup, type BatchReading, readingWords, watchBatch } from '@xenolith/study'
import { Command } from 'commander'
import { lookAhead } from '../detect/look-ahead.js'
import type { DetectOptions } from '../detect/options.js'
import { stream } from '../detect/stream.js'
import { withEngine, workersOption } from '../engine.js'
import { FailOn } from '../fail-on.js'
import { refuseIdleNumberFormat } from '../number-format.js'
import { type NumberOptions, toCount, toNumber, withCommon, withNumberFormat } from '../options.js'
import { onSpark, withSpark } from '../spark/options.js'
import { submit } from '../spark/submit.js'
import { createTerminal, type Terminal } from '../terminal.js'

export function detectCommand(): Command {
  const command = new Command('detect')
    .summary('raise alarms on new rows')
    .description(
      'Scores new rows and raises an alarm where the score exceeds the threshold of the model. Writes id (or row), score and alarm.',
    )
    .option('--only-alarms', 'write only the rows that alarm')
    .option('--explain <K>', 'name the K features that make each alarm look most alien', toCount)
    .option(
      '--group [N]',
      'group alarms that are alike, perhaps new categories, into at most N groups (default: 20)',
      toCount,
    )
    .option('--p-values', 'add conformal p-values: how likely an ordinary row is to score as high')
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
  return withCommon(withSpark(withNumberFormat(command).addOption(workersOption())))
}

/** Scores the rows of a file, raises alarms and writes them. */
export function detectToFile(options: DetectOptions, terminal: Terminal): Promise<void> {
  return run(options, true, terminal)
}

async function run(options: DetectOptions, alarming: boolean, terminal: Terminal): Promise<void> {
  if (options.json && options.out === '-') {
    throw new XenolithError('bad-option', '--json needs --out: both would write to stdout')
  }
  if (onSpark(options, idleOnSpark(options))) return runOnSpark(options, alarming, terminal)
  await refuseSameFile(options.out, [options.input, options.model])
  await refuseIdleNumberFormat(options, [options.input])
  const file = await readModel(options.model)
  const source = await openSource(options.input, numberFormat(options, file))
  try {
    const watch = watchBatch(file)
    const selected = { rows: 0 }
    const { rows, groups } = await withEngine(options, async (engine) => {
      const ahead = await lookAhead(options, engine, file, source, terminal)
      try {
        const wanted = { ...options, ...ahead, alarming, watch, selected }
        return { rows: await stream(engine, file, source, wanted, terminal), groups: ahead.grouping?.groups() }
      } finally {
        await ahead.scores?.remove()
      }
    })
    if (alarming)
      return tellReading(
        watch.read(),
        conditionOf(file.certificate),
        { ...options, selected: selected.rows, groups },
        terminal,
      )
    if (options.json) terminal.json({ rows, out: options.out })
    else terminal.say(`${count(rows)} rows scored.`)
  } finally {
    await source.close()
  }
}

/** What takes all rows at once, or has no effect on a cluster. */
function idleOnSpark({ pValues, fdr, group, workers, decimal, thousands }: DetectOptions): Record<string, unknown> {
  const numbers = { '--decimal': decimal, '--thousands': thousands }
  return { '--p-values': pValues, '--fdr': fdr, '--group': group, '--workers': workers, ...numbers }
}

/** The same on a cluster, which writes a folder. */
async function runOnSpark(options: DetectOptions, alarming: boolean, terminal: Terminal): Promise<void> {
  const { input, out, id, onlyAlarms, explain } = options
  if (out === '-') throw new XenolithError('bad-option', '--engine spark needs --out, a folder for Spark to write')
  const model = await modelForSpark(options.model)
  const asked = { model, input, out, id, onlyAlarms, explain }
  if (alarming) {
    type Watched = { batch: BatchReading; condition: string | null }
    const { answer } = await submit<Watched>('detect', asked, options, terminal)
    return tellReading(answer.batch, answer.condition, { ...options, selected: 0 }, terminal)
  }
  const { answer } = await submit<{ rows: number }>('score', asked, options, terminal)
  if (options.json) terminal.json({ rows: answer.rows, out })
  else terminal.say(`${count(answer.rows)} rows scored.`)
}

/** A path for Spark; a file on this machine is read first, so that damage is reported at once. */
async function modelForSpark(path: string): Promise<string> {
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return path
  await readModel(path)
  return resolve(path)
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
  condition: string | null,
  options: DetectOptions & { readonly selected: number; readonly groups?: readonly AlarmGroup[] },
  terminal: Terminal,
): void {
  const { rows, alarms, falseAlarms, state, because, notes } = reading
  if (condition !== null) terminal.note(`the promise behind these alarms is not certified: conditional on ${condition}`)
  for (const note of notes) terminal.note(note)
  for (const line of readingWords(reading)) terminal.note(line)
  const standing = condition === null ? {} : { certified: false, conditional: condition }
  if (options.json) {
    const counts = { rows, alarms, alarmRate: alarms / rows, falseAlarms }
    const { fdr, selected, groups } = options
    const selection = fdr === undefined ? {} : { fdr, selected }
    terminal.json({ ...counts, ...standing, promise: state, because, notes, ...selection, groups, out: options.out })
  } else {
    const kept =
      state === 'valid'
        ? ' Nothing in this batch contradicts what the promise rests on; kinds of alien that the mixture did not hold stay uncovered.'
        : ''
    terminal.say(`${count(alarms)} of ${count(rows)} rows alarm (${percent(alarms / rows)}).${priceOf(reading)}${kept}`)
    if (options.groups !== undefined) sayGroups(options.groups, terminal)
    if (options.fdr !== undefined) {
      terminal.say(
        `${count(options.selected)} rows selected: on average at most ${percent(options.fdr)} of these are ordinary, if ordinary rows are like the nominal ones. This says nothing of aliens that are missed.`,
      )
    }
  }
  if (options.failOnVoid && state === 'void') throw new FailOn('void')
  if (options.failOnAlarm && alarms > 0) throw new FailOn('alarm')
}

/** What the alarms cost; nobody knows the price of a promise that is void. */
function priceOf({ alarms, falseAlarms, state }: BatchReading): string {
  if (state === 'void' || falseAlarms === 0) return ''
  return falseAlarms === alarms
    ? ' All of them may be false alarms, as estimated when the model was made.'
    : ` Up to about ${count(falseAlarms)} of them may be false alarms, as estimated when the model was made.`
}

function sayGroups(groups: readonly AlarmGroup[], terminal: Terminal): void {
  if (groups.length === 0) return
  terminal.say(groupsWords(groups))
  for (const group of groups) terminal.say(`  ${groupWords(group)}`)
}

const DETECT_EXAMPLES = `
Examples:
  xenolith detect --model model.xeno --input today.csv --out alarms.csv --only-alarms --explain 3
  xenolith detect --model model.xeno --input today.csv --out alarms.csv --only-alarms --group
  cat today.ndjson | xenolith detect --model model.xeno --input - > scored.csv`
const SCORE_EXAMPLES = `
Examples:
  xenolith score --model model.xeno --input today.parquet --out scores.parquet`
