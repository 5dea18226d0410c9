import { type FittedOptions, selectRows, type Table, XenolithError } from '@xenolith/core'
import { deriveSeed } from '@xenolith/core/internals'
import type { Engine } from '@xenolith/engine'

/** Which detector, and how large. */
export interface DetectorSettings {
  readonly detector?: 'iforest' | 'loda'
  readonly trees?: number
}

export interface PerClassScores {
  readonly nominal: Float64Array
  readonly others: Float64Array
}

const SHARE = 0.2

/** The detector's options as the authors ran it on so many rows: trees are grown on round(0.2 rows), without a floor. */
export function optionsFor({ detector, trees }: DetectorSettings, rows: number, seed: number): FittedOptions {
  return detector === 'loda'
    ? { detector: 'loda', projections: trees, seed, rareValues: false }
    : { detector: 'iforest', trees, subsample: Math.max(2, Math.round(SHARE * rows)), seed, rareValues: false }
}

/**
 * One detector for each nominal class; a row's score is the least over classes. A nominal row is judged by its own
 * class out-of-bag and by the other classes in full (the JMLR rule).
 */
export async function scorePerClass(
  engine: Engine,
  nominal: Table,
  others: Table,
  labels: readonly string[],
  settings: DetectorSettings,
  seed: number,
): Promise<PerClassScores> {
  const scores = {
    nominal: new Float64Array(nominal.rows).fill(Number.POSITIVE_INFINITY),
    others: new Float64Array(others.rows).fill(Number.POSITIVE_INFINITY),
  }
  const classes = [...new Set(labels)].sort()
  for (const [k, name] of classes.entries()) {
    const rows = Int32Array.from(labels.keys())
    const own = rows.filter((row) => labels[row] === name)
    const rest = rows.filter((row) => labels[row] !== name)
    const tables = rest.length > 0 ? [others, selectRows(nominal, rest)] : [others]
    const options = optionsFor(settings, own.length, deriveSeed(seed, 'class', k))
    const fitted = await engine.fitAndScore(selectRows(nominal, own), tables, options).catch((error: Error) => {
      if (!(error instanceof XenolithError)) throw error
      throw new XenolithError(error.code, `class "${name}" with ${own.length} nominal rows: ${error.message}`)
    })
    lower(scores.nominal, own, fitted.scores)
    lower(scores.nominal, rest, fitted.otherScores[1] ?? [])
    lower(scores.others, undefined, fitted.otherScores[0])
  }
  return scores
}

/** Lowers scores at `rows` (all unless given) to what another class gave them. */
function lower(scores: Float64Array, rows: Int32Array | undefined, given: ArrayLike<number>): void {
  for (let i = 0; i < given.length; i++) {
    const row = rows === undefined ? i : rows[i]
    if (given[i] < scores[row]) scores[row] = given[i]
  }
}
