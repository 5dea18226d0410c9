import { XenolithError } from '@xenolith/core'
import { readBytes } from '@xenolith/files/pure'
import { sha256Hex } from '@xenolith/pages/bundle'
import { demoData } from '@xenolith/study'
import { type Context, stopIfAborted } from './context.ts'
import { csvOf } from './csv.ts'
import { type Described, describeFiles } from './describe.ts'
import { isParquet, readParquet } from './parquet.ts'
import { rowSample } from './row-sample.ts'
import { type OpenFile, type Reading, type Role, type Session, session } from './session.ts'

/** Both files and how they are read. A task makes new ones beside the session's, and puts them in their place when all is read. */
type Files = Pick<Session, 'files' | 'reading'>

/** Reads a file for one of the two roles; what was scored before no longer counts. */
export async function open(
  { role, blob, name }: { readonly role: Role; readonly blob: Blob; readonly name: string },
  context: Context,
): Promise<Described> {
  let next = await withFile(session, role, { blob, name }, context)
  // Kinds are those of the nominal file; a mixture that was opened before it is read again with these.
  const { mixture } = next.files
  if (role === 'nominal' && mixture !== undefined) next = await withFile(next, 'mixture', mixture, context)
  // A column that turned out to hold no numbers is categories in both files.
  const { files, reading } = next
  const turned = files.nominal?.table.columns.some(
    (column) => (reading.kinds[column.name] ?? column.kind) !== column.kind,
  )
  return put(turned ? await readAgain(next, context) : next, context)
}

/** The files that `xenolith demo` writes, to the byte. */
export async function openDemo(_: null, context: Context): Promise<Described> {
  context.progress('drawing the example data')
  const { nominal, mixture } = demoData(1)
  let next: Files = { files: {}, reading: { kinds: {} } }
  for (const [role, table] of Object.entries({ nominal, mixture }) as [Role, typeof nominal][]) {
    next = await withFile(next, role, { blob: new Blob([csvOf(table)]), name: `${role}.csv` }, context)
  }
  return put(next, context)
}

/** Reads both files in another way: a kind was changed, or the decimal mark. */
export async function reread(reading: Reading, context: Context): Promise<Described> {
  return put(await readAgain({ files: session.files, reading }, context), context)
}

/** Nominal becomes mixture, and mixture nominal. */
export async function swap(_: null, context: Context): Promise<Described> {
  const { files, reading } = session
  const swapped = { nominal: files.mixture, mixture: files.nominal }
  return put(await readAgain({ files: swapped, reading }, context), context)
}

/** Forgets both files. */
export async function close(_: null): Promise<void> {
  Object.assign(session, { files: {}, reading: { kinds: {} }, scoring: undefined, issued: undefined })
}

/** Describes the new files and puts them in the session, unless something was asked for since: a file that is read late never comes back. */
function put({ files, reading }: Files, context: Context): Described {
  stopIfAborted(context)
  const described = describeFiles({ files, reading }, context)
  Object.assign(session, { files, reading, scoring: undefined })
  return described
}

async function readAgain(next: Files, context: Context): Promise<Files> {
  let read = next
  for (const role of ['nominal', 'mixture'] as const) {
    const file = next.files[role]
    if (file !== undefined) read = await withFile(read, role, file, context)
  }
  return read
}

/**
 * The files with one more read. A column that is mostly numbers but holds something else is read as categories instead
 * of refused: the page says so and has the cures.
 */
async function withFile(
  { files, reading }: Files,
  role: Role,
  { blob, name }: Pick<OpenFile, 'blob' | 'name'>,
  context: Context,
): Promise<Files> {
  let { kinds } = reading
  for (;;) {
    const tried = { files, reading: { ...reading, kinds } }
    try {
      return { ...tried, files: { ...files, [role]: await readColumns(tried, role, { blob, name }, context) } }
    } catch (error) {
      const column = error instanceof XenolithError ? /--types (.+)=categorical/s.exec(error.message)?.[1] : undefined
      if (column === undefined || kinds[column] === 'categorical') throw error
      kinds = { ...kinds, [column]: 'categorical' }
    }
  }
}

/** All columns of a file. The mixture's are of the kinds that the nominal file's are. */
async function readColumns(
  { files, reading }: Files,
  role: Role,
  { blob, name }: Pick<OpenFile, 'blob' | 'name'>,
  context: Context,
): Promise<OpenFile> {
  context.progress(`reading ${name}`)
  const bytes = new Uint8Array(await blob.arrayBuffer().catch(() => refuseUnreadable(name)))
  stopIfAborted(context)
  const { kinds, decimal, thousands } = reading
  const known = role === 'mixture' ? (files.nominal?.table.columns ?? []) : []
  const types = { ...Object.fromEntries(known.map((column) => [column.name, column.kind])), ...kinds }
  const options = { name, everyColumn: true, types, decimal, thousands }
  // The browser hashes elsewhere while this worker reads.
  const hashed = hashOf(bytes)
  const read = isParquet(bytes) ? await readParquet(bytes, options) : readBytes(bytes, options)
  const sha256 = (await hashed) ?? read.fingerprint.sha256
  const fingerprint = { name, bytes: bytes.length, sha256 }
  return { name, blob, table: read.table, fingerprint, sample: rowSample(read.table), notes: read.notes }
}

/** The SHA-256 of a file; undefined where the browser offers none. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  return globalThis.crypto?.subtle === undefined ? undefined : sha256Hex(bytes)
}

function refuseUnreadable(name: string): never {
  throw new XenolithError('file-unreadable', `${name} cannot be read any more: was it moved or changed?`)
}
