import { number } from '@xenolith/pages'
import { same } from '../compare/cells.js'
import type { ComparedElement } from '../compare/compare-element.js'
import type { FalseAlarmResult } from '../compare/results.js'
import { type ChartPanel, dotKey, drawChart } from './chart.js'
import { distinct, ordinal, type Sketch } from './figure-parts.js'
import { alphaWords, datasetName, detectorName, rate } from './words.js'

/** Rates below this are drawn here. */
const LEAST = 0.001

/** The false alarm rate at the oracle's threshold: a panel for each alpha, the datasets along the axis, a colour for each detector. */
export function falseAlarmFigures({ falseAlarms }: ComparedElement): Sketch[] {
  const oracle = falseAlarms.filter(
    ({ threshold, falseAlarmRate }) => threshold === 'oracle' && falseAlarmRate !== null,
  )
  if (oracle.length === 0) return []
  const alphas = distinct(oracle.map(({ alpha }) => alpha))
  const datasets = [...new Set(oracle.map(({ dataset }) => dataset))]
  const detectors = [...new Set(oracle.map(({ detector }) => detector))].filter((name) => DRAWN.includes(name))
  const drawnAt = ({ falseAlarmRate }: FalseAlarmResult): number => Math.max(LEAST, falseAlarmRate!.mean)
  const panels = alphas.map(
    (alpha): ChartPanel => ({
      title: alphaWords(alpha),
      series: detectors.map((detector, i) => ({
        shape: 'dot',
        style: styleOf(i, detectors.length),
        shift: (i - (detectors.length - 1) / 2) * 10,
        spots: oracle
          .filter((each) => each.detector === detector && same(each.alpha, alpha))
          .map((each) => ({ x: datasets.indexOf(each.dataset), y: drawnAt(each), ...intervalOf(each) })),
      })),
    }),
  )
  return [
    {
      heading: 'False alarm rate at 95\u00a0% recall, by detector',
      finding: alphas.map((alpha) => finding(oracle, alpha)).join(' '),
      reading:
        'The threshold is the one that catches 95\u00a0% of the alien test rows. Bars are 95\u00a0% intervals of the means. The lower, the better; the axis is logarithmic, and less than a thousandth is drawn at a thousandth.',
      draw: (size) =>
        drawChart(
          {
            panels,
            columns: { wide: 1, narrow: 1 },
            panelHeight: 170,
            x: { title: '', ...ordinal(datasets.length), format: (i) => datasetName(datasets[i]) },
            y: { title: 'false alarm rate', domain: [LEAST / 1.3, 1.2], format: (value) => number(value), log: true },
            key: detectors.map((detector, i) => dotKey(detectorName(detector), styleOf(i, detectors.length))),
          },
          size,
        ),
      data: {
        caption: 'False alarm rates at 95\u00a0% recall',
        columns: ['dataset', 'alpha', 'detector', 'false alarm rate'].map((heading, i) => ({
          heading,
          numeric: i % 2 === 1,
        })),
        rows: oracle.map((each) => [
          datasetName(each.dataset),
          number(each.alpha),
          detectorName(each.detector),
          rate(each.falseAlarmRate?.mean),
        ]),
      },
    },
  ]
}

/** More colours than these cannot be told apart; the table has all. */
const DRAWN: readonly string[] = ['iforest', 'fusion standardised', 'contrast', 'fused-contrast standardised', 'auto']

/** Half a 95 % interval to either side, as far as it is drawn; one run has none. */
function intervalOf({ falseAlarmRate }: FalseAlarmResult): { low?: number; high?: number } {
  const { mean, ci } = falseAlarmRate!
  if (!(ci > 0)) return {}
  return { low: Math.max(LEAST, mean - ci), high: Math.max(LEAST, mean + ci) }
}

/** The last, which the figure is about, in the colour that stands out. */
function styleOf(i: number, count: number): string {
  return i === count - 1 ? 'series-1' : `series-${[0, 4, 2, 3][i % 4]}`
}

function finding(oracle: readonly FalseAlarmResult[], alpha: number): string {
  const of = (name: string): FalseAlarmResult[] =>
    oracle.filter(({ detector, ...each }) => detector === name && same(each.alpha, alpha))
  const [forest, auto] = [of('iforest'), of('auto')]
  if (forest.length === 0 || auto.length === 0) return ''
  return `At ${alphaWords(alpha)} the geometric mean over ${forest.length} tables is ${rate(geometricMean(auto))} with auto and ${rate(geometricMean(forest))} with the isolation forest.`
}

function geometricMean(results: readonly FalseAlarmResult[]): number {
  const logs = results.map(({ falseAlarmRate }) => Math.log(Math.max(LEAST, falseAlarmRate!.mean)))
  return Math.exp(logs.reduce((sum, x) => sum + x, 0) / logs.length)
}
