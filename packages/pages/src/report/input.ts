import type { Certificate, Evidence, Settings } from '@xenolith/core'
import type { SignatureFacts } from './signature.js'

/** Everything a report is drawn from. */
export interface ReportInput {
  readonly certificate: Certificate
  readonly evidence: Evidence
  /** The detector in words. */
  readonly detector: string
  readonly features: readonly { readonly name: string; readonly kind: string }[]
  /** Fingerprints of the files. */
  readonly data: readonly {
    readonly role: string
    readonly name: string
    readonly rows: number
    readonly bytes: number
    readonly sha256: string
  }[]
  readonly seed: number
  /** The column that names rows. */
  readonly id?: string | null
  readonly version: string
  /** Other methods' certificates on the same data. */
  readonly alternatives?: readonly Certificate[]
  /** Left out of the page if nobody looked. */
  readonly signature?: SignatureFacts
  /** What was asked for, as the model file recorded it. */
  readonly settings?: Settings
  /** The day of the report, as it is to be shown. */
  readonly made?: string
}
