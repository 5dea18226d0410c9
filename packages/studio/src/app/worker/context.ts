import { XenolithError } from '@xenolith/core'
import type { Listener } from '@xenolith/study'

/** What a task works with besides what was asked: someone who listens, and a way to be stopped. */
export interface Context extends Listener {
  readonly signal: AbortSignal
}

/** Asked by a task before it changes the session: work that was overtaken changes nothing, however late it ends. */
export function stopIfAborted({ signal }: Context): void {
  if (signal.aborted) throw new XenolithError('aborted', 'the work was stopped before it was done')
}
