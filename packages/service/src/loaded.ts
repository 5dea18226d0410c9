import { decodeModelFile, type ModelFile, type WatchPlan, XenolithError } from '@xenolith/core'
import type { StreamRow } from './store/operations/streams.js'
import type { Store } from './store/operations.js'
import { certificateOf, planFor } from './stored-certificate.js'

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
