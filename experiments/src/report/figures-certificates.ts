import { count, number, percent } from '@xenolith/pages'
import { same } from '../compare/cells.js'
import type { ComparedElement } from '../compare/compare-element.js'
import type { CertificateResult } from '../compare/results.js'
import { type ChartPanel, dotKey, drawChart, type Series, type Spot } from './chart.js'
import { distinct, ordinal, type Sketch } from './figure-parts.js'
import { alphaWords, compactCount, datasetName, detectorName, listed, rate } from './words.js'

/** Promised and delivered recall, and the false alarm rate it took, by method. */
export function certificateFigures({ certificates }: ComparedElement): Sketch[] {
  if (certificates.length === 0) return []
  const recalls = distinct(certificates.map((each) => each.recall))
  const promised = recalls[Math.floor(recalls.length / 2)]
  const drawn = certificates.filter((each) => same(each.recall, promised))
  const groups = [
    drawn.filter((each) => each.source.startsWith('synthetic')),
    drawn.filter((each) => !each.source.startsWith('synthetic')),
  ].filter((group) => group.length > 0)
  return groups.flatMap((group) => [delivered(group, promised), falseAlarms(group, promised)])
}

const methodOrder = ['theorem1', 'dkw', 'exact', 'audit']

function methodsOf(results: readonly CertificateResult[]): string[] {
  const place = (method: string): number =>
    (methodOrder.indexOf(method) + methodOrder.length + 1) % (methodOrder.length + 1)
  return [...new Set(results.map((each) => each.method))].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
}

/** Sizes along the axis where there are several, else alphas; what remains names the panels. */
function panelsOf(
  results: readonly CertificateResult[],
  spotOf: (each: CertificateResult, x: number) => Spot | null,
): { panels: ChartPanel[]; title: string; labels: string[] } {
  const sizes = distinct(results.map((each) => each.n))
  const alphas = distinct(results.map((each) => each.alpha))
  const bySize = results.every((each) => each.source.startsWith('synthetic')) && sizes.length > 1
  const names = [...new Set(results.map((each) => nameOf(each, bySize)))]
  const methods = methodsOf(results)
  const panels = names.map((title) => ({
    title,
    series: methods.flatMap((method, i): Series[] => {
      const own = results.filter((each) => nameOf(each, bySize) === title && each.method === method)
      const place = (each: CertificateResult): number =>
        bySize ? sizes.indexOf(each.n ?? 0) : alphas.findIndex((alpha) => same(alpha, each.alpha))
      const common = { style: `series-${i % 5}`, shift: (i - (methods.length - 1) / 2) * 8 }
      const spots = (some: readonly CertificateResult[]): Spot[] =>
        some.map((each) => spotOf(each, place(each))).filter((spot) => spot !== null)
      return [
        { ...common, shape: 'dot', spots: spots(own.filter(mostly)) },
        { ...common, shape: 'ring', spots: spots(own.filter((each) => !mostly(each))) },
      ]
    }),
  }))
  return bySize
    ? { panels, title: 'n', labels: sizes.map(compactCount) }
    : { panels, title: 'alpha', labels: alphas.map((alpha) => number(alpha)) }
}

function nameOf({ source, detector, alpha }: CertificateResult, bySize: boolean): string {
  const data = source.startsWith('synthetic') ? '' : datasetName(source)
  const name = [data, detectorName(detector)].filter((word) => word !== '').join(', ')
  return bySize ? `${name}, ${alphaWords(alpha)}` : name
}

function methodKeys(results: readonly CertificateResult[]) {
  return methodsOf(results).map((method, i) => dotKey(method, `series-${i % 5}`))
}

/** Given in at least half of the runs. */
function mostly({ certified }: CertificateResult): boolean {
  return (certified ?? 1) >= 0.5
}

/** Given in at least one run. */
function given(results: readonly CertificateResult[]): CertificateResult[] {
  return results.filter((each) => each.deliveredRecall !== null && (each.certified ?? 1) > 0)
}

function where(results: readonly CertificateResult[]): string {
  return results.every((each) => each.source.startsWith('synthetic')) ? 'synthetic data' : 'benchmarks'
}

function delivered(results: readonly CertificateResult[], promised: number): Sketch {
  const drawn = given(results)
  const least = Math.min(promised, ...drawn.map((each) => each.deliveredRecallLeast ?? each.deliveredRecall ?? 1))
  const { panels, title, labels } = panelsOf(results, (each, x) =>
    each.deliveredRecall === null || each.certified === 0
      ? null
      : {
          x,
          y: each.deliveredRecall,
          low: each.deliveredRecallLeast ?? each.deliveredRecall,
          high: each.deliveredRecall,
        },
  )
  return {
    heading: `Recall promised and delivered, ${where(results)}`,
    finding: methodsOf(results)
      .map((method) => {
        const own = drawn.filter((each) => each.method === method)
        const settings = results.filter((each) => each.method === method).length
        const often = own.filter(mostly)
        const rarely = own.length - often.length
        const more = rarely > 0 ? `, and in fewer in ${count(rarely)} more` : ''
        if (own.length === 0) return `${method} promises it in no run of any of ${count(settings)} settings.`
        return `${method} promises it in at least half of the runs in ${count(often.length)} of ${count(settings)} settings${more}; where it did, it kept ${keptOf(own)}.`
      })
      .join(' ')
      .replace('promises it', `promises a recall of ${percent(promised)}`),
    reading:
      'Dots are the mean recall on test rows over the runs in which the promise was given (hollow: fewer than half of them), whiskers reach down to the worst run; the dotted line is the promise. A promise with confidence 95\u00a0% may fail in one run of twenty. Where there is no dot, the data could not carry it in any run. Methods stand side by side in the order of the key.',
    draw: (size) =>
      drawChart(
        {
          panels,
          columns: { wide: 3, narrow: 1 },
          panelHeight: 130,
          x: { title, ...ordinal(labels.length), format: (i) => labels[i] },
          y: {
            title: 'recall',
            domain: [Math.floor((least - 0.005) * 50) / 50, 1.003],
            format: (value) => number(value),
          },
          level: promised,
          key: methodKeys(results),
        },
        size,
      ),
    data: numbers(results, 'Recall promised and delivered'),
  }
}

/** Kept promises over all settings. */
function keptOf(results: readonly CertificateResult[]): string {
  const made = results.map((each) => Math.round((each.certified ?? 1) * (each.runs ?? 1)))
  const given = made.reduce((sum, each) => sum + each, 0)
  const kept = results.reduce((sum, each, i) => sum + Math.round((each.kept ?? 0) * made[i]), 0)
  return `${count(kept)} of ${count(given)} promises`
}

function falseAlarms(results: readonly CertificateResult[], promised: number): Sketch {
  const drawn = given(results).filter((each) => each.falseAlarmRate !== null)
  const rates = drawn.map((each) => Math.max(0.001, each.falseAlarmRate ?? 1))
  const { panels, title, labels } = panelsOf(results, (each, x) =>
    each.falseAlarmRate === null || each.certified === 0 ? null : { x, y: Math.max(0.001, each.falseAlarmRate) },
  )
  const best = methodsOf(results).flatMap((method) => {
    const own = drawn.filter((each) => each.method === method).map((each) => each.falseAlarmRate as number)
    return own.length === 0 ? [] : [`${method} ${rate(Math.min(...own))} to ${rate(Math.max(...own))}`]
  })
  return {
    heading: `False alarm rate of a promise, ${where(results)}`,
    finding: `Mean false alarm rates where ${percent(promised)} recall is promised: ${listed(best)}.`,
    reading:
      'The same promises as above: the lower, the cheaper. The axis is logarithmic; less than a thousandth is drawn at a thousandth.',
    draw: (size) =>
      drawChart(
        {
          panels,
          columns: { wide: 3, narrow: 1 },
          panelHeight: 130,
          x: { title, ...ordinal(labels.length), format: (i) => labels[i] },
          y: {
            title: 'false alarm rate',
            domain: [Math.min(...rates, 0.1) / 1.3, 1.2],
            format: (value) => number(value),
            log: true,
          },
          key: methodKeys(results),
        },
        size,
      ),
    data: numbers(results, 'False alarm rates'),
  }
}

function numbers(results: readonly CertificateResult[], caption: string): Sketch['data'] {
  const headings = ['data', 'n', 'alpha', 'method', 'certified', 'kept', 'recall', 'worst recall', 'false alarm rate']
  return {
    caption,
    columns: headings.map((heading, i) => ({ heading, numeric: i !== 0 && i !== 3 })),
    rows: results.map((each) => [
      [datasetName(each.source), detectorName(each.detector)].filter((word) => word !== '').join(', '),
      each.n === null ? '–' : count(each.n),
      number(each.alpha),
      each.method,
      ...[each.certified, each.kept, each.deliveredRecall, each.deliveredRecallLeast, each.falseAlarmRate].map(
        (value) => rate(value),
      ),
    ]),
  }
}
