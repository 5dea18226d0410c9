import { expect } from '../errors.js'

/** What every long computation takes: a listener for its progress and a way to stop it. */
export interface Progress {
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** Reports progress and honours an abort; called between units of work (trees, projections, blocks of rows). */
export function report(progress: Progress, done: number, total: number): void {
  progress.onProgress?.(done, total)
  expect(progress.signal?.aborted !== true, 'aborted', 'the work was stopped before it was done')
}
