import { type Certificate, XenolithError } from '@xenolith/core'
import { refusalError, refusalJson } from '@xenolith/pages/report'
import type { Refusal } from '@xenolith/study'

/** The error of data that cannot carry a promise, with what they could. */
export class Refused extends XenolithError {
  /** What the command prints as JSON. */
  readonly certificate: object

  constructor(refusal: Refusal) {
    const { code, reason, certificate } = refusal
    super(code, certificate === undefined ? reason : refusalError(certificate as Certificate).message)
    this.certificate = refusalJson(refusal)
  }
}
