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

/**
 * Reads a model file, or says in one line why not.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const samples = prepare(nominal, mixture)
 * const certificate = certify({ samples, alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const evidence = gatherEvidence({ samples, alpha: 0.55, delta: 0.2, decision: certificate })
 * const { model } = fit(numericTable([[0], [1], [2], [3]]), { trees: 10 })
 * const record = { version: '1.0.0', seed: 1, id: null, data: [], alternatives: [] }
 * const bytes = encodeModelFile({ model, certificate, evidence, ...record })
 * await writeFile(join(folder, 'model.xeno'), bytes)
 * const file = await readModel(join(folder, 'model.xeno'))
 * file.certificate.recall // => 0.5
 * await rm(folder, { recursive: true })
 * ```
 */
export async function readModel(path: string): Promise<ReadModelFile> {
  return (await openModel(path)).file
}

/**
 * The same, for those who want to know where it comes from.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const nominal = Float64Array.from({ length: 400 }, (_, i) => i)
 * const mixture = nominal.map((score, i) => (i % 2 === 0 ? score + 0.5 : 1000 + i))
 * const samples = prepare(nominal, mixture)
 * const certificate = certify({ samples, alpha: 0.55, recall: 0.5, confidence: 0.8 })
 * const evidence = gatherEvidence({ samples, alpha: 0.55, delta: 0.2, decision: certificate })
 * const { model } = fit(numericTable([[0], [1], [2], [3]]), { trees: 10 })
 * const record = { version: '1.0.0', seed: 1, id: null, data: [], alternatives: [] }
 * const bytes = encodeModelFile({ model, certificate, evidence, ...record })
 * await writeFile(join(folder, 'model.xeno'), bytes)
 * const { signature } = await openModel(join(folder, 'model.xeno'))
 * signature // => { state: 'unsigned' }
 * await rm(folder, { recursive: true })
 * ```
 */
export async function openModel(path: string): Promise<OpenedModel> {
  const bytes = await readPlainFile(path, MODEL)
  try {
    return { file: decodeModelFile(bytes), bytes, signature: signatureOf(bytes) }
  } catch (error) {
    if (error instanceof XenolithError) throw new XenolithError(error.code, `${path}: ${error.message}`)
    throw error
  }
}
