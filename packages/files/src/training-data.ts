import { type DataFingerprint, type Table, varies, XenolithError } from '@xenolith/core'
import { fingerprint } from './fingerprint.js'
import type { Note } from './note.js'
import { openSource, type Source } from './open.js'
import { readStrings, readTable } from './read.js'

export interface TrainingOptions {
  readonly nominal: string
  readonly mixture: string
  readonly features?: readonly string[]
  readonly id?: string
  readonly label?: string
  readonly perClass?: boolean
  readonly types?: Readonly<Record<string, 'numeric' | 'categorical'>>
}

export interface TrainingData {
  readonly nominal: Table
  readonly mixture: Table
  /** The nominal category of each nominal row, when there is to be a detector for each. */
  readonly classes?: readonly string[]
  /** Ids of the mixture rows. */
  readonly mixtureIds?: readonly (string | null)[]
  readonly data: readonly DataFingerprint[]
}

const LABEL_NAMES = /^(labels?|class(es)?|targets?|categor(y|ies)|y)$/i

/** Reads both files: the same features in both, ids and labels apart. */
export async function readTrainingData(options: TrainingOptions, note: Note): Promise<TrainingData> {
  const source = await openSource(options.nominal, { types: options.types })
  try {
    if (source.headerless) note(`${source.displayName} has no header: its columns are column0, column1, ...`)
    const names = featureNames(source, options)
    const nominal = await readTable(source, names)
    const classes = options.perClass ? await classesOf(source, options.label) : undefined
    const print = await printOf('nominal', source, nominal.rows)
    noteConstant(nominal, note)
    const mixture = await readMixture(options, nominal)
    return { nominal, classes, ...mixture, data: [print, mixture.print] }
  } finally {
    await source.close()
  }
}

async function readMixture(
  options: TrainingOptions,
  nominal: Table,
): Promise<Pick<TrainingData, 'mixture' | 'mixtureIds'> & { print: DataFingerprint }> {
  const kinds = Object.fromEntries(nominal.columns.map(({ name, kind }) => [name, kind]))
  const source = await openSource(options.mixture, { types: kinds })
  try {
    const mixture = await readTable(source, Object.keys(kinds))
    const mixtureIds = options.id === undefined ? undefined : await readStrings(source, options.id)
    return { mixture, mixtureIds, print: await printOf('mixture', source, mixture.rows) }
  } finally {
    await source.close()
  }
}

/** The features asked for, or every column that is neither id nor label; a column that looks like a label must be spoken for. */
function featureNames(source: Source, { features, id, label }: TrainingOptions): string[] {
  if (features !== undefined) return [...features]
  const names = source.columns.map(({ name }) => name).filter((name) => name !== id && name !== label)
  const suspect = names.find((name) => LABEL_NAMES.test(name))
  if (suspect !== undefined) {
    throw new XenolithError(
      'label-among-features',
      `${source.displayName}: column "${suspect}" looks like a label; keep it out with --label ${suspect}, or list the features with --features`,
    )
  }
  if (names.length === 0) throw new XenolithError('empty-data', `${source.displayName} has no feature columns`)
  return names
}

async function classesOf(source: Source, label: string | undefined): Promise<string[]> {
  if (label === undefined)
    throw new XenolithError('bad-option', '--per-class needs --label, the column of nominal categories')
  const labels = await readStrings(source, label)
  return labels.map((value, i) => {
    if (value === null) throw new XenolithError('bad-row', `${source.displayName}, row ${i + 1}: the label is missing`)
    return value
  })
}

async function printOf(role: string, source: Source, rows: number): Promise<DataFingerprint> {
  return { role, rows, ...(await fingerprint(source)) }
}

function noteConstant(table: Table, note: Note): void {
  const constant = table.columns.filter((column) => !varies(column)).map(({ name }) => `"${name}"`)
  if (constant.length === 0 || constant.length === table.columns.length) return
  const shown =
    constant.length > 5 ? `${constant.slice(0, 5).join(', ')} and ${constant.length - 5} more` : constant.join(', ')
  note(`constant in the nominal data, so of no use to the detector: ${shown}`)
}
