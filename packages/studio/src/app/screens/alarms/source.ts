import type { Decision, GivenVerdict } from '@xenolith/service/shapes'
import type { Outcome } from '../../service/outbox.ts'
import type { Why } from '../../service/shapes.ts'
import type { Item } from './queue.ts'

/** In which order rows are judged. Only the draw is random, so only its verdicts enter bounds. */
export type QueueOrder = 'score' | 'near' | 'time' | 'draw'

export interface QueuePage {
  readonly items: readonly Item[]
  /** Where the next page begins; null at the end. */
  readonly next: string | null
}

/** Something that happened to the queue while it is open. */
export type News =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  | { readonly kind: 'verdict'; readonly given: GivenVerdict }
  | { readonly kind: 'alarms'; readonly count: number }

/** Where rows to judge come from: a stream of the service, or the file that is open. */
export interface AlarmSource {
  /** Changes when another stream or file is open. */
  readonly key: string
  readonly orders: readonly QueueOrder[]
  page(order: QueueOrder, after: string | null): Promise<QueuePage>
  /** One row, wherever it stands in the queue. */
  row(id: string): Promise<Item>
  /** The share of rows that alarmed when the certificate was made; null where nobody knows. */
  alarmRate(): Promise<number | null>
  why(id: string): Promise<Why>
  /** All verdicts of a row, oldest first. */
  verdicts(id: string): Promise<readonly GivenVerdict[]>
  decide(decisions: readonly Decision[], bulk: boolean): Promise<void>
  /** Rows with a verdict of ours that is not confirmed. */
  onTheWay(): ReadonlySet<string>
  listen(hear: (news: News) => void): () => void
}
