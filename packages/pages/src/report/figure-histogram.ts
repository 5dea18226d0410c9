import type { Certificate, Histogram } from '@xenolith/core'
import {
  type Drawing,
  type Figure,
  area as filled,
  type Label,
  line,
  linear,
  number,
  type Point,
  percent,
  placeLabels,
  plotArea,
  type Size,
  sample,
  silhouette,
} from '../index.js'
import { numericColumns } from './numeric-columns.js'
import { alarmZone, scoreAxis, tauRule } from './tau.js'

/** The scores of both samples as histograms, with tau. */
export function histogram(ordinal: number, certificate: Certificate, { edges, nominal, mixture }: Histogram): Figure {
  return {
    number: ordinal,
    heading: 'Scores of ordinary rows and of the mixture',
    finding: finding(certificate),
    reading:
      'Heights show the share of each sample in equal score ranges. Where the outline of the mixture rises above the filled ordinary rows, on the right, the aliens are.',
    draw: (size) => draw(certificate.tau, { edges, nominal, mixture }, size),
    data: {
      caption: 'Share of each sample in a score range (a selection)',
      columns: numericColumns('from', 'to', 'ordinary', 'mixture'),
      rows: sample(nominal.length, 12).map((i) => [
        number(edges[i]),
        number(edges[i + 1]),
        percent(nominal[i]),
        percent(mixture[i]),
      ]),
    },
  }
}

function finding({ tau, alarmRate, falseAlarmRate }: Certificate): string {
  const shares = `${percent(alarmRate)} of the mixture and an estimated ${percent(falseAlarmRate)} of ordinary rows`
  return tau === -Infinity ? `Everything alarms: ${shares}.` : `Right of the threshold, ${number(tau)}, lie ${shares}.`
}

function draw(tau: number, shares: Histogram, size: Size): Drawing {
  const area = plotArea(size)
  const x = scoreAxis(shares.edges, tau, area, size)
  const { edges, nominal, mixture } = visible(shares, x.scale.domain)
  const tallest = [...nominal, ...mixture].reduce((most, share) => Math.max(most, share), 0) || 1
  const y = linear([0, tallest * 1.12], [area.bottom, area.top])
  const outline = (heights: readonly number[]) => silhouette(x.scale, y, edges, heights)
  const labels: Label[] = [
    { words: 'ordinary', style: 'nominal', curve: outline(nominal) },
    { words: 'mixture', style: 'mixture', curve: outline(mixture) },
  ]
  const vertical = Number.isFinite(tau) ? [[area.top, area.bottom].map((end) => ({ x: x.scale(tau), y: end }))] : []
  return {
    area,
    x,
    y: { scale: y, label: 'share of the sample', format: (value) => percent(value), ticks: 5 },
    marks: [
      alarmZone(x, area, tau),
      filled(labels[0].curve, area.bottom, 'nominal'),
      line(labels[1].curve, 'mixture-outline'),
    ],
    labels: [
      tauRule(x, area, tau),
      placeLabels(labels, area, [...vertical, ...labels[0].curve.map(downTo(area.bottom))]),
    ],
  }
}

/** The fill below a point, as something a label must not cover. */
function downTo(bottom: number): (point: Point) => Point[] {
  return (point) => [point, { x: point.x, y: bottom }]
}

/** When all scores are equal the bars have no width: they become one that has. */
function visible({ edges, nominal, mixture }: Histogram, [low, high]: readonly [number, number]): Histogram {
  if (edges.length === 0 || edges[0] < edges[edges.length - 1]) return { edges, nominal, mixture }
  const total = (shares: readonly number[]): number[] => [shares.reduce((sum, share) => sum + share, 0)]
  const half = 0.03 * (high - low)
  return { edges: [edges[0] - half, edges[0] + half], nominal: total(nominal), mixture: total(mixture) }
}
