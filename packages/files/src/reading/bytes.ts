import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { XenolithError } from '@xenolith/core'
import { isPadding } from '../compression/gunzip.js'
import { createUnzstd } from '../compression/unzstd.js'
import { readError } from '../system/errors.js'
import type { Compression } from '../text/format.js'

const CHUNK = 1 << 19

/** The first bytes of a file, as many as there are up to `length`. */
export async function firstBytes(file: string, length: number, shown: string): Promise<Uint8Array> {
  return withFile(file, shown, async (handle) => {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  })
}

async function withFile<T>(file: string, shown: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    const handle = await open(file, 'r')
    try {
      return await use(handle)
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw readError(error, shown)
  }
}

/** What identifies a file's content; for several files, that of their bytes one after the other, in sorted order. */
export interface Fingerprint {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** A fingerprint in the making. */
export interface Digest {
  add(chunk: Uint8Array): void
  finish(path: string): Fingerprint
}

export function startDigest(): Digest {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add(chunk) {
      hash.update(chunk)
      bytes += chunk.length
    },
    finish: (path) => ({ name: basename(path), bytes, sha256: hash.digest('hex') }),
  }
}

export interface BytesOf {
  readonly file: string
  readonly shown: string
  readonly compression: Compression
  /** Takes the bytes as they stand in the file. */
  readonly digest?: Digest
  readonly chunkBytes?: number
}

/** The bytes of a file, unpacked, in pieces. */
export async function* unpackedBytes(source: BytesOf): AsyncGenerator<Uint8Array> {
  if (source.compression === 'none') yield* rawBytes(source)
  else if (source.compression === 'gzip') yield* gunzipped(source)
  else yield* unzstded(source)
}

export async function* rawBytes({ file, shown, digest, chunkBytes = CHUNK }: BytesOf): AsyncGenerator<Uint8Array> {
  let handle: FileHandle | undefined
  try {
    handle = await open(file, 'r')
    for (;;) {
      // A new buffer each time: whoever reads records may keep the end of the last one.
      const { buffer, bytesRead } = await handle.read(new Uint8Array(chunkBytes), 0, chunkBytes, null)
      if (bytesRead === 0) return
      const chunk = buffer.subarray(0, bytesRead)
      digest?.add(chunk)
      yield chunk
    }
  } catch (error) {
    throw readError(error, shown)
  } finally {
    await handle?.close()
  }
}

async function* gunzipped(source: BytesOf): AsyncGenerator<Uint8Array> {
  let size = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of rawBytes(source)) {
      size += chunk.length
      yield chunk
    }
  }
  const raw = Readable.from(counted(), { objectMode: false, highWaterMark: CHUNK })
  const unpacker = createGunzip({ chunkSize: 1 << 18 })
  raw.on('error', (error) => unpacker.destroy(error))
  try {
    for await (const chunk of raw.pipe(unpacker)) yield chunk as Uint8Array
    // Padding after the last member is no data, but part of the fingerprint.
    for await (const _ of raw);
    if (unpacker.bytesWritten < size) await checkPadding(source, unpacker.bytesWritten)
  } catch (error) {
    if (/^(Z_|ERR_ZLIB)/.test(String((error as NodeJS.ErrnoException).code))) throw damaged(source)
    throw error
  } finally {
    raw.destroy()
    unpacker.destroy()
  }
}

/** Refuses what stands behind the last member, `from` bytes from the start, unless it is zeros. */
async function checkPadding(source: BytesOf, from: number): Promise<void> {
  let at = 0
  for await (const chunk of rawBytes({ ...source, digest: undefined })) {
    if (!isPadding(chunk.subarray(Math.max(0, from - at)))) throw damaged(source)
    at += chunk.length
  }
}

async function* unzstded(source: BytesOf): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const unpacker = createUnzstd((chunk) => ready.push(chunk) > 0)
  for await (const chunk of rawBytes(source)) {
    const ok = unpacker.push(chunk)
    const emitted = ready
    ready = []
    yield* emitted
    if (!ok) throw damaged(source)
  }
  if (!unpacker.end()) throw damaged(source)
}

function damaged({ shown, compression }: BytesOf): XenolithError {
  return new XenolithError('file-unreadable', `${shown} is damaged or cut short (${compression})`)
}
