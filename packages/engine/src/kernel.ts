import type { Progress, Table } from '@xenolith/core'
import type * as internals from '@xenolith/core/internals'
import type { Fitted, Wanted } from './fitted.js'
import type { Pool } from './pool/pool.js'
import type { Shards } from './pool/shards.js'

type Types = internals.Detectors[keyof internals.Detectors]

/** A detector on kernels and workers: core's answers, bit for bit. */
export interface Kernel<Of extends Pick<Types, 'options' | 'model'> = Pick<Types, 'options' | 'model'>> {
  /** Undefined if the kernels cannot do it (the tables are too large for one memory): core's own fit takes over. */
  fit(pool: Pool, table: Table, options: Of['options'], wanted: Wanted): Promise<Fitted<Of['model']> | undefined>
  /** Scores an aligned table. */
  score(pool: Pool, shards: Shards, model: Of['model'], table: Table, progress: Progress): Promise<Float64Array>
  /** Whether a table can be scored as it is, without being aligned and checked. */
  readsAsIs(model: Of['model'], table: Table): boolean
  /** Whether the whole model scores other tables faster than its parts do one by one while they are made. */
  scoresFasterWhole(nominal: Table, others: readonly Table[], options: Of['options']): boolean
  /** The part of a model that its open tasks belong to. */
  openAs(model: Of['model']): object
}
