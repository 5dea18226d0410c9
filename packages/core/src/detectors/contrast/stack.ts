import { alignTable, type Table } from '../../data/table.js'
import { sampleToFront, substream } from '../../numeric/random.js'
import { type Scaling, scalings } from '../coordinates/scale.js'
import { fitKnn, type KnnModel, type KnnOptions, scoreKnn } from '../knn/knn.js'

/*
 * Scores of one-class detectors as further features of the contrast forest. They are fitted to reference rows that are
 * set aside: nominal rows that neither train the forest nor are scored. Were a nominal row compared with its own sample
 * without itself, a mixture row at the same place would have one neighbour more, and the forest would learn from that who
 * is in the nominal file.
 */

/** What the forest looks at besides the features. */
export type Stack = 'none' | 'knn'

export const stacks: readonly Stack[] = ['none', 'knn']

/** The share of the nominal rows that is set aside for references. */
export const ASIDE_SHARE = 0.25

/** The options of the models in a stack. */
export function stackedOptions(stack: Stack, seed: number): KnnOptions[] {
  return stack === 'none' ? [] : scalings.map((scaling: Scaling) => ({ scaling, seed }))
}

/** Nominal rows that are set aside, and the others, each ascending. */
export interface Aside {
  readonly references: Int32Array
  readonly kept: Int32Array
}

export function setAside(rows: number, stack: Stack, seed: number): Aside {
  const count = stack === 'none' ? 0 : Math.round(ASIDE_SHARE * rows)
  const order = new Int32Array(rows)
  sampleToFront(order, count, substream(seed, 'set aside'))
  return { references: order.slice(0, count).sort(), kept: order.slice(count).sort() }
}

/** How the models of a stack are fitted and scored; the engine has faster ways with the same answers. */
export function fitStack(table: Table, options: readonly KnnOptions[]): KnnModel[] {
  return options.map((one) => fitKnn(table, one).model)
}

export function stackScores(models: readonly KnnModel[], table: Table): Float64Array[] {
  return models.map((model) => scoreKnn(model, alignTable(table, model.features)))
}
