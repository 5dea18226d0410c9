import { readFile } from 'node:fs/promises'
import { decodeModelFile, type ModelFile, XenolithError } from '@xenolith/core'

const REASONS: Record<string, ['file-missing' | 'file-unreadable', string]> = {
  ENOENT: ['file-missing', 'there is no such file'],
  EISDIR: ['file-unreadable', 'it is a folder, expected a model file'],
  EACCES: ['file-unreadable', 'permission denied'],
}

/** Reads a model file, or says in one line why not. */
export async function readModel(path: string): Promise<ModelFile> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (error) {
    const [code, why] = REASONS[(error as NodeJS.ErrnoException).code ?? ''] ?? ['file-unreadable', String(error)]
    throw new XenolithError(code, `${path}: ${why}`)
  }
  try {
    return decodeModelFile(bytes)
  } catch (error) {
    if (error instanceof XenolithError) throw new XenolithError(error.code, `${path}: ${error.message}`)
    throw error
  }
}
