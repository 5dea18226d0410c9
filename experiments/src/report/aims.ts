import { percent } from '@xenolith/pages'
import { datasetKey } from '../compare/names.js'
import { sum, type Tally } from '../compare/tally.js'
import type { Content } from './content.js'
import type { Sheet, SheetCell } from './sheet.js'
import { datasetName, none, share } from './words.js'

interface Aim {
  readonly recall?: number
  readonly falseAlarmRate?: number
  readonly both?: number
}

const synthetic: Aim = { both: 0.95 }
const benchmark: Aim = { recall: 0.9, falseAlarmRate: 0.8 }

/** Without all of the papers' rows: shown, but nothing was aimed for. */
const incomplete: ReadonlySet<string> = new Set(['covertype'])

/** Agreement by dataset beside the shares aimed for; null when nothing was compared. */
export function aimsSheet({ sections }: Content): Sheet | null {
  const numeric = (group: string, heading: string) => ({ group, heading, numeric: true })
  const told = sections
    .map(({ known, compared }) => ({
      heading: known.heading,
      rows: compared.summary.datasets
        .filter(({ recall, falseAlarmRate }) => recall.total + falseAlarmRate.total > 0)
        .flatMap(({ dataset, recall, falseAlarmRate }): SheetCell[][] => {
          const partial = incomplete.has(datasetKey(dataset))
          const aim: Aim = partial ? {} : dataset === 'synthetic' ? synthetic : benchmark
          const name = dataset === 'synthetic' ? 'all settings' : datasetName(dataset)
          return [
            [
              partial ? `${name} (a sample of its rows)` : name,
              ...shares(recall, aim.recall),
              ...shares(falseAlarmRate, aim.falseAlarmRate),
              ...shares(sum([recall, falseAlarmRate]), aim.both),
            ],
          ]
        }),
    }))
    .filter(({ rows }) => rows.length > 0)
  if (told.length === 0) return null
  const columns = ['agree', 'share', 'with rounding', 'aim']
  return {
    caption:
      'With rounding: cells that are apart by no more than the rounding of the published digits count too. ✗: below the aim; ≈: above it only with rounding.',
    columns: [
      { group: '', heading: 'data', numeric: false },
      ...columns.map((heading) => numeric('recall', heading)),
      ...columns.map((heading) => numeric('false alarm rate', heading)),
      ...columns.map((heading) => numeric('both', heading)),
    ],
    sections: told,
  }
}

function shares(tally: Tally, aim: number | undefined): SheetCell[] {
  const aimed = aim === undefined ? none : percent(aim)
  if (tally.total === 0) return [none, none, none, aimed]
  const strict = tally.agreeing / tally.total
  const lenient = (tally.agreeing + tally.rounding) / tally.total
  const below = (reached: number): boolean => aim !== undefined && reached < aim - 1e-9
  const mark = below(lenient) ? 'differs' : below(strict) ? 'rounding' : 'agrees'
  return [share(tally), { words: percent(strict), mark }, percent(lenient), aimed]
}
