import type { AuditSummary } from '../certificate.js'
import { falseAlarmUpper } from '../false-alarms/false-alarm.js'
import type { Prover } from '../method.js'
import { auditThreshold } from './audit.js'
import { auditScores } from './labels.js'
import { planAudit } from './planning.js'

/** The sharper of the two certificates of an audit, and the alpha that it rests on. */
export const proveByAudit: Prover = (samples, { alpha: known, eta, delta, audit: labels }) => {
  const audit = auditScores(labels!, samples)
  const { tau, route, alpha, spent } = auditThreshold({ audit, samples, eta, delta, alpha: known })
  const aliens = audit.alienScores.length
  const summary: AuditSummary = { labelled: audit.labelled, aliens, unsure: audit.unsureScores.length, route }
  if (route !== null) {
    const falseAlarmRateUpper = falseAlarmUpper(samples.nominal, tau, delta)
    return { certified: true, tau, q: null, epsilon: null, falseAlarmRateUpper, alpha, audit: summary, spent }
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
    spent,
  }
}
