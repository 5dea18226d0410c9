import { type KeyItem, number } from '@xenolith/pages'
import type { Estimate } from '../compare/agree.js'
import { type Cell, same } from '../compare/cells.js'
import { type ComparedElement, datasetsOf } from '../compare/compare-element.js'
import { datasetKey } from '../compare/names.js'
import type { Published } from '../compare/published.js'
import type { Result } from '../compare/results.js'
import { tally } from '../compare/tally.js'
import { drawChart, keys, lineKey, type Series } from './chart.js'
import { at, distinct, drawnTarget, ordinal, type Sketch } from './figure-parts.js'
import { datasetName, interval, listed, rate, share, signed, targetOf } from './words.js'

type Quantity = 'recall' | 'falseAlarmRate'

const words: Readonly<Record<Quantity, string>> = { recall: 'recall', falseAlarmRate: 'false alarm rate' }

/** Rates against alpha, and what an alpha' above alpha changes, one panel per dataset. */
export function benchmarkFigures(compared: ComparedElement): Sketch[] {
  const basic = compared.cells.filter((cell) => cell.variant === 'basic' && cell.result !== null)
  if (basic.length === 0) return []
  const q = drawnTarget(basic)
  const cells = basic.filter((cell) => same(cell.q, q))
  const exact = cells.filter((cell) => same(cell.alpha, cell.alphaUsed))
  return [
    against(compared, exact, q, 'falseAlarmRate'),
    against(compared, exact, q, 'recall'),
    ...(cells.length > exact.length
      ? [change(compared, cells, q, 'recall'), change(compared, cells, q, 'falseAlarmRate')]
      : []),
  ]
}

function against(compared: ComparedElement, cells: readonly Cell[], q: number, quantity: Quantity): Sketch {
  const alphas = distinct(cells.map((cell) => cell.alpha))
  const datasets = datasetsOf(cells)
  const values = cells.flatMap((cell) => [cell.result?.[quantity], cell.published?.[quantity], cell.icml?.[quantity]])
  const known = values.filter((value) => !!value) as Estimate[]
  const low = Math.min(1 - q, ...known.map(({ mean, ci }) => mean - ci))
  const high = Math.max(...known.map(({ mean, ci }) => mean + ci))
  const top = Math.min(1, Math.ceil(high * 10 + 0.2) / 10)
  const agreement = tally(cells.map((cell) => cell[quantity]))
  const told = cells.some((cell) => cell.published !== null)
  const suspect = cells.some((cell) => cell.icml !== null)
  return {
    heading: `${quantity === 'recall' ? 'Recall' : 'False alarm rate'} against alpha, target ${targetOf(q)}${!compared.comparable ? '' : told || suspect ? ' (figures of both papers)' : ''}`,
    finding: `${extremes(cells, quantity)}${compared.comparable && agreement.total > 0 ? ` The published and the reproduced interval overlap in ${share(agreement)} of the settings drawn.` : ''}`,
    reading: `One panel per dataset, alpha from left to right, whiskers are 95\u00a0% intervals of the mean over runs.${quantity === 'recall' ? ' The dotted line is the target.' : ''}${compared.comparable ? '' : ' The published points are the papers\u2019 Tiny ImageNet, other classes and another network.'}`,
    draw: (size) =>
      drawChart(
        {
          panels: datasets.map((dataset) => {
            const own = cells.filter((cell) => datasetKey(cell.dataset) === datasetKey(dataset))
            const place = (cell: Cell): number => alphas.findIndex((alpha) => same(alpha, cell.alpha))
            const spots = (of: (cell: Cell) => Published | Result | null) =>
              own.flatMap((cell) => at(place(cell), of(cell)?.[quantity]))
            const series: Series[] = [
              { shape: 'cross', style: 'published', shift: 12, spots: spots((cell) => cell.icml).map(bare) },
              { shape: 'ring', style: 'published', shift: 4, spots: spots((cell) => cell.published) },
              { shape: 'dot', style: 'reproduced', shift: -4, spots: spots((cell) => cell.result) },
            ]
            return { title: datasetName(dataset), series }
          }),
          columns: { wide: Math.min(4, Math.max(2, datasets.length)), narrow: 2 },
          panelHeight: quantity === 'recall' ? 130 : 150,
          x: { title: 'alpha', ...ordinal(alphas.length), format: (i) => number(alphas[i]) },
          y: {
            title: words[quantity],
            domain: quantity === 'recall' ? [Math.max(0, Math.floor((low - 0.01) * 20) / 20), 1] : [-0.03 * top, top],
            format: (value) => number(value),
          },
          ...(quantity === 'recall' && { level: 1 - q }),
          key: [keys.reproduced, ...(told ? [publishedKey(compared)] : []), ...(suspect ? [keys.icml] : [])],
        },
        size,
      ),
    data: {
      caption: `${words[quantity]}, mean over runs`,
      columns: ['dataset', 'alpha', 'published', 'reproduced', 'ICML 2018'].map((heading, i) => ({
        heading,
        numeric: i > 0,
      })),
      rows: cells.map((cell) => [
        datasetName(cell.dataset),
        number(cell.alpha),
        interval(cell.published?.[quantity]),
        interval(cell.result?.[quantity]),
        interval(cell.icml?.[quantity]),
      ]),
    },
  }
}

function publishedKey({ comparable }: ComparedElement): KeyItem {
  return comparable ? keys.published : { ...keys.published, words: 'published, other data' }
}

/** The superseded points go without whiskers: they are there to be seen, not compared. */
function bare({ x, y }: { x: number; y: number }): { x: number; y: number } {
  return { x, y }
}

function extremes(cells: readonly Cell[], quantity: Quantity): string {
  const ordered = cells
    .filter((cell) => cell.result?.[quantity])
    .sort((a, b) => (a.result?.[quantity]?.mean ?? 0) - (b.result?.[quantity]?.mean ?? 0))
  if (ordered.length === 0) return ''
  const say = (cell: Cell): string =>
    `${rate(cell.result?.[quantity]?.mean)} (${datasetName(cell.dataset)}, alpha = ${number(cell.alpha)})`
  return `The mean ${words[quantity]} is between ${say(ordered[0])} and ${say(ordered[ordered.length - 1])}.`
}

/** The difference from alpha' = alpha, for one alpha of one dataset. */
interface Changed {
  readonly cell: Cell
  readonly excess: number
  readonly reproduced: number | null
  readonly published: number | null
}

function changes(cells: readonly Cell[], quantity: Quantity): Changed[] {
  return cells.map((cell) => {
    const base = cells.find(
      (other) =>
        datasetKey(other.dataset) === datasetKey(cell.dataset) &&
        same(other.alpha, cell.alpha) &&
        same(other.alphaUsed, cell.alpha),
    )
    const difference = (of: (from: Cell) => Estimate | null | undefined): number | null => {
      const [here, there] = [of(cell), base && of(base)]
      return here && there ? here.mean - there.mean : null
    }
    return {
      cell,
      excess: Math.round((cell.alphaUsed - cell.alpha) * 1e9) / 1e9,
      reproduced: difference((from) => from.result?.[quantity]),
      published: difference((from) => from.published?.[quantity]),
    }
  })
}

function change(compared: ComparedElement, cells: readonly Cell[], q: number, quantity: Quantity): Sketch {
  const made = changes(cells, quantity)
  const alphas = distinct(cells.map((cell) => cell.alpha))
  const datasets = datasetsOf(cells)
  const values = made.flatMap(({ reproduced, published }) => [reproduced, published]).filter((value) => value !== null)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const air = (high - low) * 0.08
  const most = Math.max(...made.map(({ excess }) => excess))
  const told = made.some(({ published, excess }) => published !== null && excess > 0)
  return {
    heading: `Change in ${words[quantity]} when alpha\u2032 is above alpha, target ${targetOf(q)}`,
    finding: largest(made, alphas, quantity),
    reading: `The difference from alpha\u2032 = alpha, one line per alpha.${told ? ' Hollow marks are published.' : ''}${compared.comparable ? '' : ' They are the papers\u2019 Tiny ImageNet, other classes and another network.'} A bound on alpha that is too large is safe for recall and is paid for in false alarms, most where alpha is small.`,
    draw: (size) =>
      drawChart(
        {
          panels: datasets.map((dataset) => {
            const own = made.filter(({ cell }) => datasetKey(cell.dataset) === datasetKey(dataset))
            const series = alphas.flatMap((alpha, i): Series[] => {
              const ours = own.filter(({ cell }) => same(cell.alpha, alpha)).sort((a, b) => a.excess - b.excess)
              const spots = (of: (each: Changed) => number | null) =>
                ours.flatMap((each) => {
                  const y = of(each)
                  return y === null ? [] : [{ x: each.excess, y }]
                })
              const style = `series-${i % 5}`
              return [
                { shape: 'line', style, joined: true, spots: spots((each) => each.reproduced) },
                {
                  shape: 'ring',
                  style,
                  spots: spots((each) => (each.excess > 0 ? each.published : null)),
                },
              ]
            })
            return { title: datasetName(dataset), series }
          }),
          columns: { wide: Math.min(4, Math.max(2, datasets.length)), narrow: 2 },
          panelHeight: 140,
          x: {
            title: 'alpha\u2032 \u2212 alpha',
            domain: [-most * 0.03, most * 1.06],
            at: [0, most / 2, most],
            format: (value) => number(value),
          },
          y: {
            title: `change in ${words[quantity]}`,
            domain: [low - air, high + air],
            format: (value) => number(value),
          },
          key: [
            ...alphas.map((alpha, i) => lineKey(`alpha = ${number(alpha)}`, `series-${i % 5}`)),
            ...(told ? [publishedKey(compared)] : []),
          ],
        },
        size,
      ),
    data: {
      caption: `Change in ${words[quantity]} from alpha\u2032 = alpha`,
      columns: ['dataset', 'alpha', 'alpha\u2032 \u2212 alpha', 'published', 'reproduced'].map((heading, i) => ({
        heading,
        numeric: i > 0,
      })),
      rows: made
        .filter(({ excess }) => excess > 0)
        .map(({ cell, excess, reproduced, published }) => [
          datasetName(cell.dataset),
          number(cell.alpha),
          number(excess),
          published === null ? '–' : signed(published, 3),
          reproduced === null ? '–' : signed(reproduced, 3),
        ]),
    },
  }
}

function largest(made: readonly Changed[], alphas: readonly number[], quantity: Quantity): string {
  const most = Math.max(...made.map(({ excess }) => excess))
  const parts = alphas.flatMap((alpha) => {
    const here = made.filter(({ cell, excess }) => same(cell.alpha, alpha) && same(excess, most))
    const ours = here.flatMap(({ reproduced }) => (reproduced === null ? [] : [reproduced]))
    if (ours.length === 0) return []
    return [`${signed(Math.min(...ours), 3)} to ${signed(Math.max(...ours), 3)} at alpha = ${number(alpha)}`]
  })
  return `With alpha\u2032 ${number(most)} above alpha, ${words[quantity]} changes by ${listed(parts)}, over the datasets.`
}
