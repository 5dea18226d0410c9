import type { Certificate, Curves } from '@xenolith/core'
import {
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
  stairs,
} from '../index.js'
import { numericColumns } from './numeric-columns.js'
import { alarmZone, scoreAxis, tauRule } from './tau.js'

// With this many points the evidence is a selection of the scores: a step from one to the next would draw a plateau that
// is not there, a straight line does not.
const thinnedFrom = 250

/** F0, Fm and the alien CDF against the score, with tau. */
export function distributions(ordinal: number, certificate: Certificate, curves: Curves): Figure {
  const at = lastAtMost(curves.score, certificate.tau)
  const picked = sample(curves.score.length, 10, at)
  const told =
    curves.labelled === undefined
      ? [
          { heading: 'aliens, raw', values: curves.fa },
          { heading: 'aliens, made to rise', values: curves.faIsotonic },
        ]
      : [{ heading: 'aliens, labelled', values: curves.fa }]
  return {
    number: ordinal,
    heading: 'How the scores are distributed',
    finding: finding(certificate, curves, at),
    reading: reading(curves),
    draw: (size) => draw(certificate, curves, at, size),
    data: {
      caption: 'Share of each sample that scores at or below',
      columns: numericColumns('score', 'ordinary', 'mixture', ...told.map(({ heading }) => heading)),
      rows: picked.map((i) => [
        number(curves.score[i]),
        ...[curves.f0, curves.fm, ...told.map(({ values }) => values)].map((values) => percent(values[i])),
      ]),
    },
  }
}

function reading({ labelled }: Curves): string {
  const aliens =
    labelled === undefined
      ? 'The curve of the aliens is never seen: it is what remains of the mixture when its ordinary part is taken away, as estimated (dotted) and made to rise from 0 to 1 as a distribution must (solid).'
      : `The curve of the aliens is that of the ${count(labelled)} that were labelled.`
  return `Each curve is the share of rows that score at or below the value on the axis. ${aliens} In the glossary: F0 for ordinary rows, Fm for the mixture, Fa for aliens.`
}

function finding(certificate: Certificate, curves: Curves, at: number): string {
  const { tau, alpha } = certificate
  if (tau === -Infinity) return 'No finite threshold was found: every score, nominal or alien, is above it and alarms.'
  if (at < 0) return `Every score drawn lies above the threshold, ${number(tau)}, and alarms.`
  const [f0, fm] = [1 - certificate.falseAlarmRate, 1 - certificate.alarmRate]
  const [raw, fa] = [(fm - (1 - alpha) * f0) / alpha, curves.faIsotonic[at]]
  const dotted = curves.labelled === undefined ? ` (dotted curve: ${percent(raw)})` : ''
  return `${percent(f0)} of the ordinary rows and ${percent(fm)} of the mixture score at or below the threshold, ${number(tau)}; of the aliens an estimated ${percent(fa)}${dotted}, so about ${percent(1 - fa)} of them score above it and alarm.`
}

function draw(certificate: Certificate, curves: Curves, at: number, size: Size): Drawing {
  const { tau, eta } = certificate
  const area = plotArea(size)
  const x = scoreAxis(curves.score, tau, area, size)
  const y = linear([-0.1, 1.1], [area.bottom, area.top])
  const curve = (values: readonly number[]): Point[] => {
    const points = fromZero(project(x.scale, y, curves.score, values), area.left, y(0))
    return curves.score.length < thinnedFrom ? stairs(points, area.right) : [...points, { x: area.right, y: y(1) }]
  }
  const apart = project(x.scale, y, ...mostApart(curves))
  const labels: Label[] = [
    { words: 'ordinary', style: 'nominal', curve: curve(curves.f0) },
    { words: 'mixture', style: 'mixture', curve: curve(curves.fm) },
    { words: 'aliens', style: 'alien', curve: curve(curves.faIsotonic) },
    ...(curves.labelled === undefined
      ? [{ words: 'aliens, raw', style: 'alien-raw', curve: curve(curves.fa), anchors: apart }]
      : []),
  ]
  const crossing = at >= 0 && Number.isFinite(tau) ? project(x.scale, y, [tau], [curves.faIsotonic[at]]) : []
  const vertical = Number.isFinite(tau) ? [[area.top, area.bottom].map((end) => ({ x: x.scale(tau), y: end }))] : []
  const guide = eta === null ? [] : [area.left, area.right].map((end) => ({ x: end, y: y(eta) }))
  const allowed: Label[] =
    eta === null ? [] : [{ words: `miss rate allowed: ${percent(eta)}`, style: 'guide-label', curve: guide }]
  return {
    area,
    x,
    y: { scale: y, label: 'share scoring at or below', format: (value) => percent(value), ticks: 6 },
    marks: [
      alarmZone(x, area, tau),
      guide.length > 0 && rule(guide[0], guide[1], 'guide'),
      [...labels].reverse().map((label) => line(label.curve, label.style)),
    ],
    labels: [
      tauRule(x, area, tau),
      crossing.map((point) => dot(point, 'dot alien')),
      placeLabels([...labels, ...allowed], area, vertical),
    ],
  }
}

/** Where the raw alien CDF is furthest from the isotonised one: the only places where its name helps. */
function mostApart({ score, fa, faIsotonic }: Curves): [number[], number[]] {
  const gap = fa.map((value, i) => Math.abs(value - faIsotonic[i]))
  const widest = Math.max(...gap)
  const kept = score.map((_, i) => i).filter((i) => gap[i] >= 0.6 * widest)
  return [kept.map((i) => score[i]), kept.map((i) => fa[i])]
}

/** A distribution function is 0 left of the first score. */
function fromZero(points: readonly Point[], left: number, zero: number): Point[] {
  return points.length === 0 ? [] : [{ x: left, y: zero }, { x: points[0].x, y: zero }, ...points]
}

/** Index of the last score <= tau in ascending scores; -1 when there is none. */
function lastAtMost(scores: readonly number[], tau: number): number {
  return scores.findLastIndex((score) => score <= tau)
}
