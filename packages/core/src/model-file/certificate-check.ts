import { isEstimate } from '../certificates/algorithm1/estimates.js'
import type { Certificate, CertificateFields } from '../certificates/certificate.js'
import { methodOf } from '../certificates/methods.js'
import { bad } from '../codec/shape.js'

/** 1 - eta and eta - epsilon are rounded once or twice; nothing else separates the two sides. */
const ROUNDING = 1e-9

/**
 * Refuses a certificate that no method could have issued. Someone who edits one field of a file is found out here; someone
 * who edits all of them alike is not: that takes a signature, or the data (`xenolith verify`).
 */
export function checkCertificate(c: CertificateFields): Certificate {
  const promised = c.certified || c.conditional !== undefined
  const agree = (holds: boolean, what: string): void => {
    if (!holds) throw bad(`the certificate contradicts itself: ${what}`)
  }
  agree(!(c.certified && c.conditional !== undefined), 'certified, but on a condition')
  agree(c.certified === (c.reason === undefined), 'a reason is given exactly where nothing is certified')
  agree(!(c.certified && c.alphaSource === 'estimate'), 'certified, but alpha is an estimate')
  const looked = (c.looks ?? 1) > 1
  agree(!(c.certified && looked), 'certified, but its rows were asked before')
  agree(
    c.conditional === undefined || c.alphaSource === 'estimate' || looked,
    'conditional, but alpha is no estimate and the rows were asked once',
  )
  const restsOn = isEstimate(c.method) ? null : methodOf(c.method).restsOn
  agree((restsOn === 'labels') === (c.audit !== undefined), 'an audit belongs to the method audit')
  agree((restsOn === 'count') === (c.aliensAtMost !== undefined), 'a number of aliens belongs to the method count')
  if (c.aliensAtMost !== undefined) {
    agree(Math.abs(c.alpha * c.nm - c.aliensAtMost) <= ROUNDING * c.nm, 'alpha and the number of aliens')
  }
  agree(c.separation === undefined || c.alphaSource === 'bound', 'an assumption that bounds alpha, which is no bound')
  agree(c.separation === undefined || c.separation.delta < (c.delta ?? 0), 'the bound on alpha took more than delta')
  agree((c.eta === null) === (c.delta === null), 'eta and delta go together')
  if (promised) {
    checkPromise(c, agree)
  } else {
    agree(c.recall === null && c.falseAlarmRateUpper === null, 'it promises, but is not certified')
  }
  if (isEstimate(c.method)) {
    agree(!promised && c.eta === null && c.q !== null, 'Algorithm 1 alone promises nothing')
  } else if (!promised) {
    agree(c.eta !== null && c.tau === Number.NEGATIVE_INFINITY, 'a refusal alarms on everything')
  }
  if (c.tau === Number.NEGATIVE_INFINITY) {
    agree(c.falseAlarmRate === 1 && c.alarmRate === 1, 'everything alarms, but not every row')
  }
  agree(c.admissible.ok === c.admissible.pValue > 0.05, 'the test of admissibility and its p-value')
  if (c.audit !== undefined) {
    const { labelled, aliens, unsure, route } = c.audit
    agree(aliens + unsure <= labelled && labelled >= 1 && labelled <= c.nm, 'the counts of the audit')
    agree((route !== null) === promised, 'the route of the audit')
  }
  return c as Certificate // its fields agree: it has one of the four standings
}

function checkPromise(c: CertificateFields, agree: (holds: boolean, what: string) => void): void {
  const { q, epsilon } = c
  const eta = c.eta ?? Number.NaN
  const recall = c.recall ?? Number.NaN
  agree(c.falseAlarmRateUpper !== null, 'certified, but without a bound on false alarms')
  agree(Math.abs(recall - (1 - eta)) <= ROUNDING, `recall ${c.recall} with a miss rate of ${c.eta}`)
  agree((q === null) === (epsilon === null), 'q and epsilon go together')
  agree(q === null || Math.abs(q + epsilon! - eta) <= ROUNDING, `q ${q} and epsilon ${epsilon} with eta ${eta}`)
}
