import { moving, type Output, type Task } from '../pool/task.js'
import { plainForest, type WalkableForest } from './plain-forest.js'
import { canRank, rankedForest } from './ranked-forest.js'
import type { ForestScoreSetup } from './score-setup.js'

/** Rows as encodeRows gives them. */
export interface ForestScoreInput {
  readonly values: Float64Array
  readonly mixed: boolean
  /** Rows still to come in the same call. */
  readonly coming: number
  /** Calls that were answered without this task. */
  readonly callsBefore: number
}

export interface ForestScoreOutput {
  readonly sums: Float64Array
}

/** Ranking a forest pays from about so many rows on, or so many calls. */
export const RANK_FROM_ROWS = 4000
const RANK_FROM_CALLS = 8

export function openForestScore(module: WebAssembly.Module, input: unknown): Task {
  const setup = input as ForestScoreSetup
  const width = setup.kinds.length
  let rankable = canRank(setup)
  let plain: WalkableForest | undefined
  let mixed: WalkableForest | undefined
  let ranked: WalkableForest | undefined
  let rowsSeen = 0
  let calls = 0

  function forestFor(rows: number, request: ForestScoreInput): WalkableForest {
    if (request.mixed) {
      mixed ??= plainForest(module, setup, true)
      return mixed
    }
    rowsSeen += rows
    calls++
    const worthIt = rowsSeen + request.coming >= RANK_FROM_ROWS || calls + request.callsBefore >= RANK_FROM_CALLS
    if (rankable && worthIt) {
      ranked ??= rankedForest(module, setup)
      rankable = ranked !== undefined
      if (ranked !== undefined) {
        plain = undefined
        return ranked
      }
    }
    plain ??= plainForest(module, setup, false)
    return plain
  }

  return {
    run(request: unknown): Output {
      const { values } = request as ForestScoreInput
      const rows = values.length / width
      const output: ForestScoreOutput = {
        sums: forestFor(rows, request as ForestScoreInput).sumDepths(values, rows),
      }
      return moving({ ...output })
    },
  }
}
