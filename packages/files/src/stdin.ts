import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { XenolithError } from '@xenolith/core'
import { keepTemporary, releaseTemporary } from './temporary.js'

export interface Spool {
  readonly file: string
  remove(): Promise<void>
}

/** Standard input copied to a temporary file, since types are found by one reading and values by another. */
export async function spool(input: NodeJS.ReadableStream = process.stdin): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
  keepTemporary(folder)
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    releaseTemporary(folder)
  }
  const file = join(folder, 'stdin')
  try {
    const handle = await open(file, 'wx', 0o600)
    const sink = handle.createWriteStream()
    await pipeline(input, sink)
    if (sink.bytesWritten === 0) throw new XenolithError('empty-data', 'stdin is empty')
    return { file, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
