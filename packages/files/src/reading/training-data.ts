import { type DataFingerprint, type Table, XenolithError } from '@xenolith/core'
import { checkRoles } from '../text/features.js'
import type { NumberFormat } from '../text/locale.js'
import type { Note } from '../text/note.js'
import { openSource } from './open.js'
import type { Kind, Reading, Selection, Source } from './source.js'

export interface TrainingOptions extends NumberFormat {
  readonly nominal: string
  readonly mixture: string
  readonly features?: readonly string[]
  /** Columns that are no features. */
  readonly ignore?: readonly string[]
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

/** Both files, open. */
export interface TrainingSources {
  readonly nominal: Source
  readonly mixture: Source
  close(): Promise<void>
}

/**
 * Opens both files. Close them at the end.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const [nominal, mixture] = [join(folder, 'nominal.csv'), join(folder, 'mixture.csv')]
 * await writeFile(nominal, 'id,x\n1,0.5\n2,1.5\n')
 * await writeFile(mixture, 'id,x\n1,0.5\n2,9.5\n3,1\n')
 * const options = { nominal, mixture, id: 'id' }
 * const sources = await openTraining(options)
 * sources.mixture.header // => [ 'id', 'x' ]
 * await sources.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function openTraining(options: TrainingOptions): Promise<TrainingSources> {
  const { types, decimal, thousands } = options
  const format = { decimal, thousands }
  const nominal = await openSource(options.nominal, { types, ...format })
  const mixture = await openSource(options.mixture, format).catch(async (error) => {
    await nominal.close()
    throw error
  })
  const close = async (): Promise<void> => {
    await nominal.close()
    await mixture.close()
  }
  return { nominal, mixture, close }
}

/**
 * Reads both files, each once: the same features in both, ids and labels apart.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const [nominal, mixture] = [join(folder, 'nominal.csv'), join(folder, 'mixture.csv')]
 * await writeFile(nominal, 'id,x\n1,0.5\n2,1.5\n')
 * await writeFile(mixture, 'id,x\n1,0.5\n2,9.5\n3,1\n')
 * const options = { nominal, mixture, id: 'id' }
 * const data = await readTrainingData(options, () => {})
 * data.nominal.columns.map(({ name }) => name) // => [ 'x' ]
 * data.mixture.rows // => 3
 * data.mixtureIds // => [ '1', '2', '3' ]
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readTrainingData(options: TrainingOptions, note: Note): Promise<TrainingData> {
  const sources = await openTraining(options)
  try {
    return await readTraining(sources, options, note)
  } finally {
    await sources.close()
  }
}

/**
 * The same of open files, and of the given rows alone, ascending from 0, if there are any.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const [nominal, mixture] = [join(folder, 'nominal.csv'), join(folder, 'mixture.csv')]
 * await writeFile(nominal, 'id,x\n1,0.5\n2,1.5\n')
 * await writeFile(mixture, 'id,x\n1,0.5\n2,9.5\n3,1\n')
 * const options = { nominal, mixture, id: 'id' }
 * const sources = await openTraining(options)
 * const { mixture: part } = await readTraining(sources, options, () => {}, { mixture: [1] })
 * part.columns[0] // => { name: 'x', kind: 'numeric', values: Float64Array(1) [ 9.5 ] }
 * await sources.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readTraining(
  sources: TrainingSources,
  options: TrainingOptions,
  note: Note,
  rows: Partial<Record<'nominal' | 'mixture', ArrayLike<number>>> = {},
): Promise<TrainingData> {
  const { label, id, features, ignore = [], perClass } = options
  const apart = [id, label, ...ignore].filter((name) => name !== undefined)
  checkTraining(sources.nominal, options)
  noteHeader(sources.nominal, note)
  const read = await sources.nominal.read({
    features,
    except: apart,
    strings: perClass ? [label!] : [],
    rows: rows.nominal,
  })
  checkRoles(options, read.names, sources.nominal.displayName)
  for (const text of read.notes) note(text)
  const classes = perClass ? read.strings[0].map((value, i) => presentLabel(value, i, sources.nominal)) : undefined
  const nominal = read.table
  const kinds = new Map(nominal.columns.map(({ name, kind }) => [name, kind]))
  const selection: Selection = {
    features: [...kinds.keys()],
    types: kinds,
    strings: id === undefined ? [] : [id],
    rows: rows.mixture,
  }
  noteHeader(sources.mixture, note)
  const mixture = await sources.mixture.read(selection)
  for (const text of mixture.notes) note(text)
  return {
    nominal,
    classes,
    mixture: mixture.table,
    mixtureIds: id === undefined ? undefined : mixture.strings[0],
    data: [printOf('nominal', read), printOf('mixture', mixture)],
  }
}

/**
 * Refuses, before any row is read, columns that do not exist or contradict each other.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const [nominal, mixture] = [join(folder, 'nominal.csv'), join(folder, 'mixture.csv')]
 * await writeFile(nominal, 'id,x\n1,0.5\n2,1.5\n')
 * await writeFile(mixture, 'id,x\n1,0.5\n2,9.5\n3,1\n')
 * const options = { nominal, mixture, id: 'id' }
 * const sources = await openTraining(options)
 * checkTraining(sources.nominal, options) // => undefined
 * await sources.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export function checkTraining(nominal: Source, options: TrainingOptions): void {
  if (options.perClass && options.label === undefined) {
    throw new XenolithError('bad-option', '--per-class needs --label, the column of nominal categories')
  }
  if (nominal.header !== undefined) checkRoles(options, nominal.header, nominal.displayName)
}

function noteHeader({ headerless, displayName }: Source, note: Note): void {
  if (headerless) note(`${displayName} has no header: its columns are column0, column1, ...`)
}

function presentLabel(value: string | null, row: number, source: Source): string {
  if (value === null) throw new XenolithError('bad-row', `${source.displayName}, row ${row + 1}: the label is missing`)
  return value
}

function printOf(role: string, { rows, fingerprint }: Reading): DataFingerprint {
  return { role, rows, ...fingerprint }
}
