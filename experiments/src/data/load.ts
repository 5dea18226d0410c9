import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { selectRows, type Table, XenolithError } from '@xenolith/core'
import type { Settings } from '../settings.js'
import { takeByteRows } from './byte-rows.js'
import type { Dataset } from './dataset.js'
import { checkedBytes, readDataFile, sha256, unpack } from './files.js'
import { findEntry, type ManifestEntry, manifest } from './manifest.js'
import { loadCifarTiny, loadTiny200 } from './outputs.js'
import type { OwnTable } from './own-table.js'
import { parseCsv, splitLabel } from './parse-csv.js'
import { parseIdx } from './parse-idx.js'
import type { DataPlace } from './place.js'

/** A dataset of the manifest from the data directory, or the user's table under its own name. */
export async function loadDataset(name: string, place: DataPlace): Promise<Dataset> {
  if (place.table !== undefined && name === tableName(place.table)) return loadOwnTable(place.table)
  const entry = entryOf(name)
  switch (entry.parser) {
    case 'csv':
      return loadCsv(entry, place.directory)
    case 'mnist':
      return loadMnist(entry, place.directory)
    case 'cifar-tiny':
      return loadCifarTiny(entry, place.directory)
    case 'tiny200':
      return loadTiny200(entry, place.directory)
  }
}

export function entryOf(name: string): ManifestEntry {
  const entry = findEntry(name)
  if (entry !== undefined) return entry
  const known = manifest.map((one) => one.name).join(', ')
  throw new XenolithError('bad-option', `there is no dataset "${name}"; expected one of ${known}`)
}

/** Refuses, before any work, what a run would refuse when it comes to it. */
export async function checkData(names: readonly string[], place: DataPlace): Promise<void> {
  if (place.table !== undefined) {
    await loadOwnTable(place.table)
    return
  }
  for (const entry of names.map(entryOf)) {
    for (const file of entry.files) await checkedBytes(entry, file, place.directory)
  }
}

/** The name of the user's table in results: its file's, without what follows the first dot. */
export function tableName({ path }: OwnTable): string {
  return (
    basename(path)
      .replace(/^\.+/, '')
      .split('.')[0]
      .replace(/[^\w-]+/g, '-') || 'table'
  )
}

/** What the records of an element depend on besides its settings: the bytes of its data, and how they are read. */
export async function dataMark(settings: Settings, { table }: DataPlace): Promise<unknown> {
  if (settings.datasets === undefined) return undefined
  if (table !== undefined) return [sha256(await readOwn(table.path)), table.label, table.nominal, table.features]
  for (const name of settings.datasets) entryOf(name)
  // All of the manifest, so that a choice of datasets leaves the records of the others valid.
  return manifest.map(({ name, files, parser, label, features, nominal }) => [
    name,
    files.map((file) => file.sha256),
    parser,
    label,
    features,
    nominal,
  ])
}

async function loadCsv(entry: ManifestEntry, directory: string | undefined): Promise<Dataset> {
  const text = (await readDataFile(entry, entry.files[0], directory)).toString('latin1')
  const { table, labels } = splitLabel(parseCsv(text, entry.name), entry.label!, entry.features, entry.name)
  return fromTable(entry, table, labels)
}

function fromTable(
  { name, title, nominal }: Pick<Dataset, 'name' | 'title' | 'nominal'>,
  table: Table,
  labels: readonly string[],
): Dataset {
  return { name, title, nominal, labels, take: (rows) => selectRows(table, rows) }
}

async function loadMnist(entry: ManifestEntry, directory: string | undefined): Promise<Dataset> {
  const parts = await Promise.all(
    entry.files.map(async (file) => parseIdx(await readDataFile(entry, file, directory), file.path)),
  )
  const pixels = Buffer.concat([parts[0].data, parts[2].data])
  const labels = Array.from(Buffer.concat([parts[1].data, parts[3].data]), (digit) => `${digit}`)
  const width = parts[0].shape[1] * parts[0].shape[2]
  const columns = Array.from({ length: width }, (_, j) => j)
  const { name, title, nominal } = entry
  return { name, title, nominal, labels, take: (rows) => takeByteRows(pixels, width, rows, columns) }
}

async function readOwn(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new XenolithError('file-missing', `there is no file ${path}`)
    throw new XenolithError('file-unreadable', `${path} cannot be read (${error.code})`)
  })
}

async function loadOwnTable(own: OwnTable): Promise<Dataset> {
  const text = (await unpack(await readOwn(own.path), own.path)).toString('utf8')
  const { table, labels } = splitLabel(parseCsv(text, own.path), own.label, own.features, own.path)
  const present = new Set(labels)
  for (const name of own.nominal) {
    if (present.has(name)) continue
    const some = [...present].sort().slice(0, 12).join(', ')
    throw new XenolithError('bad-option', `no row of ${own.path} has the label "${name}"; labels are ${some}`)
  }
  const unlabelled = labels.indexOf('')
  if (unlabelled >= 0) throw new XenolithError('bad-row', `row ${unlabelled + 1} of ${own.path} has no label`)
  const name = tableName(own)
  return fromTable({ name, title: name, nominal: own.nominal }, table, labels)
}
