import { count, dot, type Html, linear, number, type Point, percent, rule, text } from '@xenolith/pages'
import type { Comparison } from '../compare/agree.js'
import { unlikely } from '../compare/agree.js'
import { type ComparedElement, datasetsOf } from '../compare/compare-element.js'
import { datasetKey } from '../compare/names.js'
import { tally } from '../compare/tally.js'
import type { Sketch } from './figure-parts.js'
import { knownOf } from './known.js'
import { datasetName, share, signed, targetOf } from './words.js'

/** The cells of one published table, or of one dataset. */
interface Strip {
  readonly name: string
  readonly recall: readonly Comparison[]
  readonly falseAlarmRate: readonly Comparison[]
}

const edge = 5

/** Every counted cell as a dot at its z distance, one line per table: what agrees lies around zero. */
export function overviewFigure(all: readonly ComparedElement[]): Sketch | null {
  const strips = all.filter(({ comparable }) => comparable).flatMap(stripsOf)
  const cells = strips.flatMap(({ recall, falseAlarmRate }) => [...recall, ...falseAlarmRate])
  if (cells.length === 0) return null
  const { total, unlikely: beyond } = tally(cells)
  return {
    heading: 'Distance of every cell from the published one',
    finding: `${count(beyond)} of ${count(total)} cells (${percent(beyond / total)}) are further than 1.96 standard errors from the published number; chance alone would give about 5\u00a0%.`,
    reading:
      'Each dot is a cell at the distance of the reproduced from the published mean, in standard errors of the difference (z): recall above the line, false alarm rate below it. Hollow dots are cells whose 95\u00a0% intervals do not overlap. Distances beyond 5 are drawn at the edge. Cells of one table share runs, so they move together.',
    draw: (size) => {
      const small = size.name === 'narrow'
      const area = { left: small ? 112 : 190, top: 34, right: size.width - 14, bottom: 34 + strips.length * 34 }
      const x = linear([-edge - 0.2, edge + 0.2], [area.left, area.right])
      const axis = { scale: x, label: 'z', format: (value: number) => number(value), ticks: 5, at: [-4, -2, 0, 2, 4] }
      const flat = linear([0, 1], [area.bottom, area.top])
      return {
        height: area.bottom + 50,
        xTitle: 'z, reproduced minus published, in standard errors',
        yTitle: '',
        key: [],
        panels: [
          {
            title: '',
            area,
            x: axis,
            y: { scale: flat, label: '', format: () => '', ticks: 0, at: [] },
            marks: [-unlikely, unlikely].map((z) =>
              rule({ x: x(z), y: area.top }, { x: x(z), y: area.bottom }, 'guide strong'),
            ),
            labels: [
              text({ x: x(0), y: 22 }, 'within ±1.96', 'key', 'middle'),
              strips.map(({ name, recall, falseAlarmRate }, i) => {
                const y = area.top + 34 * i + 17
                return [
                  rule({ x: area.left, y }, { x: area.right, y }, 'grid'),
                  text({ x: area.left - 8, y: y + 4 }, small ? shorten(name) : name, 'tick', 'end'),
                  swarm(recall, x, y, -1, 'series-0'),
                  swarm(falseAlarmRate, x, y, 1, 'series-1'),
                ]
              }),
            ],
          },
        ],
      }
    },
    data: {
      caption: 'Agreement by table',
      columns: ['table', 'recall', 'false alarm rate', 'largest |z|'].map((heading, i) => ({
        heading,
        numeric: i > 0,
      })),
      rows: strips.map(({ name, recall, falseAlarmRate }) => [
        name,
        share(tally(recall)),
        share(tally(falseAlarmRate)),
        signed([...recall, ...falseAlarmRate].reduce((most, { z }) => (Math.abs(z) > Math.abs(most) ? z : most), 0)),
      ]),
    },
  }
}

function shorten(name: string): string {
  return name.replace('Synthetic, ', '').replace(/ \(.*\)$/, '')
}

function stripsOf({ cells, element }: ComparedElement): Strip[] {
  const basic = cells.filter((cell) => cell.variant === 'basic')
  const pick = (own: typeof basic, name: string): Strip => ({
    name,
    recall: own.map((cell) => cell.recall).filter((each) => each !== null),
    falseAlarmRate: own.map((cell) => cell.falseAlarmRate).filter((each) => each !== null),
  })
  const datasets = datasetsOf(basic)
  const strips =
    datasets.length > 1
      ? datasets.map((dataset) =>
          pick(
            basic.filter((cell) => datasetKey(cell.dataset) === datasetKey(dataset)),
            datasetName(dataset),
          ),
        )
      : [...new Set(basic.map((cell) => cell.q))]
          .sort((a, b) => a - b)
          .map((q) =>
            pick(
              basic.filter((cell) => cell.q === q),
              `${knownOf(element.name, element.settings?.title, true).short} ${targetOf(q)}`,
            ),
          )
  return strips.filter(({ recall, falseAlarmRate }) => recall.length + falseAlarmRate.length > 0)
}

/** Dots that would cover each other are stacked away from the line. */
function swarm(cells: readonly Comparison[], x: (z: number) => number, y: number, side: number, style: string): Html[] {
  const placed: Point[] = []
  return [...cells]
    .sort((a, b) => a.z - b.z)
    .map(({ z, mark }) => {
      const at = x(Math.max(-edge, Math.min(edge, z)))
      const level =
        [0, 1, 2].find((step) => placed.every((other) => other.y !== step || Math.abs(other.x - at) > 5)) ?? 2
      placed.push({ x: at, y: level })
      return dot({ x: at, y: y + side * (4 + level * 4) }, `dot${mark !== 'agrees' ? ' open' : ''} small ${style}`, 2.6)
    })
}
