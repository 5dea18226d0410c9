import { type DataFingerprint, type Table, XenolithError } from '@xenolith/core'
import { checkRoles, noteFeatures } from '../text/features.js'
import type { NumberFormat } from '../text/locale.js'
import type { Note } from '../text/note.js'
import { type OpenOptions, openSource } from './open.js'
import type { Kind, Reading, Selection, Source } from './source.js'

export interface TrainingOptions extends NumberFormat {
  readonly nominal: string
  readonly mixture: string
  readonly features?: readonly string[]
  readonly id?: string
  readonly label?: string
  readonly perClass?: boolean
  readonly types?: Readonly<Record<string, Kind>> | ReadonlyMap<string, Kind>
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

/** Reads both files, each once: the same features in both, ids and labels apart. */
export async function readTrainingData(options: TrainingOptions, note: Note): Promise<TrainingData> {
  const { label, id, features, perClass, types, decimal, thousands } = options
  const format = { decimal, thousands }
  if (perClass && label === undefined) {
    throw new XenolithError('bad-option', '--per-class needs --label, the column of nominal categories')
  }
  const apart = [id, label].filter((name) => name !== undefined)
  const read = await readSource(options.nominal, { types, ...format }, note, async (source) => {
    const check = (names: readonly string[]) => checkRoles(options, names, source.displayName)
    if (source.header !== undefined) check(source.header)
    const reading = await source.read({ features, except: apart, strings: perClass ? [label!] : [] })
    check(reading.names)
    const classes = perClass ? reading.strings[0].map((value, i) => presentLabel(value, i, source)) : undefined
    return { reading, classes }
  })
  const nominal = read.reading.table
  noteFeatures(nominal, note)
  const kinds = new Map(nominal.columns.map(({ name, kind }) => [name, kind]))
  const selection: Selection = { features: [...kinds.keys()], types: kinds, strings: id === undefined ? [] : [id] }
  const mixture = await readSource(options.mixture, format, note, async (source) => ({
    reading: await source.read(selection),
  }))
  if (mixture.reading.fingerprint.sha256 === read.reading.fingerprint.sha256) {
    note(
      'the nominal file and the mixture have the same content, so there is nothing to find: is one of them the wrong file?',
    )
  }
  return {
    nominal,
    classes: read.classes,
    mixture: mixture.reading.table,
    mixtureIds: id === undefined ? undefined : mixture.reading.strings[0],
    data: [printOf('nominal', read.reading), printOf('mixture', mixture.reading)],
  }
}

async function readSource<T extends { reading: Reading }>(
  path: string,
  options: OpenOptions,
  note: Note,
  read: (source: Source) => Promise<T>,
): Promise<T> {
  const source = await openSource(path, options)
  try {
    if (source.headerless) note(`${source.displayName} has no header: its columns are column0, column1, ...`)
    const found = await read(source)
    for (const text of found.reading.notes) note(text)
    return found
  } finally {
    await source.close()
  }
}

function presentLabel(value: string | null, row: number, source: Source): string {
  if (value === null) throw new XenolithError('bad-row', `${source.displayName}, row ${row + 1}: the label is missing`)
  return value
}

function printOf(role: string, { table, fingerprint }: Reading): DataFingerprint {
  return { role, rows: table.rows, ...fingerprint }
}
