import type { Certificate, Sensitivity } from '@xenolith/core'
import {
  type Axis,
  type Box,
  box,
  dot,
  extent,
  type Figure,
  type Label,
  line,
  linear,
  type Multiples,
  number,
  type Panel,
  type Point,
  pad,
  panelGrid,
  percent,
  placeLabels,
  project,
  rule,
  type Scale,
  type Size,
  type Slot,
  sample,
  text,
  textWidth,
} from '../index.js'
import { numericColumns } from './numeric-columns.js'
import { shareOfAliens } from './words.js'

const PANEL_HEIGHT = 118

/** tau, alarms and recall against alpha, with the range of alpha that the data do not refute. */
export function sensitivityFigure(ordinal: number, certificate: Certificate, moved: Sensitivity): Figure {
  const at = moved.alpha.indexOf(Number(certificate.alpha.toPrecision(12)))
  return {
    number: ordinal,
    heading: 'What depends on the share of aliens',
    finding: finding(certificate, moved),
    reading:
      'alpha is the share of aliens in the mixture. Top: the recall of the threshold in use, were each alpha the true one. Middle and bottom: the threshold, and its alarms, had that alpha been given instead; where a line is missing, nothing short of alarming on everything would do. The tinted range is possible; the data refute what lies left of it.',
    draw: (size) => draw(certificate, moved, size),
    data: {
      caption: 'Against alpha',
      columns: numericColumns(
        'alpha',
        'recall, estimated',
        'recall, supported',
        'threshold',
        'ordinary rows that alarm',
        'mixture rows that alarm',
      ),
      rows: sample(moved.alpha.length, 12, at).map((i) => {
        const [promised, tau] = [moved.promised[i], moved.tau[i]]
        return [
          percent(moved.alpha[i], 'down'),
          percent(moved.recall[i]),
          promised === null ? '–' : percent(promised, 'down'),
          tau === null ? 'all alarm' : number(tau),
          percent(moved.falseAlarmRate[i]),
          percent(moved.alarmRate[i]),
        ]
      }),
    },
  }
}

function finding(certificate: Certificate, moved: Sensitivity): string {
  const { alpha, tau } = certificate
  const { lowerBound, confidence, recall } = moved
  const feasible = `With confidence ${percent(confidence, 'down')}, alpha is at least ${percent(lowerBound, 'down')}; nothing in the data bounds it from above.`
  const larger = moved.alpha.findIndex((other) => Math.abs(other - 1.2 * alpha) <= 1e-9 * alpha)
  if (tau === -Infinity || larger < 0) return feasible
  return `${feasible} If it is ${percent(moved.alpha[larger], 'down')} instead of ${shareOfAliens(certificate)}, the threshold in use finds an estimated ${percent(recall[larger])} of the aliens.`
}

function share(value: number): string {
  return percent(value)
}

/** A curve of a panel; null where it has no value. */
interface Series {
  readonly words: string
  readonly style: string
  readonly values: readonly (number | null)[]
}

function draw(certificate: Certificate, moved: Sensitivity, size: Size): Multiples {
  const { height, areas } = panelGrid(size, 3, 1, PANEL_HEIGHT, [])
  const drawn = moved.tau.map((tau) => tau !== null)
  const only = (rates: readonly number[]): (number | null)[] => rates.map((rate, i) => (drawn[i] ? rate : null))
  const used = certificate.tau === -Infinity ? null : certificate
  const panels: readonly [string, readonly Series[], (value: number) => string, readonly number[]][] = [
    [
      'Recall of the threshold in use',
      [
        { words: 'estimated', style: 'alien-raw', values: moved.recall },
        { words: 'supported', style: 'alien', values: moved.promised },
      ],
      share,
      certificate.recall === null ? [] : [certificate.recall],
    ],
    [
      'Threshold, had this alpha been given',
      [{ words: 'threshold', style: 'nominal', values: moved.tau }],
      (value) => number(value),
      used === null ? [] : [used.tau],
    ],
    [
      'Alarms, had this alpha been given',
      [
        { words: 'mixture', style: 'mixture', values: only(moved.alarmRate) },
        { words: 'ordinary', style: 'nominal', values: only(moved.falseAlarmRate) },
      ],
      share,
      used === null ? [] : [used.alarmRate, used.falseAlarmRate],
    ],
  ]
  return {
    height,
    panels: panels.map(([title, series, format, marked], i) =>
      panel({ title, series, format, marked }, certificate, moved, areas[i], size),
    ),
    xTitle: 'alpha, share of aliens in the mixture',
    yTitle: '',
    key: [],
  }
}

interface Content {
  readonly title: string
  readonly series: readonly Series[]
  readonly format: (value: number) => string
  /** Values at the alpha in use. */
  readonly marked: readonly number[]
}

function panel(content: Content, certificate: Certificate, moved: Sensitivity, area: Box, size: Size): Panel {
  const { title, series, format, marked } = content
  const { alpha } = certificate
  const x = linear(pad(extent([...moved.alpha, alpha])), [area.left, area.right])
  const values = series.flatMap((each) => each.values.filter((value) => value !== null))
  const [low, high] = pad(extent([...values, ...marked]), 0.12)
  const y = linear([format === share ? Math.max(0, low) : low, high], [area.bottom, area.top])
  const axis = (scale: Scale, label: string, ticks: number, words: (value: number) => string): Axis => ({
    scale,
    label,
    ticks,
    format: words,
  })
  const curves = series.map((each) => ({ ...each, runs: runsOf(x, y, moved.alpha, each.values) }))
  const labels: Label[] = curves.map(({ words, style, runs }) => ({ words, style, curve: runs.flat() }))
  const vertical = [
    { x: x(alpha), y: area.top },
    { x: x(alpha), y: area.bottom },
  ] as const
  return {
    title,
    area,
    x: axis(x, '', size.name === 'wide' ? 8 : 4, share),
    y: axis(y, '', 3, format),
    marks: [
      shade(moved.lowerBound, x, area),
      rule(vertical[0], vertical[1], 'rule'),
      curves.map(({ runs, style }) => runs.map((run) => line(run, style))),
    ],
    labels: [
      marked.flatMap((value) => project(x, y, [alpha], [value])).map((point) => dot(point, 'dot mixture', 3.5)),
      series.length > 1 && placeLabels(labels, area, [vertical]),
      title.startsWith('Recall') && [inUse(certificate, x, area), refuted(moved.lowerBound, x, area)],
    ],
  }
}

/** Feasible right of the lower bound, refuted left of it. */
function shade(lowerBound: number, x: Scale, area: Box): Slot {
  const edge = Math.min(area.right, Math.max(area.left, x(lowerBound)))
  return [
    box({ x: area.left, y: area.top }, { x: edge, y: area.bottom }, 'refuted'),
    box({ x: edge, y: area.top }, { x: area.right, y: area.bottom }, 'feasible'),
  ]
}

function refuted(lowerBound: number, x: Scale, area: Box): Slot {
  const room = x(lowerBound) - area.left > textWidth('refuted')
  return room && text({ x: area.left + 4, y: area.bottom - 6 }, 'refuted', 'tick')
}

function inUse(certificate: Certificate, x: Scale, area: Box): Slot {
  return text(
    { x: x(certificate.alpha), y: area.top - 26 },
    `alpha = ${shareOfAliens(certificate)}`,
    'rule-label',
    'middle',
  )
}

/** The parts of a curve between the places where it has no value. */
function runsOf(x: Scale, y: Scale, xs: readonly number[], ys: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = [[]]
  ys.forEach((value, i) => {
    if (value === null) runs.push([])
    else runs[runs.length - 1].push(...project(x, y, [xs[i]], [value]))
  })
  return runs.filter((run) => run.length > 0)
}
