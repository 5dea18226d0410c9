import { type ModelFile, raiseAlarms, XenolithError } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import { createWriter, type Source, scan, scannedIdKind } from '@xenolith/files'
import { count } from '@xenolith/pages'
import { AlarmGrouping, type BatchWatch, alarms as raise } from '@xenolith/study'
import type { Terminal } from '../terminal.js'
import { alarmColumns, outputColumns, pick, type Wanted } from './columns.js'
import type { DetectOptions } from './options.js'

/** The column that names rows: as the user says, else that of the model where the input has it. */
export async function idOf(options: DetectOptions, file: ModelFile, source: Source): Promise<string | undefined> {
  return options.id ?? (file.id !== null && (await source.names()).includes(file.id) ? file.id : undefined)
}

/** Finds the groups of alarms, which takes a first pass over the rows: which group a row is in depends on all of them. */
export async function prepareGrouping(
  options: DetectOptions,
  engine: Engine,
  file: ModelFile,
  source: Source,
  terminal: Terminal,
): Promise<AlarmGrouping | undefined> {
  const { group } = options
  if (group === undefined) return undefined
  const grouping = new AlarmGrouping(file, group === true ? {} : { most: group })
  let rows = 0
  try {
    const id = await idOf(options, file, source)
    for await (const { table, ids } of ahead(scan(source, { features: file.model.features, id }))) {
      const raised = raiseAlarms(await engine.score(file.model, table), file.certificate)
      grouping.add(
        table,
        Int32Array.from(raised.keys()).filter((row) => raised[row] === 1),
        ids,
      )
      rows += table.rows
      terminal.tally(`${count(rows)} rows looked at for groups`)
    }
  } catch (error) {
    throw inFile(error, source.displayName)
  } finally {
    terminal.tally('')
  }
  grouping.find()
  return grouping
}

export interface StreamOptions extends DetectOptions, Wanted {
  readonly watch: BatchWatch
  readonly group?: DetectOptions['group']
}

/** Reads, scores and writes batch by batch, all three at once: memory does not grow with the input. */
export async function stream(
  engine: Engine,
  file: ModelFile,
  source: Source,
  options: StreamOptions,
  terminal: Terminal,
): Promise<number> {
  const { alarming, watch } = options
  const { features } = file.model
  const id = await idOf(options, file, source)
  const idType = (await scannedIdKind(source, id)) === 'number' ? 'id-number' : 'id-string'
  const writer = await createWriter(options.out, outputColumns(id ?? 'row', idType, options, file))
  let rows = 0
  let alarms = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const { table, ids } of ahead(scan(source, { features, id }))) {
      const scored = alarming
        ? alarmColumns(file, table, await raise(engine, file, table, { explain: options.explain }), options)
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

/** Errors of the core speak of "the input"; name the file. */
function inFile(error: unknown, name: string): unknown {
  if (!(error instanceof XenolithError) || error.message.startsWith(name)) return error
  return new XenolithError(error.code, `${name}: ${error.message}`)
}
