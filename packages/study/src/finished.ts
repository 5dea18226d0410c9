import type { ModelFile } from '@xenolith/core'
import type { CertificateScores } from './recertify.js'

/** A model with its certificate and all that a report shows: `encodeModelFile` gives its bytes. */
export interface Finished {
  readonly refused: false
  readonly file: ModelFile
  /** What the certificate was made from: `recertify` makes it from them again. Absent where nobody holds them. */
  readonly scores?: CertificateScores
}
