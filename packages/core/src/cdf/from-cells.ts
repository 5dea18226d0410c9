import { type Cells, isKnown } from './cells.js'
import type { Cuts } from './cuts.js'
import { largestGap } from './largest-gap.js'
import { type Pass, passOver } from './pass.js'
import type { Samples } from './samples.js'
import { SparseSample } from './sparse-sample.js'

/** A question to samples that are known by cells: any function of prepared samples. */
export type Asked<Answer> = (samples: Samples) => Answer | Promise<Answer>

/** Its answer, or the pass over the scores that it takes next. */
export type Reply<Answer> = { readonly answer: Answer; readonly pass?: undefined } | { readonly pass: Pass }

/**
 * Asks samples that are known by cells. The answer is the one of all scores, bit for bit, or there is none yet: what does not
 * follow from the cells is never guessed. Then the question is asked once more of a sample that might be the one, to see which cells it
 * looks into, and those are to be looked into by the next pass. `ties`: fair bits, see `Samples`.
 */
export async function askCells<Answer>(
  cells: Cells,
  ties: number | null,
  question: Asked<Answer>,
): Promise<Reply<Answer>> {
  const wanted = new Set<number>()
  try {
    return { answer: await question(samplesFrom(cells, ties, refuseToGuess)) }
  } catch (error) {
    if (!(error instanceof NotKnown)) throw error
    wanted.add(error.cell)
  }
  try {
    await question(samplesFrom(cells, ties, (cell) => wanted.add(cell)))
  } catch {
    // A guess may be refused where the truth is not: what was looked into until then is wanted all the same.
  }
  return { pass: passOver(cells, [...wanted]) }
}

/** Asked of a cell that is not known. */
class NotKnown extends Error {
  readonly cell: number

  constructor(cell: number) {
    super(`the scores of cell ${cell} are not known`)
    this.cell = cell
  }
}

function refuseToGuess(cell: number): never {
  throw new NotKnown(cell)
}

function samplesFrom(cells: Cells, ties: number | null, missing: (cell: number) => void): Samples {
  const nominal = new SparseSample(cells.nominal, missing)
  const mixture = new SparseSample(cells.mixture, missing)
  const cuts: Cuts = {
    nominal: nominal.before,
    mixture: mixture.before,
    open(k) {
      if (isKnown(cells.nominal, k) && isKnown(cells.mixture, k)) return true
      missing(k)
      return false
    },
  }
  const pair = { nominal, mixture, cuts }
  return { ...pair, worstGap: largestGap(pair), ties, scoreOfRow: null }
}
