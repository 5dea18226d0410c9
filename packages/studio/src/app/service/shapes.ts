import type { Outlook, Review, Verdict, Verdicts } from '@xenolith/core'
import type { Cells, Percentile, WhyColumn } from '@xenolith/study'

/* What the service answers, as far as the screens read it. */

export type Status = 'valid' | 'at-risk' | 'void' | 'without-promise'
export type Order = 'score' | 'near' | 'time'
export type DrawKind = 'mixture' | 'alarms' | 'non-alarms'

export interface Stream {
  readonly id: string
  readonly name: string
  readonly model: string
  readonly certificate: string
  readonly alpha: number
  readonly confidence: number
  readonly windowRows: number
  readonly sampleRate: number
  readonly status: Status
  readonly promise: boolean
  readonly reason: string | null
  readonly rows: number
  readonly alarms: number
  readonly createdAt: number
}

export interface AlarmRow {
  readonly id: string
  readonly stream: string
  readonly row: number
  readonly key: string
  readonly score: number
  readonly alarm: boolean
  readonly cells: Cells | null
  readonly scoredAt: number
  readonly verdict: Verdict | null
  readonly verdictSeq: number
}

export interface Neighbour {
  readonly distance: number
  readonly cells: Cells
}

export interface Similar extends Neighbour {
  readonly id: string
  readonly key: string
  readonly score: number
}

export interface Why {
  readonly id: string
  readonly score: number
  readonly tau: number | null
  /** Between which shares of the nominal scores the score lies. */
  readonly percentile: Percentile | null
  /** Every column, the largest gain first. */
  readonly columns: readonly WhyColumn[]
  /** The nearest nominal rows; null where the model holds none. */
  readonly neighbours: readonly Neighbour[] | null
  /** Open alarms like it, the nearest first. */
  readonly similar: readonly Similar[]
}

export interface Draw {
  readonly id: string
  readonly number: number
  readonly kind: DrawKind
  readonly size: number
  readonly judged: number
  readonly closed: boolean
  readonly drawnAt: number
  readonly drawnBy: string
}

export interface ReviewAnswer extends Review {
  readonly rows: number
  readonly alarms: number
  readonly drawn: number
  readonly judged: number
  readonly notCounted: number
  readonly ofAlarms: Verdicts
  readonly ofOthers: Verdicts
  readonly moreLabels: readonly Outlook[]
  readonly disagreements: readonly string[]
  readonly assumptions: readonly string[]
}

export interface WatchWindow {
  readonly number: number
  readonly closed: boolean
  readonly startsAt: number
  readonly endsAt: number
  readonly rows: number
  readonly alarms: number
  readonly logEvidence: number | null
  readonly logRestarted: number | null
  readonly state: Status | null
}

/** Natural logarithms of evidence, and shares of rows. */
export interface WatchLimits {
  readonly voidAt: number
  readonly riskAt: number
  readonly alarmsAtMost: number
}

export interface HistoryEvent {
  readonly seq: number
  readonly at: number
  readonly actor: string
  readonly kind: string
  readonly subject: string
  readonly body: unknown
  readonly prev: string
  readonly hash: string
}

export interface Me {
  readonly name: string
  readonly role: 'ingest' | 'read' | 'review' | 'admin'
  readonly guarded: boolean
  /** The number of the last event, where the live ones go on. */
  readonly lastEvent: number
}

export interface CertificateAnswer {
  readonly id: string
  readonly certified: boolean
  readonly certificate: Readonly<Record<string, unknown>>
}
