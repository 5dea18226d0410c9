import { number, percent } from '@xenolith/pages'
import { same } from '../compare/cells.js'
import type { ComparedElement } from '../compare/compare-element.js'
import type { FalseAlarmResult } from '../compare/results.js'
import { distinct } from './figure-parts.js'
import type { SheetCell, Titled } from './sheet.js'
import { alphaWords, datasetName, detectorName, none, rate, whole } from './words.js'

/** One table for each alpha: a row for each detector, a section for each dataset. */
export function falseAlarmSheets({ falseAlarms }: ComparedElement): Titled[] {
  return distinct(falseAlarms.map(({ alpha }) => alpha)).map((alpha) => {
    const own = falseAlarms.filter((each) => same(each.alpha, alpha))
    const recalls = distinct(own.filter(({ threshold }) => threshold === 'certified').map(({ recall }) => recall))
    const title = `False alarm rate by detector, ${alphaWords(alpha)}`
    const datasets = [...new Set(own.map(({ dataset }) => dataset))]
    return {
      title,
      verdict: '',
      differs: false,
      sheet: {
        caption: title,
        columns: [
          { group: '', heading: 'detector', numeric: false },
          { group: '', heading: 'oracle, recall 95\u00a0%', numeric: true },
          ...recalls.flatMap((recall) => [
            { group: `certified, recall ${percent(recall)}`, heading: 'given in', numeric: true },
            { group: `certified, recall ${percent(recall)}`, heading: 'false alarms', numeric: true },
          ]),
        ],
        sections: datasets.map((dataset) => {
          const rows = own.filter((each) => each.dataset === dataset)
          const [{ n, runs }] = rows
          return {
            heading: `${datasetName(dataset)}, n = ${whole(n)}, ${number(runs ?? 0)} runs`,
            rows: [...new Set(rows.map(({ detector }) => detector))].map((detector) => {
              const own = rows.filter((each) => each.detector === detector)
              const more = own[0].runs === runs ? '' : ` (${number(own[0].runs ?? 0)} runs)`
              return rowOf(own, `${detectorName(detector)}${more}`, recalls)
            }),
          }
        }),
      },
    }
  })
}

function rowOf(results: readonly FalseAlarmResult[], name: string, recalls: readonly number[]): SheetCell[] {
  const oracle = results.find(({ threshold }) => threshold === 'oracle')
  return [
    name,
    rate(oracle?.falseAlarmRate?.mean),
    ...recalls.flatMap((recall): SheetCell[] => {
      const one = results.find((each) => each.threshold === 'certified' && same(each.recall, recall))
      if (one === undefined || one.given === 0) return [one === undefined ? none : percent(0), none]
      return [percent(one.given ?? 0), rate(one.falseAlarmRate?.mean)]
    }),
  ]
}
