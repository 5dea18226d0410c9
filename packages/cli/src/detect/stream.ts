import type { ModelFile } from '@xenolith/core'
import type { Engine } from '@xenolith/engine'
import { createWriter, type ScoreSpool, type Source, scan, scannedIdKind } from '@xenolith/files'
import { count } from '@xenolith/pages'
import { type BatchWatch, alarms as raise } from '@xenolith/study'
import type { Terminal } from '../terminal.js'
import { ahead } from './ahead.js'
import { alarmColumns, outputColumns, pick, type Wanted } from './columns.js'
import { inFile } from './in-file.js'
import { type DetectOptions, idOf } from './options.js'

export interface StreamOptions extends DetectOptions, Wanted {
  readonly watch: BatchWatch
  readonly group?: DetectOptions['group']
  /** The scores of all rows, where they are known. */
  readonly scores?: ScoreSpool
}

/** Reads, scores and writes batch by batch, all three at once: memory does not grow with the input. */
export async function stream(
  engine: Engine,
  file: ModelFile,
  source: Source,
  options: StreamOptions,
  terminal: Terminal,
): Promise<number> {
  const { alarming, watch, explain } = options
  const { features } = file.model
  const id = await idOf(options, file, source)
  const idType = (await scannedIdKind(source, id)) === 'number' ? 'id-number' : 'id-string'
  const writer = await createWriter(options.out, outputColumns(id ?? 'row', idType, options, file))
  let rows = 0
  let alarms = 0
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const { table, ids } of ahead(scan(source, { features, id }))) {
      const scores = await options.scores?.read(rows, table.rows)
      const scored = alarming
        ? alarmColumns(file, table, await raise(engine, file, table, { explain, scores }), options)
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
