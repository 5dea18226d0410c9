import { number } from '@xenolith/pages'
import { type ComparedElement, datasetsOf, quartileTolerance } from '../compare/compare-element.js'
import type { Sheet, SheetCell } from './sheet.js'
import { zCell } from './sheet.js'
import { datasetName, interval, rate, signed, targetOf, whole } from './words.js'

/** The counted cells whose intervals do not overlap, the furthest first within a dataset; null when there are none. */
export function deviationSheet(compared: ComparedElement, variant: string): Sheet | null {
  if (!compared.comparable) return null
  const cells = compared.cells.filter((cell) => cell.variant === variant)
  const quantities = ['recall', 'falseAlarmRate'] as const
  const many = datasetsOf(compared.cells).length > 1
  const found = cells.flatMap((cell) =>
    quantities.flatMap((quantity) => {
      const comparison = cell[quantity]
      return comparison && comparison.mark !== 'agrees' ? [{ cell, quantity, comparison }] : []
    }),
  )
  if (found.length === 0) return null
  const numeric = (heading: string) => ({ group: '', heading, numeric: true })
  const text = (heading: string) => ({ group: '', heading, numeric: false })
  return {
    caption: `Cells whose intervals do not overlap${variant === 'basic' ? '' : ', isotonised'}`,
    columns: [
      text('quantity'),
      numeric('target'),
      numeric('alpha'),
      numeric(many ? 'alpha\u2032' : 'n'),
      numeric('published'),
      numeric('reproduced'),
      numeric('z'),
    ],
    sections: datasetsOf(found.map(({ cell }) => cell)).map((dataset) => ({
      heading: many ? datasetName(dataset) : null,
      rows: found
        .filter(({ cell }) => cell.dataset === dataset)
        .sort((a, b) => Math.abs(b.comparison.z) - Math.abs(a.comparison.z))
        .map(({ cell, quantity, comparison }): SheetCell[] => [
          quantity === 'recall' ? 'recall' : 'false alarm rate',
          targetOf(cell.q),
          number(cell.alpha),
          many ? number(cell.alphaUsed) : whole(cell.n),
          interval(comparison.published),
          interval(comparison.reproduced, 4),
          zCell(comparison),
        ]),
    })),
  }
}

/** Quartiles of table 7 further from the published ones than was aimed for. */
export function quartileDeviations({ quartiles }: ComparedElement): Sheet | null {
  const names = { farQ1: 'first quartile', farMedian: 'median', farQ3: 'third quartile' } as const
  const keys = ['farQ1', 'farMedian', 'farQ3'] as const
  const rows = quartiles.flatMap(({ published, result }) =>
    keys.flatMap((key): SheetCell[][] => {
      const value = result?.[key] ?? null
      if (value === null || Math.abs(value - published[key]) <= quartileTolerance + 1e-9) return []
      const gap = { words: signed(value - published[key], 3), mark: 'differs' } as const
      return [[names[key], number(published.alpha), whole(published.n), rate(published[key]), rate(value), gap]]
    }),
  )
  if (rows.length === 0) return null
  const headings = ['quantity', 'alpha', 'n', 'published', 'reproduced', 'difference']
  return {
    caption: `Quartiles of the false alarm rate further than ${quartileTolerance} from table 7`,
    columns: headings.map((heading, i) => ({ group: '', heading, numeric: i > 0 })),
    sections: [{ heading: null, rows }],
  }
}
