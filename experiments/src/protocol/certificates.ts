import { type CertifyInput, certify, type Method, type Verdict, XenolithError } from '@xenolith/core'
import { shareAbove } from '@xenolith/core/internals'
import type { CertificateSettings } from '../settings.js'

/** Certificates on a mixture whose truth is known, and the rows that show what they deliver. */
export interface CertificateCase {
  readonly nominal: Float64Array
  readonly mixture: Float64Array
  readonly isAlien: (row: number) => boolean
  /** The share of aliens in the mixture. */
  readonly alpha: number
  /** Rows of the mixture whose truth the audit gets. */
  readonly audited: readonly number[]
  /** Ascending scores of rows that had no part in anything. */
  readonly testNominal: Float64Array
  readonly testAlien: Float64Array
}

/** What one certificate promised and delivered; null where it was refused. */
export type Delivered = readonly [recall: number, falseAlarmRate: number, falseAlarmRateUpper: number] | null

export const certificateMethods: readonly Method[] = ['theorem1', 'dkw', 'exact', 'audit']

/** For every promised recall, what each method delivered, in the order of `certificateMethods`. */
export function deliver(on: CertificateCase, settings: CertificateSettings): Delivered[][] {
  const { confidence, recalls } = settings
  const { nominal, mixture, alpha, audited } = on
  const audit = {
    rows: audited,
    verdicts: audited.map((row): Verdict => (on.isAlien(row) ? 'alien' : 'nominal')),
  }
  return recalls.map((recall) =>
    certificateMethods.map((method): Delivered => {
      const promise = { nominal, mixture, recall, confidence, method }
      const found = attempt(method === 'audit' ? { ...promise, audit } : { ...promise, alpha })
      if (found === null) return null
      return [shareAbove(on.testAlien, found.tau), shareAbove(on.testNominal, found.tau), found.falseAlarmRateUpper]
    }),
  )
}

/** Data that refute alpha carry no promise either. */
function attempt(input: CertifyInput): { readonly tau: number; readonly falseAlarmRateUpper: number } | null {
  try {
    const { certified, tau, falseAlarmRateUpper } = certify(input)
    return certified ? { tau, falseAlarmRateUpper: falseAlarmRateUpper ?? 1 } : null
  } catch (error) {
    if (error instanceof XenolithError && error.code === 'alpha-refuted') return null
    throw error
  }
}
