import type { Progress } from '@xenolith/core'
import type { Lane } from './lane.js'
import type { Shard } from './shards.js'
import { shareOut } from './share-out.js'

/** Rows that are divided among lanes, each of which holds the whole of a model. */
export interface SharedRows<Output> {
  readonly open: readonly Shard[]
  readonly rows: number
  readonly piece: number
  /** The rows from .. to - 1 as a task reads them. */
  input(from: number, to: number): unknown
  /** Called for every piece, in order. */
  accept(output: Output, from: number, to: number): void
}

/** Every row is seen by one lane; each has the next piece at hand while it works on one. */
export async function shareRows<Output>(work: SharedRows<Output>, progress: Progress): Promise<void> {
  const handles = new Map<Lane, number>(work.open.map(({ lane, handle }) => [lane, handle]))
  await shareOut<Output>(
    {
      lanes: [...handles.keys()],
      total: work.rows,
      piece: work.piece,
      atHand: 2,
      run: (lane, from, to) => lane.run(handles.get(lane)!, work.input(from, to)),
      accept: work.accept,
    },
    progress,
  )
}
