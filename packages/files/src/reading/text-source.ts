import { type Feature, XenolithError } from '@xenolith/core'
import type { Consumer, Rows } from '../text/feeders.js'
import type { Compression } from '../text/format.js'
import { headCollector } from '../text/head.js'
import { type TextLayout, textLayout } from '../text/layout.js'
import type { NumberFormat } from '../text/locale.js'
import { missingColumn } from '../text/names.js'
import type { RecordStream } from '../text/records.js'
import { Sample } from '../text/sample.js'
import type { Selection } from '../text/selection.js'
import { noRows, placeIn, tableReading } from '../text/table-reading.js'
import { IdProbe, type ScannedBatch, TextScan } from '../text/text-scan.js'
import { quoted } from '../text/words.js'
import { type Digest, startDigest, unpackedBytes } from './bytes.js'
import { checkUnchanged, type Identity } from './identity.js'
import { defaultBatchRows, type Reading, type ScanOptions, type Source } from './source.js'

/** A text file before anything of it is known but how it is packed. */
export interface TextFile {
  readonly file: string
  readonly shown: string
  readonly compression: Compression
  readonly identity: Identity
}

export interface TextSourceOptions extends NumberFormat {
  readonly path: string
  readonly displayName: string
  readonly types?: Selection['types']
  /** For tests: how many bytes are read at a time. */
  readonly chunkBytes?: number
  close(): Promise<void>
}

/** CSV, TSV, JSON or NDJSON, read by the same code as in a browser. */
export async function textSource(files: readonly TextFile[], options: TextSourceOptions): Promise<Source> {
  const { path, displayName } = options
  const sound = <T>(work: Promise<T>): Promise<T> => work.catch((error) => damagedOr(files, error))
  const layout = await sound(findLayout(files, options))
  const shown = files.map((file) => file.shown)
  let known = layout.names

  /** Gives all bytes of a file to a reader of records, until that has `enough`. */
  const feed = async (file: TextFile, stream: RecordStream, digest?: Digest, enough?: () => boolean): Promise<void> => {
    for await (const chunk of unpackedBytes({ ...file, digest, chunkBytes: options.chunkBytes })) {
      stream.push(chunk)
      if (enough?.()) return
    }
    stream.end()
    await checkUnchanged(file.file, file.shown, file.identity)
  }

  /** Reads all files through, or as far as is enough. */
  const pass = async (rows: Rows, enough?: () => boolean): Promise<void> => {
    const reading = layout.reading(rows)
    for (const [index, file] of files.entries()) {
      await feed(file, reading.file(index), undefined, enough)
      if (enough?.()) return
    }
    known ??= reading.names()
  }

  const names = async (): Promise<readonly string[]> => {
    if (known === undefined) await pass(new Nobody())
    return known!
  }

  const read = async (selection: Selection): Promise<Reading> => {
    const notes: string[] = []
    const types = selection.types ?? options.types
    const task = { layout, selection: { ...selection, types }, format: options, displayName, shown }
    const reading = tableReading({ ...task, note: (text) => notes.push(text) })
    let print: Reading['fingerprint'] | undefined
    for (;;) {
      const digest = startDigest()
      for (const [index, file] of files.entries()) await feed(file, reading.file(index), digest)
      print ??= digest.finish(displayName)
      const found = reading.finish()
      if (found === undefined) continue
      known ??= found.names
      return { ...found, fingerprint: print, notes, place: async (row) => found.place(row) }
    }
  }

  const idKind = async (id: string): Promise<'number' | 'string'> => {
    await checkName(id)
    const probe = new IdProbe(id)
    await pass(probe)
    return probe.kind
  }

  const checkName = async (name: string): Promise<void> => {
    const all = await names()
    if (!all.includes(name)) throw missingColumn(name, all, displayName)
  }

  /** How the features are read, from the first rows; a feature that these lack is looked for in the rest. */
  const sampled = async (features: readonly Feature[]): Promise<Sample> => {
    const sample = new Sample(features, options)
    await pass(sample, () => sample.done)
    if (sample.row === 0) throw noRows(layout, displayName)
    const missing = features.filter(({ name }) => !sample.seen.has(name))
    if (missing.length === 0) return sample
    const all = new Set(await names())
    const absent = missing.find(({ name }) => !all.has(name))
    if (absent === undefined) return sample
    throw new XenolithError(
      'missing-column',
      `${displayName} has no column ${quoted(absent.name)}, a feature of the model`,
    )
  }

  async function* scan(what: ScanOptions): AsyncGenerator<ScannedBatch> {
    try {
      yield* scanRows(what)
    } catch (error) {
      await damagedOr(files, error)
    }
  }

  async function* scanRows({
    features,
    id,
    batchRows = defaultBatchRows(features.length),
  }: ScanOptions): AsyncGenerator<ScannedBatch> {
    const sample = await sampled(features)
    const firstRows: number[] = []
    const scanner = new TextScan({
      features,
      judgements: features.map((feature) => sample.judgement(feature, displayName)),
      id: id === undefined ? undefined : { name: id, kind: await idKindOnce(id) },
      batchRows,
      displayName,
      place: (row) => placeIn(firstRows, shown, row),
    })
    const reading = layout.reading(scanner)
    for (const [index, file] of files.entries()) {
      firstRows.push(scanner.totalRows)
      const stream = reading.file(index)
      for await (const chunk of unpackedBytes({ ...file, chunkBytes: options.chunkBytes })) {
        stream.push(chunk)
        yield* scanner.ready.splice(0)
      }
      stream.end()
      await checkUnchanged(file.file, file.shown, file.identity)
    }
    scanner.flush()
    yield* scanner.ready.splice(0)
  }

  const idKinds = new Map<string, Promise<'number' | 'string'>>()
  const idKindOnce = (id: string): Promise<'number' | 'string'> => {
    const kind = idKinds.get(id) ?? sound(idKind(id))
    idKinds.set(id, kind)
    return kind
  }

  return {
    path,
    displayName,
    files: files.map(({ file }) => file),
    headerless: layout.headerless,
    header: layout.names,
    names: () => sound(names()),
    read: (selection) => sound(read(selection)),
    scan,
    idKind: idKindOnce,
    close: options.close,
  }
}

async function findLayout(files: readonly TextFile[], { chunkBytes }: TextSourceOptions): Promise<TextLayout> {
  const heads = []
  for (const file of files) {
    const collector = headCollector(file.file)
    for await (const chunk of unpackedBytes({ ...file, chunkBytes })) if (collector.add(chunk)) break
    heads.push(collector.head(file.shown))
  }
  return textLayout(heads)
}

/** Throws that a packed file is damaged, if one is anywhere, or else what was wrong before. */
async function damagedOr(files: readonly TextFile[], error: unknown): Promise<never> {
  for (const file of files) {
    if (file.compression === 'none') continue
    for await (const _ of unpackedBytes(file));
  }
  throw error
}

/** Wants no column: for the names alone. */
class Nobody implements Rows {
  row = 0
  consumersOf(): Consumer[] {
    return []
  }
  rowDone(): void {
    this.row++
  }
}
