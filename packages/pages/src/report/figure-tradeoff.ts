import type { Certificate, Tradeoff } from '@xenolith/core'
import {
  type Drawing,
  dot,
  equation,
  extent,
  type Figure,
  type Label,
  labelledRule,
  line,
  linear,
  number,
  type Point,
  pad,
  percent,
  placeLabels,
  plotArea,
  project,
  type Size,
  type Slot,
  sample,
} from '../index.js'
import { numericColumns } from './numeric-columns.js'

/** What each q costs in alarms, with the chosen one. For thresholds that are read off at a q: Algorithm 1 and Theorem 1. */
export function tradeoff(ordinal: number, certificate: Certificate, curve: Tradeoff): Figure {
  const chosen = certificate.q
  const nearest = chosen === null ? -1 : nearestIndex(curve.q, chosen)
  return {
    number: ordinal,
    heading: 'What another q would cost',
    finding: finding(certificate, curve, chosen),
    reading:
      'q is the estimated share of aliens that the threshold may miss. A smaller q catches more aliens and alarms on more ordinary rows.',
    draw: (size) => draw(certificate, curve, chosen, size),
    data: {
      caption: 'Alarms at each q',
      columns: numericColumns('q', 'threshold', 'ordinary rows that alarm', 'mixture rows that alarm'),
      rows: sample(curve.q.length, 10, nearest).map((i) => [
        number(curve.q[i]),
        tauOf(curve.tau[i]),
        percent(curve.falseAlarmRate[i]),
        percent(curve.alarmRate[i]),
      ]),
    },
  }
}

function tauOf(tau: number | null): string {
  return tau === null ? 'all alarm' : number(tau)
}

function finding({ tau, falseAlarmRate, alarmRate }: Certificate, curve: Tradeoff, chosen: number | null): string {
  if (tau === -Infinity && chosen === null && curve.q.length > 0) {
    const ends = [0, curve.q.length - 1].map(
      (i) => `${percent(curve.falseAlarmRate[i])} at ${equation('q', curve.q[i])}`,
    )
    return `No finite threshold was found, so every row alarms. Thresholds without a promise would raise false alarms on an estimated ${ends.join(', ')}.`
  }
  const cost = `the threshold alarms on an estimated ${percent(falseAlarmRate)} of ordinary rows and on ${percent(alarmRate)} of the mixture.`
  return chosen === null ? `Here ${cost}` : `At the chosen ${equation('q', chosen)}, ${cost}`
}

function draw(certificate: Certificate, curve: Tradeoff, chosen: number | null, size: Size): Drawing {
  const area = plotArea(size)
  const x = linear(pad(extent([...curve.q, chosen ?? Number.NaN])), [area.left, area.right])
  const most = extent([...curve.falseAlarmRate, ...curve.alarmRate, chosen === null ? 0 : certificate.alarmRate])[1]
  const y = linear([0, (most || 1) * 1.06], [area.bottom, area.top])
  const labels: Label[] = [
    { words: 'ordinary rows', style: 'nominal', curve: project(x, y, curve.q, curve.falseAlarmRate) },
    { words: 'mixture', style: 'mixture', curve: project(x, y, curve.q, curve.alarmRate) },
  ]
  const marked: { rule: Slot; vertical: Point[][] } =
    chosen === null
      ? { rule: null, vertical: [] }
      : {
          rule: labelledRule(area, x(chosen), `q = ${number(chosen)}: chosen`),
          vertical: [[area.top, area.bottom].map((end) => ({ x: x(chosen), y: end }))],
        }
  const at = (rate: number): Point[] => (chosen === null ? [] : project(x, y, [chosen], [rate]))
  return {
    area,
    x: {
      scale: x,
      label: 'q, estimated share of aliens missed',
      format: (value) => number(value),
      ticks: size.name === 'wide' ? 8 : 5,
    },
    y: { scale: y, label: 'share that alarms', format: (value) => percent(value), ticks: 5 },
    marks: labels.map((label) => line(label.curve, label.style)),
    labels: [
      marked.rule,
      at(certificate.falseAlarmRate).map((point) => dot(point, 'dot nominal')),
      at(certificate.alarmRate).map((point) => dot(point, 'dot mixture')),
      placeLabels(labels, area, marked.vertical),
    ],
  }
}

function nearestIndex(values: readonly number[], target: number): number {
  return values.reduce((best, value, i) => (Math.abs(value - target) < Math.abs(values[best] - target) ? i : best), 0)
}
