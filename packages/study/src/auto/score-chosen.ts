import { selectRows } from '@xenolith/core'
import type { Work } from '../listener.js'
import type { StudyData } from '../request.js'
import type { Pilot, Scored } from '../scored.js'
import { fitOptions } from './candidates.js'
import type { Chosen, Fitted } from './fit-candidates.js'
import type { ChoosingRows, Parts } from './parts.js'

/**
 * The detector that was chosen, and its scores of the rows that certify: with a holdout fitted to the rows that chose alone,
 * otherwise to all rows, those that certify scored by parts that have not learned from them.
 *
 * @example
 * ```ts
 * import { createEngine } from '@xenolith/engine'
 *
 * const nominal = numericTable(Array.from({ length: 180 }, (_, i) => [i % 10]))
 * const mixture = numericTable(Array.from({ length: 180 }, (_, i) => [i % 2 === 0 ? 50 : i % 10]))
 * const data = { nominal, mixture }
 * const engine = createEngine({ workers: 1 })
 * const work = { engine, listener: silent }
 * const parts = partsOf(data, 0.5, undefined, 1)
 * const fitted = await fitCandidates(choosingRows(data, parts), 90, 1, work)
 * const chosen = takeCandidate(fitted, { alpha: 0.5, eta: 0.1 })
 * const scored = await scoreChosen(data, parts, fitted, chosen, false, work)
 * scored.model.detector // => 'blend'
 * scored.mixture.length // => 120
 * await engine.close()
 * ```
 */
export async function scoreChosen(
  data: StudyData,
  parts: Parts,
  compared: Fitted,
  chosen: Chosen,
  exact: boolean,
  work: Work,
): Promise<Scored> {
  const { engine, listener, signal } = work
  const { own, seed } = compared
  const { candidate } = chosen
  const trained: ChoosingRows = exact ? own : data
  const onProgress = listener.progress(`training ${candidate.name}`)
  const fitted = await engine.fit(trained.nominal, fitOptions(candidate, seed, trained, { onProgress, signal }))
  const { model } = fitted
  const mixtureRows = parts.mixture.heldOut
  const rows = {
    nominal: selectRows(data.nominal, parts.nominal.heldOut),
    mixture: selectRows(data.mixture, mixtureRows),
  }
  const shared = { model, rows, mixtureRows, pilot: placingGates(chosen) }
  if (exact) {
    return {
      ...shared,
      nominal: await engine.score(model, rows.nominal, { signal }),
      nominalScores: 'held-out',
      mixture: await engine.score(model, rows.mixture, { signal }),
    }
  }
  const { scores: honest, mixtureScores } = fitted
  return {
    ...shared,
    nominal: Float64Array.from(parts.nominal.heldOut, (row) => honest[row]),
    nominalScores: fitted.nominalScores,
    mixture: mixtureScores
      ? Float64Array.from(mixtureRows, (row) => mixtureScores[row])
      : await engine.score(model, rows.mixture, { signal }),
  }
}

/** The scores that place the gates. The usual gates are those of a detector without misses; rehearsals on a few rows expect too little of it. */
export function placingGates({ scores, clear }: Chosen): Pilot {
  return clear ? { nominal: scores.nominal } : scores
}
