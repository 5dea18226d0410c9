import { decodeModelFile, type ReadModelFile, XenolithError } from '@xenolith/core'
import { type SignatureState, signatureOf } from '../signing/signature.js'
import { readPlainFile } from '../system/plain-file.js'

/** No model is larger than the largest buffer that every supported Node can read. */
const MODEL = { what: 'a model', most: 2 ** 31 - 1, tooLarge: 'bad-model' } as const

/** A model with the bytes it was read from and what became of its signature. */
export interface OpenedModel {
  readonly file: ReadModelFile
  readonly bytes: Uint8Array
  readonly signature: SignatureState
}

/** Reads a model file, or says in one line why not. */
export async function readModel(path: string): Promise<ReadModelFile> {
  return (await openModel(path)).file
}

/** The same, for those who want to know where it comes from. */
export async function openModel(path: string): Promise<OpenedModel> {
  const bytes = await readPlainFile(path, MODEL)
  try {
    return { file: decodeModelFile(bytes), bytes, signature: signatureOf(bytes) }
  } catch (error) {
    if (error instanceof XenolithError) throw new XenolithError(error.code, `${path}: ${error.message}`)
    throw error
  }
}
