import type { Listener } from '@xenolith/study'

/** What a task works with besides what was asked: someone who listens, and a way to be stopped. */
export interface Context extends Listener {
  readonly signal: AbortSignal
}
