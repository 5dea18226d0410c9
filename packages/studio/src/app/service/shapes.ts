/* What the service answers, as far as the screens read it. */

export type Verdict = 'alien' | 'nominal' | 'unsure'
export type Status = 'valid' | 'at-risk' | 'void' | 'without-promise'
export type Order = 'score' | 'near' | 'time'
export type DrawKind = 'mixture' | 'alarms' | 'non-alarms'
export type Cells = Readonly<Record<string, string | number | null>>

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

/** A verdict as it is kept: only ever added to. */
export interface GivenVerdict {
  readonly seq: number
  readonly row_id: string
  readonly verdict: Verdict | null
  readonly reason: string | null
  readonly basis: 'queue' | 'draw' | 'bulk'
  readonly draw_id: string | null
  readonly reviewer: string
  readonly at: number
}

export interface NumericProfile {
  readonly name: string
  readonly kind: 'numeric'
  readonly missing: number
  readonly quantiles: readonly number[]
}

export interface CategoricalProfile {
  readonly name: string
  readonly kind: 'categorical'
  readonly missing: number
  readonly distinct: number
  readonly categories: readonly string[]
  readonly shares: readonly number[]
}

export type ColumnProfile = NumericProfile | CategoricalProfile

export interface Similar {
  readonly id: string
  readonly key: string
  readonly score: number
}

export interface Why {
  readonly id: string
  readonly score: number
  readonly tau?: number | null
  /** Share of nominal scores below this one. */
  readonly percentile?: number | null
  readonly why: readonly { readonly feature: string; readonly gain: number; readonly nominal?: ColumnProfile }[]
  readonly nearest?: readonly { readonly distance?: number; readonly cells: Cells }[]
  readonly similar?: readonly Similar[]
  readonly similarCount?: number
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

export interface Bounded {
  readonly lower: number
  readonly upper: number
  readonly estimate: number | null
}

export interface Counts {
  readonly alien: number
  readonly nominal: number
  readonly unsure: number
}

export interface Outlook {
  readonly bound: 'precision' | 'alpha' | 'recall'
  readonly side: 'lower' | 'upper'
  readonly of: 'alarms' | 'others' | 'both'
  readonly now: number
  readonly target: number
  readonly labels: number | null
}

export interface ReviewAnswer {
  readonly rows: number
  readonly alarms: number
  readonly drawn: number
  readonly judged: number
  readonly notCounted: number
  readonly ofAlarms: Counts
  readonly ofOthers: Counts
  readonly confidence: number
  readonly precision: Bounded
  readonly alpha: Bounded
  readonly recall: Bounded
  readonly omission: Bounded
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
