import { selectRows, substream, type Table } from '@xenolith/core'
import { datasetPath, datasets } from '../datasets.js'
import { openSource } from '../files/open.js'
import { readStrings, readTable } from '../files/read.js'
import { drawAliens, type Scenario } from './scenario.js'

/** A real table divided into nominal, mixture and incoming rows; classes that are not nominal are the aliens. */
export async function realScenario(name: string, directory: string | undefined, seed: number): Promise<Scenario> {
  const source = await openSource(await datasetPath(name, directory))
  try {
    const { label, nominal: known, title } = datasets[name]
    const labels = await readStrings(source, label)
    const features = source.columns.map((column) => column.name).filter((column) => column !== label)
    const table = await readTable(source, features)
    const isKnown = (row: number): boolean => known.includes(labels[row] ?? '')
    const rows = shuffled(table.rows, seed)
    return {
      title: `${title}, classes ${known.join(', ')} nominal`,
      ...divide(
        table,
        rows.filter(isKnown),
        rows.filter((row) => !isKnown(row)),
        seed,
      ),
    }
  } finally {
    await source.close()
  }
}

const ALPHA = 0.5

/** Half of the nominal rows are the nominal sample; the rest and the aliens make the mixture and the incoming rows. */
function divide(table: Table, known: number[], aliens: number[], seed: number): Omit<Scenario, 'title'> {
  const n0 = Math.floor(known.length / 2)
  const rest = known.slice(n0)
  const most = Math.floor(2 * Math.min(rest.length / 2, aliens.length / 2) * 0.95)
  const take = (flags: Uint8Array): Table =>
    selectRows(
      table,
      Array.from(flags, (alien) => (alien ? aliens : rest).pop()!),
    )
  const mixture = take(drawAliens(most, ALPHA, substream(seed, 'demo-mixture-aliens')))
  const truth = drawAliens(
    Math.min(most, Math.floor(2 * Math.min(rest.length, aliens.length) * 0.9)),
    ALPHA,
    substream(seed, 'demo-incoming-aliens'),
  )
  return {
    nominal: selectRows(table, known.slice(0, n0)),
    mixture,
    incoming: take(truth),
    truth,
    alpha: ALPHA,
    recall: 0.85,
    confidence: 0.95,
  }
}

function shuffled(rows: number, seed: number): number[] {
  const random = substream(seed, 'demo-shuffle')
  const order = Array.from({ length: rows }, (_, i) => i)
  for (let i = rows - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}
