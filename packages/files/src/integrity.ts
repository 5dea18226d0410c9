import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { XenolithError } from '@xenolith/core'
import type { Compression } from './format.js'

/** DuckDB reads a truncated gzip or zstd file without complaint, and rows would be lost: refuse such a file first. */
export async function checkComplete(file: string, compression: Compression, shown: string): Promise<void> {
  if (compression === 'none') return
  const complete = compression === 'gzip' ? await gzipComplete(file) : await zstdComplete(file)
  if (!complete) throw new XenolithError('file-unreadable', `${shown} is damaged or cut short (${compression})`)
}

async function gzipComplete(file: string): Promise<boolean> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    await pipeline(createReadStream(file), createGunzip({ chunkSize: 1 << 18 }), nowhere)
    return true
  } catch {
    return false
  }
}

/** Walks the frame and block headers of RFC 8878; DuckDB itself notices damage inside a block. */
async function zstdComplete(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    let at = 0
    while (at < size) at = await endOfFrame(handle, at)
    return at === size
  } finally {
    await handle.close()
  }
}

async function endOfFrame(handle: FileHandle, start: number): Promise<number> {
  const header = Buffer.alloc(18)
  await handle.read(header, 0, header.length, start)
  const magic = header.readUInt32LE(0)
  if (magic >>> 4 === 0x184d2a5) return start + 8 + header.readUInt32LE(4)
  if (magic !== 0xfd2fb528) return Number.POSITIVE_INFINITY
  const descriptor = header[4]
  const singleSegment = (descriptor >> 5) & 1
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3]
  const sizeBytes = [singleSegment, 2, 4, 8][descriptor >> 6]
  const checksumBytes = descriptor & 4
  let at = start + 5 + (1 - singleSegment) + dictionaryBytes + sizeBytes
  const block = Buffer.alloc(3)
  for (let last = false; !last; ) {
    const { bytesRead } = await handle.read(block, 0, 3, at)
    if (bytesRead < 3) return Number.POSITIVE_INFINITY
    const bits = block.readUIntLE(0, 3)
    last = (bits & 1) === 1
    const isRepeatedByte = ((bits >> 1) & 3) === 1
    at += 3 + (isRepeatedByte ? 1 : bits >> 3)
  }
  return at + checksumBytes
}
