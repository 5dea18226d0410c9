import type { AuditSummary, Certificate } from '../certificates/certificate.js'
import type { AlphaEstimate, AlphaEvidence, Evidence, Sensitivity, TopRows } from '../certificates/evidence-types.js'
import { bad, count, fields, flag, list, number, oneOf, optional, text } from '../codec/shape.js'

/** A certificate as JSON: tau is null when everything alarms. */
export function certificateJson(certificate: Certificate): Record<string, unknown> {
  return { ...certificate, tau: certificate.tau === Number.NEGATIVE_INFINITY ? null : certificate.tau }
}

export function readCertificate(value: unknown): Certificate {
  const c = fields(value, 'the certificate')
  const admissible = fields(c.admissible, 'the certificate')
  const at = 'the certificate'
  const certified = flag(c.certified, at)
  return {
    certified,
    method: oneOf(c.method, at, ['theorem1', 'dkw', 'exact', 'audit', 'algorithm1', 'algorithm1-isotonic']),
    tau: optional(c.tau, at, number) ?? Number.NEGATIVE_INFINITY,
    alpha: number(c.alpha, at),
    alphaSource: oneOf(c.alphaSource, at, ['given', 'audit', 'bound', 'estimate']),
    q: optional(c.q, at, number),
    epsilon: optional(c.epsilon, at, number),
    eta: optional(c.eta, at, number),
    delta: optional(c.delta, at, number),
    recall: optional(c.recall, at, number),
    n0: count(c.n0, at),
    nm: count(c.nm, at),
    falseAlarmRate: number(c.falseAlarmRate, at),
    falseAlarmRateUpper: optional(c.falseAlarmRateUpper, at, number),
    alarmRate: number(c.alarmRate, at),
    admissible: {
      ok: flag(admissible.ok, at),
      worstGap: number(admissible.worstGap, at),
      pValue: number(admissible.pValue, at),
    },
    nominalScores: oneOf(c.nominalScores, at, ['out-of-bag', 'held-out', 'given']),
    assumptions: list(c.assumptions, at, text),
    ...(c.audit === undefined ? {} : { audit: readAudit(c.audit, at) }),
    ...(c.conditional === undefined ? {} : { conditional: readCondition(c.conditional, certified, at) }),
    ...(certified ? {} : { reason: text(c.reason, at) }),
    ...(c.attainable === undefined ? {} : { attainable: readAttainable(c.attainable, at) }),
    ...(c.needed === undefined ? {} : { needed: optional(c.needed, at, readNeeded) }),
  }
}

function readCondition(value: unknown, certified: boolean, at: string): string {
  if (certified) throw bad(`${at} is damaged`)
  return text(value, at)
}

function readAudit(value: unknown, at: string): AuditSummary {
  const audit = fields(value, at)
  return {
    labelled: count(audit.labelled, at),
    aliens: count(audit.aliens, at),
    unsure: count(audit.unsure, at),
    route: optional(audit.route, at, (route) => oneOf(route, at, ['direct', 'exact'])),
  }
}

function readAttainable(value: unknown, at: string): { recall: number | null } {
  return { recall: optional(fields(value, at).recall, at, number) }
}

function readNeeded(value: unknown, at: string): { n0: number; nm: number } {
  const needed = fields(value, at)
  return { n0: count(needed.n0, at), nm: count(needed.nm, at) }
}

export function readEvidence(value: unknown): Evidence {
  const at = 'the evidence'
  const evidence = fields(value, at)
  const curves = fields(evidence.curves, at)
  const histogram = fields(evidence.histogram, at)
  const tradeoff = fields(evidence.tradeoff, at)
  const sizes = fields(evidence.sampleSizes, at)
  const numbers = (v: unknown): number[] => list(v, at, number)
  const read: Evidence = {
    curves: {
      score: numbers(curves.score),
      f0: numbers(curves.f0),
      fm: numbers(curves.fm),
      fa: numbers(curves.fa),
      faIsotonic: numbers(curves.faIsotonic),
    },
    histogram: {
      edges: numbers(histogram.edges),
      nominal: numbers(histogram.nominal),
      mixture: numbers(histogram.mixture),
    },
    tradeoff: {
      q: numbers(tradeoff.q),
      tau: list(tradeoff.tau, at, (v) => optional(v, at, number)),
      falseAlarmRate: numbers(tradeoff.falseAlarmRate),
      alarmRate: numbers(tradeoff.alarmRate),
    },
    sampleSizes: { epsilon: numbers(sizes.epsilon), n: numbers(sizes.n) },
    topRows: optional(evidence.topRows, at, readTopRows),
    ...(evidence.sensitivity === undefined ? {} : { sensitivity: readSensitivity(evidence.sensitivity, at) }),
    ...(evidence.estimates === undefined ? {} : { estimates: readEstimates(evidence.estimates, at) }),
  }
  for (const parts of [Object.values(read.curves), Object.values(read.tradeoff), Object.values(read.sampleSizes)]) {
    checkLengths(parts, at)
  }
  const { edges, nominal, mixture } = read.histogram
  if (nominal.length !== edges.length - 1 || mixture.length !== nominal.length) throw bad(`${at} is damaged`)
  return read
}

function checkLengths(parts: readonly (readonly unknown[])[], at: string): void {
  if (parts.some((part) => part.length !== parts[0].length)) throw bad(`${at} is damaged`)
}

function readSensitivity(value: unknown, at: string): Sensitivity {
  const moved = fields(value, at)
  const curves = {
    alpha: list(moved.alpha, at, number),
    recall: list(moved.recall, at, number),
    promised: list(moved.promised, at, (v) => optional(v, at, number)),
    tau: list(moved.tau, at, (v) => optional(v, at, number)),
    falseAlarmRate: list(moved.falseAlarmRate, at, number),
    alarmRate: list(moved.alarmRate, at, number),
  }
  checkLengths(Object.values(curves), at)
  return { lowerBound: number(moved.lowerBound, at), confidence: number(moved.confidence, at), ...curves }
}

function readEstimates(value: unknown, at: string): AlphaEvidence {
  const evidence = fields(value, at)
  const recommended = fields(evidence.recommended, at)
  return {
    confidence: number(evidence.confidence, at),
    recommended: {
      name: text(recommended.name, at),
      alpha: number(recommended.alpha, at),
      upper: number(recommended.upper, at),
      reason: text(recommended.reason, at),
    },
    estimates: list(evidence.estimates, at, readEstimate),
  }
}

function readEstimate(value: unknown, at: string): AlphaEstimate {
  const estimate = fields(value, at)
  const name = text(estimate.name, at)
  if (estimate.alpha === null) return { name, alpha: null, reason: text(estimate.reason, at) }
  return { name, alpha: number(estimate.alpha, at), interval: optional(estimate.interval, at, readInterval) }
}

function readInterval(value: unknown, at: string): [number, number] {
  const ends = list(value, at, number)
  if (ends.length !== 2) throw bad(`${at} is damaged`)
  return [ends[0], ends[1]]
}

function readTopRows(value: unknown, at: string): TopRows {
  const top = fields(value, at)
  const cell = (v: unknown): string | number | null => {
    if (v !== null && typeof v !== 'string' && typeof v !== 'number') throw bad(`${at} is damaged`)
    return v
  }
  const columns = list(top.columns, at, text)
  const row = list(top.row, at, count)
  const score = list(top.score, at, number)
  const cells = list(top.cells, at, (line) => list(line, at, cell))
  if (
    score.length !== row.length ||
    cells.length !== row.length ||
    cells.some((line) => line.length !== columns.length)
  ) {
    throw bad(`${at} is damaged`)
  }
  return { columns, row, score, cells }
}
