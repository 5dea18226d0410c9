import type { Verdict } from '@xenolith/core'

/* Verdicts as the service takes, keeps and answers them; its clients read the same types. */

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

/** A verdict on its way to the service. */
export interface Decision {
  readonly row: string
  /** Null takes the last verdict back. */
  readonly verdict: Verdict | null
  /** The number of the verdict that the reviewer saw; 0 where there was none. */
  readonly expected: number
  readonly reason: string | null
  readonly draw: string | null
}

/** How a decision went. */
export type Decided =
  | { readonly outcome: 'done'; readonly row: string; readonly seq: number }
  | { readonly outcome: 'not-found'; readonly row: string }
  | { readonly outcome: 'conflict'; readonly row: string; readonly current: GivenVerdict | null }
