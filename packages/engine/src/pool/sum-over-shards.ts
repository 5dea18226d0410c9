import type { Progress } from '@xenolith/core'
import type { Shard } from './shards.js'
import { shareOut } from './share-out.js'

/** Rows that every shard of a model sees, block by block, and what it adds to them. */
export interface ShardedSum<Output> {
  readonly shards: readonly Shard[]
  readonly rows: number
  readonly rowBytes: number
  /** The rows from .. to - 1 as a task reads them. */
  input(from: number, to: number): { readonly input: unknown; readonly transfer: ArrayBuffer[] }
  /** The arrays of a task's answer, `width` of them. */
  output(value: Output): readonly Float64Array[]
  readonly width: number
}

const PIECE_BYTES = 4 * 2 ** 20
const LEAST_PIECE = 1024
const MOST_PIECE = 16384

/** Every shard has a queue of its own; the rows of a block are ready when all shards have seen them. */
export async function sumOverShards<Output>(work: ShardedSum<Output>, progress: Progress): Promise<Float64Array[]> {
  const { shards, rows, width } = work
  const sums = Array.from({ length: width }, () => new Float64Array(rows))
  if (rows === 0) return sums
  const [{ lane, handle }] = shards
  const { signal, onProgress } = progress
  if (rows <= LEAST_PIECE && lane.local && signal === undefined && onProgress === undefined) {
    const { input, transfer } = work.input(0, rows)
    return [...work.output(await lane.run<Output>(handle, input, transfer))]
  }
  const piece = Math.max(LEAST_PIECE, Math.min(MOST_PIECE, Math.floor(PIECE_BYTES / work.rowBytes)))
  const seen = shards.map(() => 0)
  const reported = {
    signal: progress.signal,
    onProgress:
      progress.onProgress &&
      (() => {
        const least = Math.min(...seen)
        if (least > last) progress.onProgress!((last = least), rows)
      }),
  }
  let last = 0
  await Promise.all(
    shards.map(({ lane, handle }, k) =>
      shareOut<Output>(
        {
          lanes: [lane],
          total: rows,
          piece,
          run: (_, from, to) => {
            const { input, transfer } = work.input(from, to)
            return lane.run(handle, input, transfer)
          },
          accept: (value, from, to) => {
            work.output(value).forEach((part, w) => {
              const sum = sums[w]
              for (let i = from; i < to; i++) sum[i] += part[i - from]
            })
            seen[k] = to
          },
        },
        reported,
      ),
    ),
  )
  return sums
}
