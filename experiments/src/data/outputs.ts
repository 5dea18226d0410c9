import { fit, type NumericColumn, type Table } from '@xenolith/core'
import { takeByteRows } from './byte-rows.js'
import type { Dataset } from './dataset.js'
import { readDataFile } from './files.js'
import type { ManifestEntry } from './manifest.js'
import { parseCsv, splitLabel } from './parse-csv.js'

/** Tiny ImageNet classes that show what a CIFAR-10 class shows (cats, dogs, birds, frogs, deer, ships, cars, trucks). */
const IN_CIFAR = new Set(
  (
    'n02124075 n02123045 n02123394 n02125311 n02129165 n02085620 n02094433 n02099601 n02099712 n02106662 n02113799 ' +
    'n01855672 n02002724 n02056570 n02058221 n01641577 n01644900 n02423022 n03662601 n03447447 n02814533 n03100240 ' +
    'n03670208 n03977966 n04285008 n03796401 n04146614 n04487081 n04465501 n03393912 n03444034'
  ).split(' '),
)

/** A classifier's outputs, with the images that nothing can be said about left out. */
export async function loadCifarTiny(entry: ManifestEntry, directory: string | undefined): Promise<Dataset> {
  const text = (await readDataFile(entry, entry.files[0], directory)).toString('latin1')
  const { table, labels } = splitLabel(parseCsv(text, entry.name), entry.label!, undefined, entry.name)
  const kept = Int32Array.from(labels.keys()).filter((row) => !IN_CIFAR.has(labels[row]))
  const { name, title, nominal } = entry
  const pick = (column: NumericColumn, rows: ArrayLike<number>): NumericColumn => ({
    ...column,
    values: Float64Array.from(rows, (row) => column.values[kept[row]]),
  })
  const take = (rows: ArrayLike<number>): Table => ({
    rows: rows.length,
    columns: (table.columns as NumericColumn[]).map((column) => pick(column, rows)),
  })
  const outputs = { kind: entry.outputs!, classes: nominal, divide: false }
  return { name, title, nominal, labels: Array.from(kept, (row) => labels[row]), outputs, take }
}

interface LogitsMeta {
  readonly cols: number
  readonly scale: number
  readonly offset: number
  readonly tiny_wnids: readonly string[]
  readonly tiny_to_imagenet_index: readonly number[]
}

/** The logits of the 200 classes for 20,000 images; which of the classes are nominal is for the protocol to say. */
export async function loadTiny200(entry: ManifestEntry, directory: string | undefined): Promise<Dataset> {
  const [metaText, annotations, validation, training] = await Promise.all(
    entry.files.map((file) => readDataFile(entry, file, directory)),
  )
  const meta = JSON.parse(metaText.toString('utf8')) as LogitsMeta
  const shown = annotations
    .toString('latin1')
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[1])
  const wnids = meta.tiny_wnids
  const labels = [
    ...shown,
    ...Array.from({ length: training.length / meta.cols }, (_, row) => wnids[row % wnids.length]),
  ]
  const codes = Buffer.concat([validation, training])
  const numberOf = (code: number): number => meta.offset + meta.scale * code
  const { name, title } = entry
  const take = (rows: ArrayLike<number>): Table =>
    takeByteRows(codes, meta.cols, rows, meta.tiny_to_imagenet_index, numberOf)
  const outputs = { kind: entry.outputs!, classes: wnids, divide: true }
  return { name, title, nominal: [], labels, outputs, take }
}

/** 1 - the largest softmax for each row: the baseline of Hendrycks and Gimpel. */
export function maxSoftmax(outputs: Table, input: 'logits' | 'probabilities'): Float64Array {
  return fit(outputs, { detector: 'softmax', input }).scores
}
