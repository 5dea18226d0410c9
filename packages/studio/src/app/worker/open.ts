import { XenolithError } from '@xenolith/core'
import { readBytes } from '@xenolith/files/pure'
import { sha256Hex } from '@xenolith/pages/bundle'
import { demoData } from '@xenolith/study'
import type { Context } from './context.ts'
import { csvOf } from './csv.ts'
import { type Described, describeFiles } from './describe.ts'
import { isParquet, readParquet } from './parquet.ts'
import { rowSample } from './row-sample.ts'
import { type OpenFile, type Reading, type Role, type Session, session } from './session.ts'

/** Reads a file for one of the two roles; what was scored before no longer counts. */
export async function open(
  { role, blob, name }: { readonly role: Role; readonly blob: Blob; readonly name: string },
  context: Context,
): Promise<Described> {
  const before = { ...session }
  await orAsBefore(before, async () => {
    session.files = { ...session.files, [role]: await readFile(role, blob, name, context) }
    // Kinds are those of the nominal file; a mixture that was opened before it is read again with these.
    const { mixture } = session.files
    if (role === 'nominal' && mixture !== undefined) await readAgain('mixture', mixture, context)
  })
  // A column that turned out to hold no numbers is categories in both files.
  const { nominal } = session.files
  const turned = nominal?.table.columns.some(
    (column) => (session.reading.kinds[column.name] ?? column.kind) !== column.kind,
  )
  if (turned) return reread(session.reading, context)
  session.scoring = undefined
  return describeFiles(session, context)
}

/** The files that `xenolith demo` writes, to the byte. */
export async function openDemo(_: null, context: Context): Promise<Described> {
  context.progress('drawing the example data')
  const { nominal, mixture } = demoData(1)
  session.reading = { kinds: {} }
  session.files = {}
  session.scoring = undefined
  for (const [role, table] of Object.entries({ nominal, mixture }) as [Role, typeof nominal][]) {
    const file = await readFile(role, new Blob([csvOf(table)]), `${role}.csv`, context)
    session.files = { ...session.files, [role]: file }
  }
  return describeFiles(session, context)
}

/** Reads both files in another way: a kind was changed, or the decimal mark. */
export async function reread(reading: Reading, context: Context): Promise<Described> {
  const before = { ...session }
  await orAsBefore(before, async () => {
    session.reading = reading
    const { nominal, mixture } = session.files
    if (nominal !== undefined) await readAgain('nominal', nominal, context)
    if (mixture !== undefined) await readAgain('mixture', mixture, context)
  })
  session.scoring = undefined
  return describeFiles(session, context)
}

/** Nominal becomes mixture, and mixture nominal. */
export async function swap(_: null, context: Context): Promise<Described> {
  const { nominal, mixture } = session.files
  session.files = { nominal: mixture, mixture: nominal }
  return reread(session.reading, context)
}

/** Forgets both files. */
export async function close(_: null): Promise<void> {
  Object.assign(session, { files: {}, reading: { kinds: {} }, scoring: undefined, issued: undefined })
}

async function readAgain(role: Role, { blob, name }: OpenFile, context: Context): Promise<void> {
  session.files = { ...session.files, [role]: await readFile(role, blob, name, context) }
}

/** Work that fails leaves the session as it was. */
async function orAsBefore(before: Session, change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    Object.assign(session, before)
    throw error
  }
}

/**
 * Reads a file. A column that is mostly numbers but holds something else is read as categories instead of refused: the
 * page says so and has the cures.
 */
async function readFile(role: Role, blob: Blob, name: string, context: Context): Promise<OpenFile> {
  for (;;) {
    try {
      return await readColumns(role, blob, name, context)
    } catch (error) {
      const column = error instanceof XenolithError ? /--types (.+)=categorical/s.exec(error.message)?.[1] : undefined
      const { kinds } = session.reading
      if (column === undefined || kinds[column] === 'categorical') throw error
      session.reading = { ...session.reading, kinds: { ...kinds, [column]: 'categorical' } }
    }
  }
}

/** All columns of a file. The mixture's are of the kinds that the nominal file's are. */
async function readColumns(role: Role, blob: Blob, name: string, context: Context): Promise<OpenFile> {
  context.progress(`reading ${name}`)
  const bytes = new Uint8Array(await blob.arrayBuffer().catch(() => refuseUnreadable(name)))
  const { kinds, decimal, thousands } = session.reading
  const known = role === 'mixture' ? (session.files.nominal?.table.columns ?? []) : []
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
