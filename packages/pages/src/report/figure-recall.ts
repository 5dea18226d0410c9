import { type Certificate, type Curves, conditionOf, hasTerms } from '@xenolith/core'
import {
  box,
  count,
  type Drawing,
  dot,
  type Figure,
  type Label,
  line,
  linear,
  number,
  type Point,
  percent,
  placeLabels,
  plotArea,
  project,
  rule,
  type Size,
  sample,
} from '../index.js'
import { type CurvePoint, cheapest, curvePoints } from './curve.js'
import { numericColumns } from './numeric-columns.js'
import { boundWords } from './price.js'
import { cheaperThan } from './ways-out.js'
import { ordinaryRows } from './words.js'

/** Recall against false alarms: what the detector can do, what was chosen, and what of it is proved. */
export function recallFigure(ordinal: number, certificate: Certificate, curves: Curves): Figure {
  const marked = markedPoints(certificate, curves)
  const points = [{ falseAlarmRate: 1, recall: 1 }, ...curvePoints(curves)]
  return {
    number: ordinal,
    heading: 'Recall against false alarms',
    finding: finding(certificate, marked),
    reading: reading(certificate, curves, marked),
    draw: (size) => draw(points, marked, size),
    data: {
      caption: 'What each threshold finds and costs, estimated',
      columns: numericColumns('threshold', 'aliens that alarm', 'ordinary rows that alarm'),
      rows: sample(curves.score.length, 12).map((i) => [
        number(curves.score[i]),
        percent(1 - curves.faIsotonic[i]),
        percent(1 - curves.f0[i]),
      ]),
    },
  }
}

function reading({ audit }: Certificate, { labelled }: Curves, { proved }: Marked): string {
  const curve =
    'The curve is this detector as estimated: every threshold is a point on it, and up and to the left is better.'
  const cautious =
    labelled !== undefined
      ? ` Its aliens are the ${count(labelled)} that were labelled.`
      : audit?.route === 'direct'
        ? ' It is drawn with the largest share of aliens that the audit allows, so the detector may be better than it.'
        : ''
  const corner =
    proved === null
      ? ''
      : ` The tinted corner is what the certificate proves${proved.conditional ? ', if its condition holds' : ''}: not below it, not to the right of it.`
  return `${curve}${cautious}${corner}`
}

interface Marked {
  /** The threshold in use, as estimated. */
  readonly used: CurvePoint
  /** What is proved: at least this recall, at most these false alarms (null: no bound). */
  readonly proved: {
    readonly recall: number
    readonly falseAlarmRate: number | null
    readonly conditional: boolean
  } | null
  /** The cheapest threshold with the promised recall, had the curve been known. */
  readonly best: CurvePoint | null
}

function markedPoints(certificate: Certificate, curves: Curves): Marked {
  const { tau, falseAlarmRate, falseAlarmRateUpper } = certificate
  const at = curves.score.findLastIndex((score) => score <= tau)
  const recall = at < 0 ? 1 : 1 - curves.faIsotonic[at]
  const promised = hasTerms(certificate) ? certificate.recall : null
  return {
    used: { falseAlarmRate, recall },
    proved:
      promised === null
        ? null
        : { recall: promised, falseAlarmRate: falseAlarmRateUpper, conditional: conditionOf(certificate) !== null },
    best: promised === null ? null : cheaperThan(certificate, cheapest(curvePoints(curves), promised)),
  }
}

function finding(certificate: Certificate, { used, best }: Marked): string {
  const here =
    certificate.tau === -Infinity
      ? 'No threshold was found: every row alarms.'
      : `The threshold in use finds an estimated ${percent(used.recall)} of the aliens and alarms on an estimated ${percent(used.falseAlarmRate)} of ordinary rows.`
  if (!hasTerms(certificate)) return here
  const { recall, falseAlarmRateUpper: upper } = certificate
  const bound =
    upper === null
      ? ''
      : `, and false alarms on at most ${percent(upper, 'up')} of ordinary rows (${boundWords(certificate)})`
  const proved = `${provedWords(certificate)} is a recall of at least ${percent(recall, 'down')}${bound}.`
  const oracle =
    best === null
      ? ''
      : ` At best, had the curve been known, alarms on ${ordinaryRows(best.falseAlarmRate)} would have bought that recall${best.falseAlarmRate === used.falseAlarmRate ? '' : '; the difference is what the proof costs with this much data'}.`
  return `${here} ${proved}${oracle}`
}

/** A promise on a condition is proved under it alone. */
function provedWords(certificate: Certificate): string {
  return conditionOf(certificate) === null ? 'Proved' : 'Proved, if the condition of the headline holds,'
}

/** Wide enough for what is marked, with as much again to see where the curve goes. */
function widest({ used, proved, best }: Marked): number {
  const marks = [used.falseAlarmRate, proved?.falseAlarmRate ?? 0, best?.falseAlarmRate ?? 0]
  return Math.min(1, Math.max(0.05, 2 * Math.max(...marks)))
}

function draw(points: readonly CurvePoint[], marked: Marked, size: Size): Drawing {
  const { used, proved, best } = marked
  const area = plotArea(size, 30)
  const x = linear([0, widest(marked)], [area.left, area.right])
  const lowest = Math.min(used.recall, proved?.recall ?? 1, best?.recall ?? 1)
  const y = linear([Math.max(0, Math.min(0.5, lowest - 0.1)), 1.03], [area.bottom, area.top])
  const place = (point: CurvePoint): Point[] => project(x, y, [point.falseAlarmRate], [point.recall])
  const curve = project(
    x,
    y,
    points.map((point) => point.falseAlarmRate),
    points.map((point) => point.recall),
  )
  const corner = proved === null ? null : { x: x(proved.falseAlarmRate ?? x.domain[1]), y: y(proved.recall) }
  const bounds =
    corner === null
      ? []
      : [
          [{ x: area.left, y: corner.y }, corner],
          ...(proved?.falseAlarmRate == null ? [] : [[{ x: corner.x, y: y(1) }, corner]]),
        ]
  const inside = curve.filter((point) => point.x >= area.left - 1 && point.x <= area.right + 1)
  const labels: Label[] = [
    ...named(
      place(used),
      size.name === 'wide' ? `in use: ${percent(used.recall)}, ${percent(used.falseAlarmRate)}` : 'in use',
      'mixture',
    ),
    ...(corner === null ? [] : named([corner], proved?.conditional ? 'proved, if' : 'proved', 'alien')),
    ...(best === null ? [] : named(place(best), 'at best', 'nominal')),
    { words: 'this detector', style: 'nominal', curve: inside },
  ].filter((label) => label.curve.length > 0)
  return {
    area,
    x: {
      scale: x,
      label: 'ordinary rows that alarm',
      format: (value) => percent(value),
      ticks: size.name === 'wide' ? 8 : 4,
    },
    y: { scale: y, label: 'aliens that alarm', format: (value) => percent(value), ticks: 5 },
    marks: [
      corner !== null && [
        box({ x: area.left, y: y(1) }, corner, 'zone'),
        bounds.map(([from, to]) => rule(from, to, 'bound')),
      ],
      line(curve, 'nominal'),
    ],
    labels: [
      best !== null && place(best).map((point) => dot(point, 'dot open')),
      place(used).map((point) => dot(point, 'dot mixture', 5.5)),
      placeLabels(labels, area, bounds, [...place(used), ...(best === null ? [] : place(best))].map(around)),
    ],
  }
}

function named(curve: readonly Point[], words: string, style: string): Label[] {
  return curve.length > 0 ? [{ words, style, curve }] : []
}

function around({ x, y }: Point): { left: number; top: number; right: number; bottom: number } {
  return { left: x - 7, top: y - 7, right: x + 7, bottom: y + 7 }
}
