import { createHash, randomUUID } from 'node:crypto'
import { certificateJson, decodeModelFile } from '@xenolith/core'
import type { Store } from './store/operations.js'

/** Adds a model file with its own certificate; the same bytes are the same model. */
export function addModelFile(
  store: Store,
  bytes: Uint8Array,
  { name, actor, at }: { readonly name?: string; readonly actor: string; readonly at: number },
) {
  const { certificate, evidence, format } = decodeModelFile(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const json = certificateJson(certificate)
  return store.call('addModel', {
    model: {
      id: randomUUID(),
      name: name ?? `model-${sha256.slice(0, 8)}`,
      sha256,
      format,
      bytes: bytes.length,
      created_at: at,
      created_by: actor,
    },
    file: bytes,
    certificate: {
      id: randomUUID(),
      certified: certificate.certified ? 1 : 0,
      tau: json.tau as number | null,
      body: JSON.stringify(json),
      ranks: evidence.ranks === undefined ? null : JSON.stringify(evidence.ranks),
      looks: certificate.looks ?? 1,
      supersedes: null,
    },
  })
}
