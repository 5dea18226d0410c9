import { type Column, categoricalColumn, fit, numericTable, score, substream, type Table } from '@xenolith/core'
import { countAtMost } from '@xenolith/core/internals'
import { createEngine } from '@xenolith/engine'
import { expect } from 'vitest'
import { silent } from '../src/index.js'
import { trainAndScore } from '../src/train.js'

/*
 * As core's test of membership, over the whole of auto: two samples of one law and no alien, of which auto believes that a
 * fifth of the mixture is. Whatever it chooses, the rows that certify must have one law of scores in both samples.
 */
const ROWS = 400
const REPLICATES = 12
/** Student's t with 11 degrees of freedom is beyond this, on either side, with probability 1e-6: by quadrature of its density. */
export const LIMIT = 9.71

type Law = 'continuous' | 'coarse' | 'named'

function sample(law: Law, seed: number): Table {
  const random = substream(seed, `membership ${law}`)
  const draw = (): number => (law === 'coarse' ? random.below(10) : random.normal())
  if (law === 'named') {
    // A few common names, and many that only one row has.
    const names = Array.from({ length: ROWS }, () => `name ${Math.floor((1 - random.float()) ** -4)}`)
    const { columns } = numericTable(Array.from({ length: ROWS }, () => [draw()]))
    return { rows: ROWS, columns: [...columns, categoricalColumn('name', names)] }
  }
  return numericTable(Array.from({ length: ROWS }, () => [draw(), draw()]))
}

interface Both {
  readonly nominal: Table
  readonly mixture: Table
}

/** How likely a mixture row scores above a nominal one, ties counting half, less the half that one law gives. */
function excessOf(nominal: Float64Array, mixture: Float64Array): number {
  const up = nominal.slice().sort()
  const down = nominal.map((x) => -x).sort()
  let above = 0
  for (const x of mixture) above += (countAtMost(up, x) + nominal.length - countAtMost(down, -x)) / 2
  return above / nominal.length / mixture.length - 0.5
}

/** Student's t of that excess over replicates, so that scores may depend on each other within one. */
export async function excess(law: Law, change: (both: Both, seed: number) => Both = (both) => both): Promise<number> {
  const terms = { alpha: 0.2, recall: 0.8, confidence: 0.95 }
  const engine = createEngine({ workers: 1 })
  const values: number[] = []
  for (let seed = 0; seed < REPLICATES; seed++) {
    const data = change({ nominal: sample(law, 2 * seed), mixture: sample(law, 2 * seed + 1) }, seed)
    const request = { terms, training: { detector: 'auto' }, seed } as const
    const { nominal, mixture, choice } = await trainAndScore(data, request, { engine, listener: silent })
    // A fallback would have compared nothing.
    expect(choice!.candidates.length).toBeGreaterThan(1)
    values.push(excessOf(nominal, mixture))
  }
  await engine.close()
  const mean = values.reduce((sum, x) => sum + x, 0) / REPLICATES
  const squares = values.reduce((sum, x) => sum + (x - mean) * (x - mean), 0)
  return mean / Math.sqrt(squares / (REPLICATES - 1) / REPLICATES)
}

/** Distances that leave a nominal row out of its own sample, as a feature. */
export function leaveOneOut({ nominal, mixture }: Both, seed: number): Both {
  const { model, scores } = fit(nominal, { detector: 'knn', seed })
  const more = (table: Table, values: Float64Array): Table => {
    const column: Column = { name: 'distance', kind: 'numeric', values }
    return { rows: table.rows, columns: [...table.columns, column] }
  }
  return { nominal: more(nominal, scores), mixture: more(mixture, score(model, mixture)) }
}
