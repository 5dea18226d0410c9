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

/** The q of the certificate, or (`exact` has none) the one that would give the same threshold. */
interface Chosen {
  readonly q: number
  readonly own: boolean
}

/** What each q costs in alarms, with the chosen one. */
export function tradeoff(certificate: Certificate, curve: Tradeoff): Figure {
  const chosen = choose(certificate, curve)
  const nearest = chosen === null ? -1 : nearestIndex(curve.q, chosen.q)
  return {
    number: 3,
    heading: 'The price of a promise',
    finding: finding(certificate, curve, chosen),
    reading:
      'q is the estimated share of aliens that the threshold may miss. A smaller q catches more aliens and disturbs more nominal rows.',
    draw: (size) => draw(certificate, curve, chosen, size),
    data: {
      caption: 'Alarms at each q',
      columns: ['q', 'tau', 'false alarm rate', 'alarm rate'].map((heading) => ({ heading, numeric: true })),
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

function choose({ q, tau }: Certificate, curve: Tradeoff): Chosen | null {
  if (q !== null && Number.isFinite(q)) return { q, own: true }
  if (!Number.isFinite(tau)) return null
  const same = curve.tau.findIndex((other) => other !== null && other >= tau)
  return same < 0 ? null : { q: curve.q[same], own: false }
}

function finding({ tau, falseAlarmRate, alarmRate }: Certificate, curve: Tradeoff, chosen: Chosen | null): string {
  if (tau === -Infinity && chosen === null && curve.q.length > 0) {
    const ends = [0, curve.q.length - 1].map(
      (i) => `${percent(curve.falseAlarmRate[i])} at ${equation('q', curve.q[i])}`,
    )
    return `No finite threshold was found, so every row alarms. Thresholds without a promise would raise false alarms on an estimated ${ends.join(', ')}.`
  }
  const cost = `the threshold alarms on an estimated ${percent(falseAlarmRate)} of nominal rows and on ${percent(alarmRate)} of the mixture.`
  if (chosen === null) return `Here ${cost}`
  if (chosen.own) return `At the chosen ${equation('q', chosen.q)}, ${cost}`
  return `The certificate was not read off at a q; ${equation('q', chosen.q)} gives about the same threshold. There ${cost}`
}

function draw(certificate: Certificate, curve: Tradeoff, chosen: Chosen | null, size: Size): Drawing {
  const area = plotArea(size)
  const x = linear(pad(extent([...curve.q, chosen?.q ?? Number.NaN])), [area.left, area.right])
  const most = extent([...curve.falseAlarmRate, ...curve.alarmRate, chosen === null ? 0 : certificate.alarmRate])[1]
  const y = linear([0, (most || 1) * 1.06], [area.bottom, area.top])
  const labels: Label[] = [
    { words: 'false alarm rate', style: 'nominal', curve: project(x, y, curve.q, curve.falseAlarmRate) },
    { words: 'alarm rate, mixture', style: 'mixture', curve: project(x, y, curve.q, curve.alarmRate) },
  ]
  const marked: { rule: Slot; vertical: Point[][] } =
    chosen === null
      ? { rule: null, vertical: [] }
      : {
          rule: labelledRule(
            area,
            x(chosen.q),
            `q = ${number(chosen.q)}${chosen.own ? ': chosen' : ' gives this threshold'}`,
          ),
          vertical: [[area.top, area.bottom].map((end) => ({ x: x(chosen.q), y: end }))],
        }
  const at = (rate: number): Point[] => (chosen === null ? [] : project(x, y, [chosen.q], [rate]))
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
