import type { Table } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import type { Kernel } from '../kernel.js'
import { fitForest } from './fit.js'
import { isMixed, isPlain } from './rows.js'
import { scoreForest } from './score.js'
import { RANK_FROM_ROWS } from './score-task.js'

/** The largest forest that is kept to judge many rows as a whole, ranked, in a third of the time of its trees one by one: about 150 MB. */
const WHOLE_MOST_NODES = 4_000_000

export const forestKernel: Kernel<internals.Detectors['iforest']> = {
  fit: fitForest,
  score: scoreForest,
  readsAsIs: (model, table) => isPlain(table, model.features),
  scoresFasterWhole(nominal: Table, others, options) {
    const { trees, subsample } = internals.planForest(nominal, options)
    const rows = others.reduce((sum, other) => sum + other.rows, 0)
    return rows >= RANK_FROM_ROWS && trees * subsample <= WHOLE_MOST_NODES && ![nominal, ...others].some(isMixed)
  },
  openAs: (model) => model.forest,
}
