import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { decodeModelFile, type ModelFile, XenolithError } from '@xenolith/core'
import { readError } from '../system/errors.js'

/** No model is larger than the largest buffer that every supported Node can read. */
const LARGEST_MODEL = 2 ** 31 - 1

/** Reads a model file, or says in one line why not. */
export async function readModel(path: string): Promise<ModelFile> {
  const bytes = await readRegularFile(path)
  try {
    return decodeModelFile(bytes)
  } catch (error) {
    if (error instanceof XenolithError) throw new XenolithError(error.code, `${path}: ${error.message}`)
    throw error
  }
}

/** All bytes of a plain file; its kind and its size are looked at before any of it is read. */
async function readRegularFile(path: string): Promise<Uint8Array> {
  try {
    // Non-blocking, so that a pipe without a writer is refused and not waited for.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const info = await handle.stat()
      if (info.isDirectory()) throw new XenolithError('file-unreadable', `${path} is a folder, expected a model file`)
      if (!info.isFile()) throw new XenolithError('file-unreadable', `${path} is not a plain file, which a model is`)
      if (info.size > LARGEST_MODEL) {
        throw new XenolithError('bad-model', `${path}: ${info.size} bytes; a model has at most ${LARGEST_MODEL}`)
      }
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw readError(error, path)
  }
}
