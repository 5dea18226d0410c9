import { number } from '@xenolith/pages'
import { type AlphaCell, type ComparedElement, datasetsOf } from '../compare/compare-element.js'
import { datasetKey } from '../compare/names.js'
import { drawChart, keys, lineKey, type Series } from './chart.js'
import { distinct, type Sketch } from './figure-parts.js'
import { datasetName, rate, whole } from './words.js'

/** Mean estimates against alpha: a panel per estimator and a line per n, or a panel per dataset and a line per estimator. */
export function alphaFigures({ alphas }: ComparedElement): Sketch[] {
  const made = alphas.filter((cell) => cell.reproduced !== null)
  if (made.length === 0) return []
  const byDataset = datasetsOf(made).length > 1
  const cells = byDataset ? fewEstimators(made) : made
  const panelOf = (cell: AlphaCell): string => (byDataset ? datasetName(datasetKey(cell.dataset)) : cell.estimator)
  const lineOf = (cell: AlphaCell): string => (byDataset ? cell.estimator : `n = ${whole(cell.n)}`)
  const panels = [...new Set(cells.map(panelOf))]
  const lines = [...new Set(cells.map(lineOf))]
  const told = cells.some((cell) => cell.published !== null)
  const values = cells.flatMap((cell) => [cell.reproduced?.mean ?? 0, cell.published ?? 0])
  const truths = distinct(cells.map((cell) => cell.alpha))
  const gaps = cells.map((cell) => Math.abs((cell.reproduced?.mean ?? 0) - cell.alpha))
  const furthest = cells[gaps.indexOf(Math.max(...gaps))]
  const typical = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)]
  const apart = cells
    .flatMap((cell) => (cell.published === null ? [] : [Math.abs((cell.reproduced?.mean ?? 0) - cell.published)]))
    .sort((a, b) => a - b)
  return [
    {
      heading: `Mean estimates of alpha${byDataset ? ' by dataset' : ''} (JMLR figure${byDataset ? 's 17 and 18' : ' 16'})`,
      finding: `Half of the means are within ${rate(typical)} of the truth; the furthest is ${furthest.estimator} on ${datasetName(datasetKey(furthest.dataset))} with ${rate(furthest.reproduced?.mean)} at alpha = ${number(furthest.alpha)}${furthest.n === null ? '' : `, n = ${whole(furthest.n)}`}.${apart.length > 0 ? ` Half of them are within ${rate(apart[Math.floor(apart.length / 2)])} of the published mean.` : ''}`,
      reading: `One panel per ${byDataset ? 'dataset, one line per estimator' : 'estimator, one line per n'}; the dotted diagonal is the truth.${told ? ' Hollow marks are published means, read off the figures.' : ''}`,
      draw: (size) =>
        drawChart(
          {
            panels: panels.map((title) => ({
              title,
              series: lines.flatMap((name, i): Series[] => {
                const own = cells
                  .filter((cell) => panelOf(cell) === title && lineOf(cell) === name)
                  .sort((a, b) => a.alpha - b.alpha)
                const style = `series-${i % 5}`
                return [
                  {
                    shape: 'line',
                    style,
                    joined: true,
                    spots: own.map((cell) => ({ x: cell.alpha, y: cell.reproduced?.mean ?? 0 })),
                  },
                  {
                    shape: 'ring',
                    style,
                    spots: own.flatMap((cell) =>
                      cell.published === null ? [] : [{ x: cell.alpha, y: cell.published }],
                    ),
                  },
                ]
              }),
            })),
            columns: { wide: panels.length > 6 ? 5 : 3, narrow: 2 },
            panelHeight: 150,
            x: {
              title: 'alpha',
              domain: [0, Math.max(...truths) * 1.12],
              at: truths,
              format: (value) => number(value),
            },
            y: {
              title: 'mean estimate',
              domain: [-0.02, Math.min(1.05, Math.max(...values) * 1.1)],
              format: (value) => number(value),
            },
            diagonal: true,
            key: [...lines.map((name, i) => lineKey(name, `series-${i % 5}`)), ...(told ? [keys.published] : [])],
          },
          size,
        ),
      data: {
        caption: 'Mean estimates',
        columns: ['dataset', 'estimator', 'alpha', 'n', 'published', 'reproduced'].map((heading, i) => ({
          heading,
          numeric: i > 1,
        })),
        rows: cells.map((cell) => [
          datasetName(datasetKey(cell.dataset)),
          cell.estimator,
          number(cell.alpha),
          whole(cell.n),
          rate(cell.published),
          rate(cell.reproduced?.mean),
        ]),
      },
    },
  ]
}

/** Five lines can be told apart: those of the papers come first, the others are in the table. */
function fewEstimators(cells: readonly AlphaCell[]): AlphaCell[] {
  const papers = cells.filter((cell) => cell.published !== null)
  const kept = new Set([...new Set([...papers, ...cells].map((cell) => cell.estimator))].slice(0, 5))
  return cells.filter((cell) => kept.has(cell.estimator))
}
