import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { Source } from './open.js'
import { expandPath } from './system/paths.js'

/** What identifies a file's content; for several files, that of their bytes one after the other, in sorted order. */
export interface Fingerprint {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

export async function fingerprint(path: string | Pick<Source, 'displayName' | 'files'>): Promise<Fingerprint> {
  const { displayName, files } = typeof path === 'string' ? { displayName: path, files: await expandPath(path) } : path
  const hash = createHash('sha256')
  let bytes = 0
  for (const file of files) {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
      hash.update(chunk)
      bytes += chunk.length
    }
  }
  return { name: basename(displayName), bytes, sha256: hash.digest('hex') }
}
