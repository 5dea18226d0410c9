import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { readError, systemCode, writeError } from './errors.js'
import { keepTemporary, releaseTemporary } from './temporary.js'

export interface Spool {
  readonly file: string
  remove(): Promise<void>
}

/** An input that can be read only once (standard input, a pipe) copied to a temporary file, which can be read again. */
export async function spool(input: AsyncIterable<Uint8Array | string>, shown: string): Promise<Spool> {
  const folder = await temporaryFolder()
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    releaseTemporary(folder)
  }
  const file = join(folder, 'input')
  try {
    const bytes = await copy(input, file, folder, shown)
    if (bytes === 0) throw new XenolithError('empty-data', `${shown} is empty`)
    return { file, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function temporaryFolder(): Promise<string> {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
    keepTemporary(folder)
    return folder
  } catch (error) {
    throw temporaryError(error, tmpdir())
  }
}

async function copy(
  input: AsyncIterable<Uint8Array | string>,
  file: string,
  folder: string,
  shown: string,
): Promise<number> {
  const handle = await open(file, 'wx', 0o600).catch((error) => {
    throw temporaryError(error, folder)
  })
  let bytes = 0
  try {
    const chunks = input[Symbol.asyncIterator]()
    for (;;) {
      const { value, done } = await chunks.next().catch((error) => {
        throw readError(error, shown)
      })
      if (done) return bytes
      const chunk = Buffer.from(value as Uint8Array)
      bytes += chunk.length
      await handle.writeFile(chunk).catch((error) => {
        throw temporaryError(error, folder)
      })
    }
  } finally {
    await handle.close()
  }
}

function temporaryError(error: unknown, folder: string): unknown {
  if (systemCode(error) !== 'ENOSPC' && systemCode(error) !== 'EDQUOT') {
    return writeError(error, `the temporary folder ${folder}`)
  }
  return new XenolithError(
    'output-unwritable',
    `the temporary folder ${folder} is full; set TMPDIR to a folder with more room, or give a file instead of a pipe`,
  )
}
