import { count, number } from '@xenolith/pages'
import type { Cell } from '../compare/cells.js'
import { same } from '../compare/cells.js'
import type { ComparedElement } from '../compare/compare-element.js'
import { tally } from '../compare/tally.js'
import { drawChart, keys, type Series } from './chart.js'
import { at, distinct, drawnTarget, numericTable, ordinal, type Sketch } from './figure-parts.js'
import { alphaWords, compactCount, interval, rate, share, targetOf, whole } from './words.js'

/** The three figures of the first paper, with the published points where there are any. */
export function syntheticFigures(compared: ComparedElement): Sketch[] {
  const basic = compared.cells.filter((cell) => cell.variant === 'basic' && cell.result !== null)
  if (basic.length === 0) return []
  const q = drawnTarget(basic)
  const cells = basic.filter((cell) => same(cell.q, q))
  return [recall(cells, q), quartiles(compared, cells, q), sampleSizes(basic)].filter((sketch) => sketch !== null)
}

interface Grid {
  readonly alphas: number[]
  readonly sizes: number[]
}

function gridOf(cells: readonly Cell[]): Grid {
  return { alphas: distinct(cells.map((cell) => cell.alpha)), sizes: distinct(cells.map((cell) => cell.n)) }
}

function recall(cells: readonly Cell[], q: number): Sketch {
  const { alphas, sizes } = gridOf(cells)
  const least = Math.min(...cells.flatMap((cell) => [cell.result?.recall, cell.recall?.published].map(lowest)))
  const agreement = tally(cells.map((cell) => cell.recall))
  return {
    heading: `Recall against the target of ${targetOf(q)} (ICML figure 1)`,
    finding: `${corners(cells)} ${agreement.total > 0 ? `In ${share(agreement)} settings the published and the reproduced interval overlap.` : ''}`,
    reading:
      'One panel per alpha, n from left to right, whiskers are 95\u00a0% intervals of the mean over runs; the dotted line is the target. Below it tau is over-estimated, which the theory expects where n and alpha are small.',
    draw: (size) =>
      drawChart(
        {
          panels: alphas.map((alpha) => {
            const own = cells.filter((cell) => same(cell.alpha, alpha))
            const place = (cell: Cell): number => sizes.indexOf(cell.n ?? Number.NaN)
            const series: Series[] = [
              {
                shape: 'ring',
                style: 'published',
                shift: 3.5,
                spots: own.flatMap((cell) => at(place(cell), cell.published?.recall)),
              },
              {
                shape: 'dot',
                style: 'reproduced',
                shift: -3.5,
                spots: own.flatMap((cell) => at(place(cell), cell.result?.recall)),
              },
            ]
            return { title: alphaWords(alpha), series }
          }),
          columns: { wide: 5, narrow: 2 },
          panelHeight: 220,
          x: { title: 'n', ...ordinal(sizes.length), format: (i) => compactCount(sizes[i]) },
          y: {
            title: 'recall',
            domain: [Math.max(0, Math.floor((least - 0.02) * 20) / 20), 1],
            format: (value) => number(value),
          },
          level: 1 - q,
          key: [keys.reproduced, ...(agreement.total > 0 ? [keys.published] : [])],
        },
        size,
      ),
    data: numericTable(
      'Recall, mean over runs',
      ['alpha', 'n', 'published', 'reproduced'],
      cells.map((cell) => [
        number(cell.alpha),
        whole(cell.n),
        interval(cell.published?.recall),
        interval(cell.result?.recall),
      ]),
    ),
  }
}

function lowest(estimate: { mean: number; ci: number } | null | undefined): number {
  return estimate ? estimate.mean - estimate.ci : 1
}

/** The smallest and the largest setting, in words. */
function corners(cells: readonly Cell[]): string {
  const ordered = [...cells].sort((a, b) => a.alpha - b.alpha || (a.n ?? 0) - (b.n ?? 0))
  const say = (cell: Cell): string => {
    const published = cell.published?.recall
    return `at ${alphaWords(cell.alpha)}, n = ${whole(cell.n)} it is ${rate(cell.result?.recall?.mean)}${published ? ` (published ${rate(published.mean)})` : ''}`
  }
  return `Mean recall: ${say(ordered[0])}, ${say(ordered[ordered.length - 1])}.`
}

function quartiles(compared: ComparedElement, cells: readonly Cell[], q: number): Sketch | null {
  const drawn = cells.filter((cell) => cell.result?.farMedian !== null)
  if (drawn.length === 0) return null
  const { alphas, sizes } = gridOf(drawn)
  const told = compared.quartiles.map(({ published }) => published).filter((each) => same(each.q, q))
  const { total, within, worst } = compared.summary.quartiles
  const highest = Math.max(
    ...drawn.map((cell) => Math.max(cell.result?.farQ3 ?? 0, cell.result?.oracleMedian ?? 0)),
    ...told.map((each) => Math.max(each.farQ3, each.oracleMedian)),
  )
  const lowestRate = Math.min(
    ...drawn.flatMap((cell) => [cell.result?.farQ1, cell.result?.farMedian, cell.result?.oracleMedian].map(positive)),
    ...told.map((each) => positive(each.farQ1)),
  )
  return {
    heading: `False alarm rate against the oracle, target ${targetOf(q)} (ICML figure 2)`,
    finding:
      total > 0
        ? `${count(within)} of ${count(total)} quartiles of table 7 are within 0.01 of the published ones; the furthest is ${rate(worst)} away.`
        : 'The quartiles that the paper published are for the isolation forest only; here are those of this detector.',
    reading:
      'Dots are medians over runs, whiskers reach from the first to the third quartile, the short bars are the false alarm rate of the oracle, who knows the alien scores. The axis is logarithmic.',
    draw: (size) =>
      drawChart(
        {
          panels: alphas.map((alpha) => {
            const own = drawn.filter((cell) => same(cell.alpha, alpha))
            const published = told.filter((each) => same(each.alpha, alpha))
            const place = (n: number | null): number => sizes.indexOf(n ?? Number.NaN)
            return {
              title: alphaWords(alpha),
              series: [
                {
                  shape: 'bar',
                  style: 'bar',
                  spots: own.flatMap(({ n, result }) =>
                    result?.oracleMedian ? [{ x: place(n), y: result.oracleMedian }] : [],
                  ),
                },
                {
                  shape: 'ring',
                  style: 'published',
                  shift: 3.5,
                  spots: published.map((each) => ({
                    x: place(each.n),
                    y: each.farMedian,
                    low: each.farQ1,
                    high: each.farQ3,
                  })),
                },
                {
                  shape: 'dot',
                  style: 'reproduced',
                  shift: -3.5,
                  spots: own.flatMap(({ n, result }) =>
                    result === null || result.farMedian === null
                      ? []
                      : [
                          {
                            x: place(n),
                            y: result.farMedian,
                            low: result.farQ1 ?? result.farMedian,
                            high: result.farQ3 ?? result.farMedian,
                          },
                        ],
                  ),
                },
              ],
            }
          }),
          columns: { wide: 5, narrow: 2 },
          panelHeight: 220,
          x: { title: 'n', ...ordinal(sizes.length), format: (i) => compactCount(sizes[i]) },
          y: {
            title: 'false alarm rate',
            domain: [lowestRate / 1.3, Math.min(1, highest * 1.3)],
            format: (value) => number(value),
            log: true,
          },
          key: [keys.reproduced, ...(told.length > 0 ? [keys.published] : []), keys.oracle],
        },
        size,
      ),
    data: numericTable(
      'Quartiles of the false alarm rate over runs',
      ['alpha', 'n', 'q1', 'median', 'q3', 'oracle', 'published q1', 'median', 'q3', 'oracle'],
      drawn.map(({ alpha, n, result }) => {
        const other = told.find((each) => same(each.alpha, alpha) && each.n === n)
        return [
          number(alpha),
          whole(n),
          ...[result?.farQ1, result?.farMedian, result?.farQ3, result?.oracleMedian].map((value) => rate(value)),
          ...[other?.farQ1, other?.farMedian, other?.farQ3, other?.oracleMedian].map((value) => rate(value)),
        ]
      }),
    ),
  }
}

/** Off the axis: at most a thousandth is told apart from nothing. */
function positive(value: number | null | undefined): number {
  return value ? Math.max(0.001, value) : 1
}

function sampleSizes(cells: readonly Cell[]): Sketch | null {
  const drawn = cells.filter((cell) => cell.result?.nStar || cell.published?.nStar)
  if (drawn.length === 0) return null
  const { alphas, sizes } = gridOf(drawn)
  const targets = distinct(drawn.map((cell) => cell.q))
  const values = drawn.flatMap((cell) => [cell.result?.nStar, cell.published?.nStar]).filter((value) => !!value)
  const [fewest, most] = [Math.min(...sizes), Math.max(...(values as number[]))]
  const ratios = drawn
    .flatMap((cell) => (cell.result?.nStar && cell.published?.nStar ? [cell.result.nStar / cell.published.nStar] : []))
    .sort((a, b) => a - b)
  const middle = ratios[Math.floor(ratios.length / 2)]
  const loosest = [...drawn]
    .filter((cell) => cell.result?.nStar)
    .sort((a, b) => (b.result?.nStar ?? 0) / (b.n ?? 1) - (a.result?.nStar ?? 0) / (a.n ?? 1))[0]
  return {
    heading: 'Data that Theorem 1 would ask for, log n* against log n (ICML figure 3)',
    finding: `${loosest ? `Theorem 1 is loosest at ${alphaWords(loosest.alpha)}, n = ${whole(loosest.n)}: it would ask for ${whole(loosest.result?.nStar)} rows for the recall that 95\u00a0% of the runs reached, target ${targetOf(loosest.q)}.` : ''}${ratios.length > 0 ? ` The reproduced n* is between ${number(ratios[0], 2)} and ${number(ratios[ratios.length - 1], 2)} times the published one, ${number(middle, 2)} times in the median: it rests on the fifth worst of 100 runs.` : ''}`,
    reading:
      'Lines are reproduced, hollow marks published, one panel per target. The dotted diagonal is n* = n, a theorem without slack. Both axes are logarithmic.',
    draw: (size) =>
      drawChart(
        {
          panels: targets.map((q) => ({
            title: `target ${targetOf(q)}`,
            series: alphas.flatMap((alpha, i): Series[] => {
              const own = drawn.filter((cell) => same(cell.q, q) && same(cell.alpha, alpha))
              const spots = (of: (cell: Cell) => number | null | undefined) =>
                own.flatMap((cell) => {
                  const y = of(cell)
                  return y ? [{ x: cell.n ?? 0, y }] : []
                })
              const style = `series-${i % 5}`
              return [
                { shape: 'ring', style, spots: spots((cell) => cell.published?.nStar) },
                { shape: 'line', style, joined: true, name: number(alpha), spots: spots((cell) => cell.result?.nStar) },
              ]
            }),
          })),
          columns: { wide: 3, narrow: 1 },
          panelHeight: 260,
          x: {
            title: 'n',
            domain: [fewest / 1.4, Math.max(...sizes) * 1.4],
            at: sizes.filter((n) => [100, 1000, 10000].includes(n) || sizes.length < 4),
            format: compactCount,
            log: true,
          },
          y: {
            title: 'n*, lines named by alpha',
            domain: [fewest / 1.4, most * 2],
            format: powerOfTen,
            log: true,
          },
          diagonal: true,
          key: [keys.published],
        },
        size,
      ),
    data: numericTable(
      'n*, published and reproduced',
      ['target', 'alpha', 'n', 'published n*', 'reproduced n*'],
      drawn.map((cell) => [
        targetOf(cell.q),
        number(cell.alpha),
        whole(cell.n),
        whole(cell.published?.nStar),
        whole(cell.result?.nStar),
      ]),
    ),
  }
}

function powerOfTen(value: number): string {
  return value >= 1e6 ? `${value / 1e6}M` : value >= 1000 ? `${value / 1000}K` : String(value)
}
