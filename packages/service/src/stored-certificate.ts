import { type Certificate, type NominalRanks, planWatch, type WatchPlan } from '@xenolith/core'
import type { CertificateRow } from './store/operations/models.js'
import type { StreamRow, StreamStatus } from './store/operations/streams.js'

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
