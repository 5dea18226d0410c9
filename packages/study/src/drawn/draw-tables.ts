import { type Column, prepare, selectRows, type Table, XenolithError } from '@xenolith/core'
import { type Drawn, RowDraw, TIE_ROWS, tieSeed } from '@xenolith/core/internals'
import { named, type Work } from '../listener.js'
import type { StudyData } from '../request.js'
import type { DrawnData } from './drawn-data.js'

/**
 * How many rows of each sample are drawn: those for training and those that break ties.
 *
 * @example
 * ```ts
 * drawSizes(5000) // => { nominal: 9096, mixture: 5000 }
 * ```
 */
export function drawSizes(trainRows: number): { readonly nominal: number; readonly mixture: number } {
  return { nominal: trainRows + TIE_ROWS, mixture: Math.max(trainRows, TIE_ROWS) }
}

/**
 * Refuses to train on all nominal rows: none would be left to certify.
 *
 * @example
 * ```ts
 * checkTrainRows(100, 1000, { listener: silent }) // => undefined
 * ```
 */
export function checkTrainRows(trainRows: number, nominalRows: number, { listener }: Pick<Work, 'listener'>): void {
  if (Number.isSafeInteger(trainRows) && trainRows >= 1 && trainRows < nominalRows) return
  const option = named(listener, 'trainRows')
  throw new XenolithError(
    'bad-option',
    `${option} must be a whole number from 1 to ${nominalRows - 1}, fewer than the ${nominalRows} nominal rows: the others certify; got ${trainRows}`,
  )
}

/** Draws from tables that are held whole. */
export function drawFromTables(data: StudyData, trainRows: number, seed: number, work: Work): DrawnData {
  const { nominal, mixture, classes, nominalIds, mixtureIds } = data
  if (data.audit !== undefined) {
    const option = named(work.listener, 'trainRows')
    throw new XenolithError('bad-option', `${option} does not go with ${named(work.listener, 'audit')}`)
  }
  checkTrainRows(trainRows, nominal.rows, work)
  const sizes = drawSizes(trainRows)
  const ofNominal = drawn(nominal.rows, nominalIds, seed, sizes.nominal)
  const ofMixture = drawn(mixture.rows, mixtureIds, seed, sizes.mixture)
  const train = ofNominal.rows.subarray(0, trainRows)
  const shown = ofMixture.rows.subarray(0, trainRows)
  const drawnNominal = withoutIdleCategories(selectRows(nominal, train))
  const trained = new Set(train)
  const others = Int32Array.from({ length: nominal.rows }, (_, row) => row).filter((row) => !trained.has(row))
  return {
    nominal: drawnNominal,
    mixture: withoutIdleCategories(selectRows(mixture, shown)),
    ...(classes === undefined ? {} : { classes: Array.from(train, (row) => classes[row]) }),
    ...(mixtureIds === undefined
      ? { mixtureRows: shown }
      : { mixtureIds: Array.from(shown, (row) => mixtureIds[row]) }),
    data: data.data,
    async score(model, { engine, signal }) {
      const scores = {
        nominal: await engine.score(model, selectRows(nominal, others), { signal }),
        mixture: await engine.score(model, mixture, { signal }),
      }
      const inOrder = (of: Float64Array, rows: Float64Array): Float64Array =>
        Float64Array.from(rows.subarray(0, TIE_ROWS), (row) => of[row])
      const nominalOfRow = new Float64Array(nominal.rows)
      others.forEach((row, i) => {
        nominalOfRow[row] = scores.nominal[i]
      })
      const ties = tieSeed(
        inOrder(nominalOfRow, ofNominal.rows.subarray(trainRows)),
        inOrder(scores.mixture, ofMixture.rows),
      )
      const samples = prepare(scores.nominal, scores.mixture, ties)
      return { ask: async (question) => question(samples), close: async () => {} }
    },
  }
}

function drawn(rows: number, ids: readonly (string | null)[] | undefined, seed: number, most: number): Drawn {
  const draw = new RowDraw(seed, most)
  for (let row = 0; row < rows; row++) draw.add(ids === undefined ? String(row + 1) : (ids[row] ?? ''))
  return draw.finish()
}

/** Categories that no row of the table has are those of rows that were not drawn. */
export function withoutIdleCategories({ rows, columns }: Table): Table {
  const used = columns.map((column): Column => {
    if (column.kind === 'numeric') return column
    const present = new Set(column.codes)
    const kept = column.categories.flatMap((category, code) => (present.has(code) ? [{ category, code }] : []))
    const codeOf = new Map(kept.map(({ code }, i) => [code, i]))
    const codes = column.codes.map((code) => codeOf.get(code) ?? code)
    return { ...column, codes, categories: kept.map(({ category }) => category) }
  })
  return { rows, columns: used }
}
