import type { Arena } from '../memory/arena.js'
import type { ForestFitSetup, Judge, JudgePlaces } from './fit-setup.js'
import {
  MOST_ENDS,
  MOST_RECORDS,
  placeScale,
  RADIX_COUNTS,
  SCALE_BYTES,
  takeEnds,
  takePacking,
  takeRoute,
} from './ranked-memory.js'

/** Rows are numbered, and values ranked, by 16 bits. */
const MOST_ROWS = 65535
const MOST_FEATURES = 32767
const RECORD_BYTES = 12
/** Ends that one tree may need beyond those in use. */
const SPARE_ENDS = 512

export function canJudgeByRank({ mixed, rows, subsample, columns }: ForestFitSetup): boolean {
  return !mixed && rows <= MOST_ROWS && columns.length <= MOST_FEATURES && subsample <= MOST_RECORDS
}

/** Judges training rows by the ranks of their values in the training table, which are the same for all trees. */
export function rankedJudge(arena: Arena, setup: ForestFitSetup, places: JudgePlaces): Judge {
  const { kernels } = arena
  const { rows, subsample: psi, rangeCheck, leafDepth } = setup
  const width = setup.columns.length
  const stride = Math.ceil(rows / 32) * 64
  const columns = arena.take(stride * width)
  const scales = arena.take(SCALE_BYTES * width)
  rankColumns()
  const ends = takeEnds(arena, leafDepth)
  // Trees judge piece by piece: what growing reads, what ranking reads and what judging reads do not fit a cache together.
  const records = arena.take(RECORD_BYTES * psi * setup.piece)
  const samples = arena.take(4 * psi * setup.piece)
  const starts = arena.take(4 * width + 4)
  const byFeature = arena.take(4 * psi * setup.piece)
  const numbers = arena.take(48 * psi * setup.piece)
  const nodes = arena.take(32)
  const counts: number[] = []
  const route = takeRoute(arena, { columns, stride, sums: places.sums, adds: ends.adds, rows })
  const packing = takePacking(arena)
  const outside = arena.take(2 * rows + 32)
  const bagged = arena.take(rows + 16)

  function rankColumns(): void {
    const distinct = arena.take(8 * rows)
    const keys = arena.take(8 * rows)
    const ranks = arena.take(4 * rows)
    const spareKeys = arena.take(8 * rows)
    const spareRanks = arena.take(4 * rows)
    const radix = arena.take(4 * RADIX_COUNTS)
    for (let j = 0; j < width; j++) {
      kernels.noteColumn(places.columns + 8 * rows * j, rows, keys, ranks, columns + stride * j)
      const count = kernels.assignRanks(keys, ranks, rows, spareKeys, spareRanks, radix, distinct)
      placeScale(arena, arena.copy(Float64Array, distinct, count), Math.max(1, 2 * count), scales + SCALE_BYTES * j)
    }
  }

  return {
    add(tree, count) {
      if (counts.length === 0) arena.move(tree, nodes, 32)
      arena.move(places.order, samples + 4 * psi * counts.length, 4 * psi)
      counts.push(count)
    },
    finish() {
      const total = counts.reduce((sum, n) => sum + n, 0)
      kernels.recordTrees(nodes, total, rangeCheck, scales, width, starts, byFeature, numbers, records)
      let first = 0
      counts.forEach((count, k) => {
        const sample = samples + 4 * psi * k
        const end = kernels.listOutside(sample, psi, rows, bagged, places.inBag, packing, outside) >>> 0
        const judged = (end - outside) / 2
        if (count === 0) addToAll(judged, leafDepth[psi])
        else {
          if (ends.used() > MOST_ENDS - SPARE_ENDS) ends.clear()
          kernels.recordChildren(nodes, first, count, ends.at, records)
          kernels.routeRows(records + RECORD_BYTES * first, route, outside, judged)
        }
        first += count
      })
      counts.length = 0
    },
  }

  /** A tree that is a leaf adds the same to all. */
  function addToAll(judged: number, depth: number): void {
    const sums = arena.view(Float64Array, places.sums, rows)
    for (const row of arena.view(Uint16Array, outside, judged)) sums[row] += depth
  }
}
