import type { Arena } from '../memory/arena.js'
import { type ForestFitSetup, type Judge, type JudgePlaces, treeBytes } from './fit-setup.js'

/** Rows that stay in the cache of a core while trees pass over them. */
const BLOCK_BYTES = 160 * 1024
/** Trees that judge a block one after another, as far as their records and lists take no more than so much. */
const BATCH = 16
const BATCH_BYTES = 32 * 2 ** 20

/** Judges training rows by their values: for missing values and categories, and for tables too long for ranks. */
export function plainJudge(arena: Arena, setup: ForestFitSetup, places: JudgePlaces): Judge {
  const { rows, subsample: psi, mixed } = setup
  const { flags, kinds, leafDepth, sums } = places
  const { kernels } = arena
  const stride = 8 * setup.columns.length
  const judged = arena.put(setup.encoded!)
  const bagged = arena.take(rows)
  const list = arena.take(8 * rows + 64)
  const scratch = arena.take(12 * psi + 64)

  // Trees of numbers judge in batches, so that far rows are read once for several trees.
  const near = rows * stride <= BLOCK_BYTES || mixed
  const recordBytes = treeBytes(psi, flags)
  const listBytes = 4 * (rows + 1)
  const batch = near ? 1 : Math.max(1, Math.min(BATCH, Math.floor(BATCH_BYTES / (recordBytes + listBytes))))
  const records = arena.take(batch * recordBytes)
  const lists = arena.take(batch * listBytes)
  const judges = arena.take(12 * batch)
  const blockRows = near ? rows : Math.max(64, Math.floor(BLOCK_BYTES / stride))
  let waiting = 0

  function finish(): void {
    if (waiting > 0) kernels.judge(flags, judges, waiting, judged, stride, rows, blockRows, sums, list)
    waiting = 0
  }

  return {
    add(nodes, count) {
      const tree = records + waiting * recordBytes
      const outside = lists + waiting * listBytes
      kernels.layout(flags, nodes, 0, count, psi, mixed ? kinds : 0, leafDepth, scratch, tree)
      const end = kernels.listOutOfBag(places.order, psi, rows, bagged, places.inBag, outside) >>> 0
      if (mixed) {
        kernels.walk(flags, tree, 0, judged, stride, outside, (end - outside) / 4, sums, list)
        return
      }
      arena.view(Uint32Array, judges + 12 * waiting, 3).set([tree, outside, end])
      waiting++
      if (waiting === batch) finish()
    },
    finish,
  }
}
