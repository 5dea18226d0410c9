import {
  type Certificate,
  decodeModelFile,
  type ModelFile,
  type NominalRanks,
  planWatch,
  type WatchPlan,
  XenolithError,
} from '@xenolith/core'
import type { CertificateRow } from './store/operations/models.js'
import type { StreamRow, StreamStatus } from './store/operations/streams.js'
import type { Store } from './store/operations.js'

const MOST_MODELS = 16

/** Models in use, decoded once. They never change: their bytes are their identity. */
export function createModels(store: Store): (id: string) => Promise<ModelFile> {
  const loaded = new Map<string, Promise<ModelFile>>()
  return (id) => {
    const known = loaded.get(id)
    if (known !== undefined) return known
    const loading = store.call('modelFile', id).then((row) => {
      if (row === undefined) throw new XenolithError('not-found', `there is no model ${id}`)
      return decodeModelFile(new Uint8Array(row.file))
    })
    loaded.set(id, loading)
    loading.catch(() => loaded.delete(id))
    if (loaded.size > MOST_MODELS) loaded.delete(loaded.keys().next().value!)
    return loading
  }
}

/** The certificate that was stored. */
export function certificateOf(row: CertificateRow): Certificate & { tau: number } {
  const body = JSON.parse(row.body) as Omit<Certificate, 'tau'> & { tau: number | null }
  return { ...body, tau: body.tau ?? Number.NEGATIVE_INFINITY } as Certificate & { tau: number }
}

/** Whether a certificate promises something, and so can be watched and voided. */
export function firstStatus(certificate: Certificate): StreamStatus {
  return certificate.certified ? 'valid' : 'without-promise'
}

/** What is watched on a stream; null where the model file holds no ranks of its nominal scores. */
export function planFor(stream: Pick<StreamRow, 'alpha' | 'confidence'>, row: CertificateRow): WatchPlan | null {
  if (row.ranks === null) return null
  const ranks = JSON.parse(row.ranks) as NominalRanks
  return planWatch({ ranks, alpha: stream.alpha, tau: certificateOf(row).tau, confidence: stream.confidence })
}
