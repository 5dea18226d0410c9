import type { Samples } from '../../cdf/samples.js'
import { XenolithError } from '../../errors.js'
import { sortedCopy } from '../../numeric/sort.js'
import type { AuditSummary } from '../certificate.js'
import { falseAlarmUpper } from '../false-alarms/false-alarm.js'
import type { Proved, Refused } from '../method.js'
import { type Audit, auditThreshold } from './audit.js'
import { planAudit } from './planning.js'

export type Verdict = 'nominal' | 'alien' | 'unsure'

/** What a person said of mixture rows drawn at random: `rows` are their positions in the mixture, from 0. */
export interface AuditLabels {
  readonly rows: readonly number[]
  readonly verdicts: readonly Verdict[]
}

/** The scores of the labelled rows, checked. */
export function auditScores({ rows, verdicts }: AuditLabels, { mixture, scoreOfRow }: Samples): Audit {
  if (scoreOfRow === null) throw new XenolithError('bad-argument', 'an audit needs samples whose rows have positions')
  if (rows.length === 0) throw new XenolithError('empty-data', 'the audit has no labelled rows')
  if (rows.length !== verdicts.length) {
    throw new XenolithError('bad-argument', `the audit has ${rows.length} rows but ${verdicts.length} verdicts`)
  }
  const seen = new Set<number>()
  for (const row of rows) {
    if (!(Number.isInteger(row) && row >= 0 && row < mixture.length)) {
      throw new XenolithError('bad-row', `the audit labels row ${row + 1}, but the mixture has ${mixture.length} rows`)
    }
    if (seen.has(row)) throw new XenolithError('bad-row', `the audit labels row ${row + 1} twice`)
    seen.add(row)
  }
  const scoresOf = (verdict: Verdict): Float64Array =>
    sortedCopy(rows.filter((_, i) => verdicts[i] === verdict).map(scoreOfRow))
  return { labelled: rows.length, alienScores: scoresOf('alien'), unsureScores: scoresOf('unsure') }
}

export interface AuditTerms {
  readonly eta: number
  readonly delta: number
  /** A bound on alpha known without the audit. */
  readonly alpha?: number
}

/** The sharper of the two certificates of an audit, and the alpha that it rests on. */
export function proveByAudit(
  samples: Samples,
  audit: Audit,
  terms: AuditTerms,
): (Proved | Refused) & { readonly alpha: number } {
  const { eta, delta } = terms
  const { tau, route, alpha } = auditThreshold({ audit, samples, ...terms })
  const aliens = audit.alienScores.length
  const summary: AuditSummary = { labelled: audit.labelled, aliens, unsure: audit.unsureScores.length, route }
  if (route !== null) {
    const falseAlarmRateUpper = falseAlarmUpper(samples.nominal, tau, delta)
    return { certified: true, tau, q: null, epsilon: null, falseAlarmRateUpper, alpha, audit: summary }
  }
  const share = Math.max(aliens, 1) / audit.labelled
  const enough = planAudit(share, eta, 0.9 * delta)
  return {
    certified: false,
    reason: `${audit.labelled} labels with ${aliens} aliens and ${audit.unsureScores.length} unsure do not carry a miss rate below ${eta}; about ${enough.labels} labels (${enough.aliens} aliens) would`,
    epsilon: null,
    attainable: { recall: null },
    needed: null,
    alpha,
    audit: summary,
  }
}
