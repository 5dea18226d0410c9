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
function planFor(stream: Pick<StreamRow, 'alpha' | 'confidence'>, row: CertificateRow): WatchPlan | null {
  if (row.ranks === null) return null
  const ranks = JSON.parse(row.ranks) as NominalRanks
  return planWatch({ ranks, alpha: stream.alpha, tau: certificateOf(row).tau, confidence: stream.confidence })
}

/** By what a stream is judged. */
export interface Standard {
  readonly tau: number
  readonly plan: WatchPlan | null
}

const MOST_STANDARDS = 64

/** The standards of streams, worked out once: a certificate never changes, and a plan takes longer than a row. */
export function createStandards(store: Store): (stream: StreamRow) => Promise<Standard> {
  const known = new Map<string, Promise<Standard>>()
  return (stream) => {
    const key = `${stream.certificate_id} ${stream.alpha} ${stream.confidence}`
    let standard = known.get(key)
    if (standard === undefined) {
      standard = store.call('certificate', stream.certificate_id).then((row) => {
        if (row === undefined) throw new XenolithError('not-found', `there is no certificate ${stream.certificate_id}`)
        return { tau: certificateOf(row).tau, plan: planFor(stream, row) }
      })
      known.set(key, standard)
      standard.catch(() => known.delete(key))
      if (known.size > MOST_STANDARDS) known.delete(known.keys().next().value!)
    }
    return standard
  }
}
