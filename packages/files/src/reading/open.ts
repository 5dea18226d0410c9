import { createReadStream } from 'node:fs'
import { relative, sep } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { arrowSource } from '../arrow/source.js'
import { parquetSource } from '../parquet/source.js'
import { expandPath, isStream } from '../system/paths.js'
import { type Spool, spool } from '../system/spool.js'
import { checkContent, compressionOf, isArrow, isParquet } from '../text/format.js'
import type { NumberFormat } from '../text/locale.js'
import type { Kind } from '../text/selection.js'
import { firstBytes } from './bytes.js'
import { identityOf } from './identity.js'
import type { Source } from './source.js'
import { type TextFile, textSource } from './text-source.js'

export interface OpenOptions extends NumberFormat {
  /** Kinds the user gave; the others are found. */
  readonly types?: Readonly<Record<string, Kind>> | ReadonlyMap<string, Kind>
  /** For tests: how many bytes are read at a time. */
  readonly chunkBytes?: number
}

/**
 * Opens CSV, TSV, JSON or NDJSON, plain or compressed; Parquet; Arrow files and streams; a glob pattern; a pipe; or `-`, standard input. Close it at the end.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'colors.csv')
 * await writeFile(path, 'id,x,color\n1,1.5,red\n2,,blue\n')
 * const source = await openSource(path)
 * await source.names() // => [ 'id', 'x', 'color' ]
 * await source.close()
 * await rm(folder, { recursive: true })
 * ```
 */
export async function openSource(path: string, options: OpenOptions = {}): Promise<Source> {
  const displayName = path === '-' ? 'stdin' : path
  const spooled = await spoolStream(path, displayName)
  const close = async (): Promise<void> => spooled?.remove()
  try {
    const files = spooled ? [spooled.file] : await expandPath(path)
    const shown = (file?: string): string =>
      file === undefined || files.length === 1 ? displayName : shownLike(path, file)
    const found: LookedAt[] = []
    for (const file of files) found.push(await lookAt(file, shown(file)))
    const other = found.find(
      ({ layout, compression }) => layout !== found[0].layout || compression !== found[0].compression,
    )
    if (other !== undefined) {
      throw new XenolithError('file-unreadable', `${other.shown} is of another format than ${found[0].shown}`)
    }
    const types = typesMap(options.types)
    const [{ layout }] = found
    if (layout === 'text') return await textSource(found, { ...options, types, path, displayName, close })
    const identities = found.map(({ identity }) => identity)
    const typed = { path, displayName, files, identities, types, shown, close }
    return await (layout === 'parquet' ? parquetSource(typed) : arrowSource(typed))
  } catch (error) {
    await close()
    throw error
  }
}

/** A copy of an input that can be read only once. */
async function spoolStream(path: string, displayName: string): Promise<Spool | undefined> {
  if (path === '-') return spool(process.stdin, displayName)
  if (!(await isStream(path))) return undefined
  await expandPath(path)
  return spool(createReadStream(path), displayName)
}

/**
 * Whether a path or pattern names files that say of what type their columns are, so that how numbers are written is no question; false of what can be read only once.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'a.csv')
 * await writeFile(path, 'x\n1\n')
 * await declaresTypes(path) // => false
 * await rm(folder, { recursive: true })
 * ```
 */
export async function declaresTypes(path: string): Promise<boolean> {
  if (path === '-' || (await isStream(path))) return false
  const [file] = await expandPath(path)
  const magic = await firstBytes(file, 8, path)
  return isParquet(magic) || isArrow(magic)
}

interface LookedAt extends TextFile {
  readonly layout: 'text' | 'parquet' | 'arrow'
}

async function lookAt(file: string, shown: string): Promise<LookedAt> {
  const identity = await identityOf(file, shown)
  const magic = await firstBytes(file, 8, shown)
  checkContent(file, magic, shown)
  const layout = isParquet(magic) ? 'parquet' : isArrow(magic) ? 'arrow' : 'text'
  return { file, shown, identity, compression: compressionOf(magic), layout }
}

function typesMap(types: OpenOptions['types']): ReadonlyMap<string, Kind> | undefined {
  return types === undefined || types instanceof Map
    ? (types as ReadonlyMap<string, Kind>)
    : new Map(Object.entries(types))
}

function shownLike(path: string, file: string): string {
  return path.startsWith(sep) ? file : relative(process.cwd(), file)
}
