import { substream, type Table } from '@xenolith/core'
import type { Dataset } from '../data/dataset.js'
import { drawOrder } from './draw.js'

/** Nominal rows for every two that are used, so that some are left to test on; and the share of aliens that is. */
const NOMINAL_ROWS = 2.4
const ALIEN_SHARE = 2 / 3
const MOST_TEST_ROWS = 5000

export interface Drawn {
  readonly n: number
  readonly nominal: Table
  /** The class of each nominal row. */
  readonly classes: readonly string[]
  readonly mixture: Table
  readonly testNominal: Table
  readonly testAlien: Table
}

/** A nominal sample, a mixture in which every row is alien with probability alpha, and other rows to test on. */
export function drawMixture(dataset: Dataset, alpha: number, largest: number, seed: number): Drawn {
  const known = new Set(dataset.nominal)
  const all = Array.from(dataset.labels.keys())
  const nominals = all.filter((row) => known.has(dataset.labels[row]))
  const aliens = all.filter((row) => !known.has(dataset.labels[row]))
  const n = Math.min(
    largest,
    Math.floor(nominals.length / NOMINAL_ROWS),
    Math.floor((ALIEN_SHARE * aliens.length) / alpha),
  )
  const random = substream(seed, 'aliens in the mixture')
  let count = 0
  for (let i = 0; i < n; i++) if (random.float() < alpha) count++
  const own = drawOrder(nominals.length, nominals.length, substream(seed, 'nominal')).map((i) => nominals[i])
  const strange = drawOrder(aliens.length, aliens.length, substream(seed, 'alien')).map((i) => aliens[i])
  const used = Math.min(count, aliens.length)
  const rows = [...strange.subarray(0, used), ...own.subarray(n, 2 * n - used)]
  const order = drawOrder(rows.length, rows.length, substream(seed, 'order of the mixture'))
  return {
    n,
    nominal: dataset.take(own.subarray(0, n)),
    classes: Array.from(own.subarray(0, n), (row) => dataset.labels[row]),
    mixture: dataset.take(order.map((i) => rows[i])),
    testNominal: dataset.take(own.subarray(2 * n - used).subarray(0, MOST_TEST_ROWS)),
    testAlien: dataset.take(strange.subarray(used).subarray(0, MOST_TEST_ROWS)),
  }
}
