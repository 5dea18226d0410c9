import { count, number } from '@xenolith/pages'
import { type Cell, falseAlarmRateOf, recallOf, same } from '../compare/cells.js'
import {
  type AlphaCell,
  alphaTally,
  alphaTolerance,
  type ComparedElement,
  datasetsOf,
  quartileGaps,
  quartileTolerance,
} from '../compare/compare-element.js'
import { datasetKey } from '../compare/names.js'
import type { CertificateResult } from '../compare/results.js'
import { type Tally, tally } from '../compare/tally.js'
import { distinct } from './figure-parts.js'
import { type Sheet, type SheetCell, type Titled, zCell } from './sheet.js'
import { falseAlarmSheets } from './sheets-false-alarms.js'
import {
  alphaWords,
  datasetName,
  detectorName,
  interval,
  none,
  ranges,
  rate,
  share,
  signed,
  targetOf,
  whole,
} from './words.js'

const numeric = (group: string, heading: string) => ({ group, heading, numeric: true })

const threeOf = (group: string) => ['published', 'reproduced', 'z'].map((heading) => numeric(group, heading))

export function sheetsOf(compared: ComparedElement): Titled[] {
  const { kind, cells } = compared
  if (kind === 'certificates') return certificateSheets(compared)
  if (kind === 'false-alarms') return falseAlarmSheets(compared)
  if (kind === 'alpha') return alphaSheets(compared)
  const synthetic = cells.every((cell) => datasetKey(cell.dataset) === 'synthetic')
  return synthetic ? [...syntheticSheets(compared), ...quartileSheets(compared)] : benchmarkSheets(compared)
}

function verdictOf(recall: Tally, falseAlarmRate: Tally): string {
  if (recall.total + falseAlarmRate.total === 0) return ''
  return `recall ${share(recall)}, false alarm rate ${share(falseAlarmRate)} agree`
}

function titled(title: string, cells: readonly Cell[], counted: boolean, sheet: Sheet): Titled {
  const [recall, falseAlarmRate] = [
    tally(cells.map((cell) => cell.recall)),
    tally(cells.map((cell) => cell.falseAlarmRate)),
  ]
  const differs = [...cells].some((cell) => cell.recall?.mark === 'differs' || cell.falseAlarmRate?.mark === 'differs')
  return { title, verdict: counted ? verdictOf(recall, falseAlarmRate) : '', differs: counted && differs, sheet }
}

function rates(cell: Cell, told: boolean): SheetCell[] {
  const recall = [interval(recallOf(cell.published, cell.variant)), interval(cell.result?.recall), zCell(cell.recall)]
  const far = [
    interval(falseAlarmRateOf(cell.published, cell.variant)),
    interval(cell.result?.falseAlarmRate),
    zCell(cell.falseAlarmRate),
  ]
  return told ? [...recall, ...far] : [recall[1], far[1]]
}

const rateColumns = (told: boolean) =>
  told
    ? [...threeOf('recall'), ...threeOf('false alarm rate')]
    : [numeric('', 'recall'), numeric('', 'false alarm rate')]

function syntheticSheets({ cells }: ComparedElement): Titled[] {
  const targets = distinct(cells.map((cell) => cell.q))
  return ['basic', 'isotonic'].flatMap((variant) =>
    targets.flatMap((q) => {
      const own = cells.filter((cell) => cell.variant === variant && same(cell.q, q))
      if (own.length === 0) return []
      const told = own.some((cell) => cell.published !== null)
      const tables = own.flatMap((cell) => (cell.table === null ? [] : [cell.table]))
      const detector = detectorName(own.find((cell) => cell.detector !== '')?.detector ?? '')
      const basic = variant === 'basic'
      const pair = (group: string) =>
        (told ? ['published', 'reproduced'] : ['']).map((heading) => numeric(group, heading))
      const extra = basic ? [...pair('oracle'), ...pair('recall of 95\u00a0% of runs'), ...pair('n*')] : []
      const values = (cell: Cell): SheetCell[] => {
        if (!basic) return []
        const pairs = [
          [rate(cell.published?.oracle), rate(cell.result?.oracle)],
          [rate(cell.published?.recall05), rate(cell.result?.recall05)],
          [whole(cell.published?.nStar), whole(cell.result?.nStar)],
        ]
        return pairs.flatMap(([published, reproduced]) => (told ? [published, reproduced] : [reproduced]))
      }
      const name = `${tables.length > 0 ? `ICML table ${ranges(tables)}: ` : ''}${detector}, target ${targetOf(q)}`
      const title = basic ? name : `${name}, isotonised`
      const sheet: Sheet = {
        caption: title,
        columns: [numeric('', 'n'), ...rateColumns(told), ...extra],
        sections: distinct(own.map((cell) => cell.alpha)).map((alpha) => ({
          heading: alphaWords(alpha),
          rows: own
            .filter((cell) => same(cell.alpha, alpha))
            .sort((a, b) => (a.n ?? 0) - (b.n ?? 0))
            .map((cell) => [whole(cell.n), ...rates(cell, told), ...values(cell)]),
        })),
      }
      return [titled(title, own, true, sheet)]
    }),
  )
}

function quartileSheets({ quartiles, summary }: ComparedElement): Titled[] {
  if (quartiles.length === 0) return []
  const keys = ['farQ1', 'farMedian', 'farQ3', 'oracleMedian'] as const
  const groups = ['first quartile', 'median', 'third quartile', 'oracle, median']
  const { within, total } = summary.quartiles
  const title = 'ICML table 7: quartiles of the false alarm rate, target 95\u00a0%'
  return [
    {
      title,
      verdict: `${count(within)} of ${count(total)} quartiles within ${quartileTolerance}`,
      differs: within < total,
      sheet: {
        caption: title,
        columns: [
          numeric('', 'n'),
          ...groups.flatMap((group) => ['published', 'reproduced'].map((heading) => numeric(group, heading))),
          numeric('', 'largest gap'),
        ],
        sections: distinct(quartiles.map(({ published }) => published.alpha)).map((alpha) => ({
          heading: alphaWords(alpha),
          rows: quartiles
            .filter(({ published }) => same(published.alpha, alpha))
            .map((cell): SheetCell[] => {
              const gap = Math.max(...quartileGaps(cell))
              const far = gap > quartileTolerance + 1e-9
              return [
                whole(cell.published.n),
                ...keys.flatMap((key) => [rate(cell.published[key]), rate(cell.result?.[key])]),
                Number.isFinite(gap) ? { words: rate(gap), mark: far ? 'differs' : 'agrees' } : none,
              ]
            }),
        })),
      },
    },
  ]
}

function benchmarkSheets({ cells, comparable }: ComparedElement): Titled[] {
  return datasetsOf(cells).flatMap((dataset) =>
    ['basic', 'isotonic'].flatMap((variant) => {
      const all = cells.filter((cell) => cell.variant === variant && datasetKey(cell.dataset) === datasetKey(dataset))
      const published = all.filter((cell) => cell.published !== null || cell.icml !== null)
      // Settings between the published ones are in the figures.
      const own = published.length > 0 ? published : all
      if (own.length === 0) return []
      const told = own.some((cell) => cell.published !== null)
      const first = own.some((cell) => cell.icml !== null)
      const title = `${tableNames(own)}${datasetName(dataset)}${sizeOf(own)}${variant === 'basic' ? '' : ', isotonised'}`
      const sheet: Sheet = {
        caption: title,
        columns: [
          numeric('', 'alpha'),
          numeric('', 'alpha\u2032'),
          ...rateColumns(told),
          ...(first ? ['recall', 'false alarm rate'].map((heading) => numeric('ICML 2018', heading)) : []),
        ],
        sections: distinct(own.map((cell) => cell.q)).map((q) => ({
          heading: `target ${targetOf(q)}`,
          rows: own
            .filter((cell) => same(cell.q, q))
            .sort((a, b) => a.alpha - b.alpha || a.alphaUsed - b.alphaUsed)
            .map((cell) => [
              number(cell.alpha),
              number(cell.alphaUsed),
              ...(comparable || !told
                ? rates(cell, told)
                : rates({ ...cell, recall: null, falseAlarmRate: null }, told)),
              ...(first
                ? [interval(recallOf(cell.icml, variant)), interval(falseAlarmRateOf(cell.icml, variant))]
                : []),
            ]),
        })),
      }
      return [titled(title, own, comparable, sheet)]
    }),
  )
}

function tableNames(cells: readonly Cell[]): string {
  const numbers = (of: (cell: Cell) => number | null | undefined): number[] => cells.flatMap((cell) => of(cell) ?? [])
  const named = (paper: string, tables: readonly number[]): string[] =>
    tables.length === 0 ? [] : [`${paper} table${new Set(tables).size > 1 ? 's' : ''} ${ranges(tables)}`]
  const names = [
    ...named(
      'JMLR',
      numbers((cell) => cell.table),
    ),
    ...named(
      'ICML',
      numbers((cell) => cell.icml?.table),
    ),
  ]
  return names.length > 0 ? `${names.join(', ')}: ` : ''
}

function sizeOf(cells: readonly Cell[]): string {
  const sizes = distinct(cells.map((cell) => cell.n))
  return sizes.length === 1 ? `, n = ${whole(sizes[0])}` : ''
}

function certificateSheets({ certificates }: ComparedElement): Titled[] {
  const groups = [...new Set(certificates.map((each) => [each.source, each.detector].join('\n')))]
  return groups.map((group) => {
    const own = certificates.filter((each) => [each.source, each.detector].join('\n') === group)
    const { source, detector, confidence, runs } = own[0]
    const title = `${[datasetName(source), detectorName(detector)].filter((word) => word !== '').join(', ')}: promised and delivered`
    const places = [...new Set(own.map((each) => `${alphaWords(each.alpha)}, n = ${whole(each.n)}`))]
    return {
      title,
      verdict: `confidence ${rate(confidence, 2)}${runs === null ? '' : `, ${count(runs)} runs a setting`}`,
      differs: false,
      sheet: {
        caption: title,
        columns: [
          { group: '', heading: 'method', numeric: false },
          numeric('promise', 'recall'),
          numeric('promise', 'given in'),
          numeric('delivered', 'kept in'),
          numeric('delivered', 'mean recall'),
          numeric('delivered', 'worst recall'),
          numeric('false alarm rate', 'mean'),
          numeric('false alarm rate', 'bound'),
          numeric('false alarm rate', 'bound held in'),
        ],
        sections: places.map((heading) => ({
          heading,
          rows: promiseRows(own.filter((each) => `${alphaWords(each.alpha)}, n = ${whole(each.n)}` === heading)),
        })),
      },
    }
  })
}

/** One row per promise that was given; methods that never gave it share one. */
function promiseRows(results: readonly CertificateResult[]): string[][] {
  return distinct(results.map((each) => each.recall))
    .reverse()
    .flatMap((recall) => {
      const own = results.filter((each) => same(each.recall, recall))
      const never = own.filter((each) => each.certified === 0).map((each) => each.method)
      const given = own
        .filter((each) => each.certified !== 0)
        .map((each) => [
          each.method,
          rate(each.recall, 2),
          rate(each.certified, 2),
          rate(each.kept, 2),
          rate(each.deliveredRecall),
          rate(each.deliveredRecallLeast),
          rate(each.falseAlarmRate),
          rate(each.falseAlarmRateUpper),
          rate(each.boundHeld, 2),
        ])
      return never.length === 0
        ? given
        : [...given, [never.join(', '), rate(recall, 2), 'no run', ...Array<string>(6).fill(none)]]
    })
}

/** Empty where nothing was published. */
export function alphaVerdict(cells: readonly AlphaCell[]): string {
  const { total, agree, near } = alphaTally(cells)
  return total === 0
    ? ''
    : `${count(agree)} of ${count(total)} means agree within the noise of the runs, ${count(near)} are within ${rate(alphaTolerance, 2)}`
}

function alphaSheets({ alphas }: ComparedElement): Titled[] {
  return datasetsOf(alphas).map((dataset) => {
    const own = alphas.filter((cell) => datasetKey(cell.dataset) === datasetKey(dataset))
    const title = `Mean estimates of alpha, ${datasetName(datasetKey(dataset))}`
    return {
      title,
      verdict: alphaVerdict(own),
      differs: false,
      sheet: {
        caption: title,
        columns: [
          numeric('', 'alpha'),
          numeric('', 'n'),
          numeric('', 'published'),
          numeric('', 'reproduced'),
          numeric('', 'difference'),
          numeric('', 'z'),
          numeric('', 'spread over runs'),
        ],
        sections: [...new Set(own.map((cell) => cell.estimator))].map((heading) => ({
          heading,
          rows: own
            .filter((cell) => cell.estimator === heading)
            .sort((a, b) => a.alpha - b.alpha || (a.n ?? 0) - (b.n ?? 0))
            .map(({ alpha, n, published, reproduced, comparison }) => [
              number(alpha),
              whole(n),
              rate(published),
              reproduced === null ? none : interval({ mean: reproduced.mean, ci: reproduced.ci ?? 0 }),
              published === null || reproduced === null ? none : signed(reproduced.mean - published, 3),
              zCell(comparison),
              rate(reproduced?.sd),
            ]),
        })),
      },
    }
  })
}
