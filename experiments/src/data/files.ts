import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { XenolithError } from '@xenolith/core'
import type { DataFile, ManifestEntry } from './manifest.js'

export type FileState = 'present' | 'missing' | 'damaged'

/** Whether a file of the manifest is there with the right bytes. */
export async function fileState(file: DataFile, directory: string): Promise<FileState> {
  const bytes = await readFile(join(directory, file.path)).catch(() => undefined)
  if (bytes === undefined) return 'missing'
  return sha256(bytes) === file.sha256 ? 'present' : 'damaged'
}

/** The bytes of a file of the manifest, unpacked; refused unless they are those that the manifest knows. */
export async function readDataFile(
  entry: ManifestEntry,
  file: DataFile,
  directory: string | undefined,
): Promise<Buffer> {
  return unpack(await checkedBytes(entry, file, directory), file.path)
}

/** The same as they are on disk. */
export async function checkedBytes(
  entry: ManifestEntry,
  file: DataFile,
  directory: string | undefined,
): Promise<Buffer> {
  if (directory === undefined) {
    throw new XenolithError('bad-option', `${entry.name} needs a data directory: give --data DIR or set XENOLITH_DATA`)
  }
  const path = join(directory, file.path)
  const bytes = await readFile(path).catch(() => {
    throw new XenolithError(
      'file-missing',
      `${entry.name} is not in the data directory: looked for ${path}; get it from ${entry.source}`,
    )
  })
  const found = sha256(bytes)
  if (found !== file.sha256) {
    throw new XenolithError(
      'dataset-damaged',
      `${path} is not the ${entry.name} of the manifest: its SHA-256 is ${found}, expected ${file.sha256}`,
    )
  }
  return bytes
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Gzip or not, by the first bytes. */
export async function unpack(bytes: Buffer, path: string): Promise<Buffer> {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes
  return promisify(gunzip)(bytes).catch(() => {
    throw new XenolithError('file-unreadable', `${path} is gzip that cannot be unpacked`)
  })
}
