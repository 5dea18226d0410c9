import { selectRows, substream, type Table, XenolithError } from '@xenolith/core'
import { openSource } from '@xenolith/files'
import { drawAliens } from '@xenolith/study'
import { experiments } from '../experiments.js'
import type { Scenario } from './scenario.js'

/** A real table divided into nominal, mixture and incoming rows; classes that are not nominal are the aliens. */
export async function realScenario(name: string, directory: string | undefined, seed: number): Promise<Scenario> {
  const { manifest, datasetFile } = await experiments('demo --dataset')
  // Those that one file holds with all its columns.
  const tables = manifest.filter(({ parser, features }) => parser === 'csv' && features === undefined)
  const entry = tables.find((table) => table.name === name)
  if (entry === undefined) {
    const known = tables.map((table) => table.name).join(', ')
    throw new XenolithError('bad-option', `there is no dataset "${name}"; expected one of ${known}`)
  }
  const source = await openSource(await datasetFile(name, directory))
  try {
    const { nominal: known, title } = entry
    const label = entry.label!
    const reading = await source.read({ except: [label], strings: [label] })
    const { table } = reading
    const [labels] = reading.strings
    const rows = shuffled(table.rows, seed)
    const isKnown = (row: number): boolean => known.includes(labels[row] ?? '')
    const nominals = rows.filter(isKnown)
    const aliens = rows.filter((row) => !isKnown(row))
    const sample = nominals.splice(0, Math.floor(nominals.length / 2))
    const take = (isAlien: Uint8Array): Table =>
      selectRows(
        table,
        Array.from(isAlien, (alien) => (alien === 1 ? aliens : nominals).pop()!),
      )
    // Each of mixture and incoming takes about a quarter of what is left of the scarcer kind; the margin is for chance.
    const size = Math.floor(Math.min(nominals.length, aliens.length) * 0.95)
    const truth = drawAliens(size, ALPHA, substream(seed, 'demo-incoming-aliens'))
    return {
      title: `${title}, classes ${known.join(', ')} nominal`,
      nominal: selectRows(table, sample),
      categories: sample.map((row) => labels[row]!),
      mixture: take(drawAliens(size, ALPHA, substream(seed, 'demo-mixture-aliens'))),
      incoming: take(truth),
      truth,
      alpha: ALPHA,
      recall: 0.8,
      confidence: 0.95,
    }
  } finally {
    await source.close()
  }
}

const ALPHA = 0.5

function shuffled(rows: number, seed: number): number[] {
  const random = substream(seed, 'demo-shuffle')
  const order = Array.from({ length: rows }, (_, i) => i)
  for (let i = rows - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}
