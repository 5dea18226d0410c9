import type { AlphaEstimate } from '@xenolith/core'
import {
  type Box,
  box,
  type Drawing,
  dot,
  type Figure,
  type Html,
  html,
  linear,
  percent,
  rule,
  type Scale,
  type Size,
  type Slot,
  text,
  textWidth,
} from '../index.js'
import { shareOfAliens } from './words.js'

/** Estimates of alpha with what is certain about it. */
export interface Estimates {
  readonly lowerBound: number
  /** Of the bounds and of the intervals. */
  readonly confidence: number
  /** Upper bounds, each with where it comes from. */
  readonly upperBounds: readonly { readonly upper: number; readonly words: string }[]
  readonly estimates: readonly AlphaEstimate[]
  /** The recommended one, and why. */
  readonly recommended: { readonly name: string; readonly reason: string } | null
  /** The alpha that a certificate was made with. */
  readonly used: number | null
}

const WARNING = 'none of these estimates is a bound: the true alpha may be larger than all of them'

/**
 * Every estimate with its interval on one axis, with the region that the data refute.
 *
 * @example
 * ```ts
 * const estimates = [{ name: 'c-roc' as const, alpha: 0.12, interval: [0.1, 0.14] as const }]
 * const about = { lowerBound: 0.08, confidence: 0.95, upperBounds: [], estimates, recommended: null, used: null }
 * const figure = estimatesFigure(1, about)
 * figure.heading // => 'Estimates of alpha'
 * figure.data.rows.length // => 1
 * ```
 */
export function estimatesFigure(ordinal: number, about: Estimates): Figure {
  return {
    number: ordinal,
    heading: 'Estimates of alpha',
    finding: finding(about),
    reading:
      'A dot is an estimate, the bar its bootstrap interval: how much it would move with other samples of this size. The interval says nothing about aliens that look nominal, which every estimate overlooks. No estimate is a bound: the true alpha may lie to the right of all of them.',
    draw: (size) => draw(about, size),
    data: {
      caption: `Estimates of alpha, with bootstrap intervals of ${percent(about.confidence)}`,
      columns: [
        { heading: 'estimator', numeric: false },
        { heading: 'estimate', numeric: true },
        { heading: 'from', numeric: true },
        { heading: 'to', numeric: true },
        { heading: 'remark', numeric: false },
      ],
      rows: about.estimates.map((each) => row(each, about)),
    },
  }
}

function finding({ lowerBound, confidence, upperBounds, estimates, recommended, used }: Estimates): string {
  const made = estimates.flatMap((each) => (each.alpha === null ? [] : [each]))
  const values = made.map(({ alpha }) => alpha)
  const range =
    made.length === 0
      ? 'No estimator gave a number.'
      : made.length === 1
        ? `The one estimate is ${percent(values[0])}.`
        : `${made.length} estimates range from ${percent(Math.min(...values))} to ${percent(Math.max(...values))}.`
  const chosen = made.find(({ name }) => name === recommended?.name)
  const bounds = [
    `With confidence ${percent(confidence)}, an alpha below ${percent(lowerBound, 'down')} is refuted by the data`,
    ...upperBounds.map(({ upper, words }) => `alpha is at most ${percent(upper, 'up')} ${words}`),
  ]
  return [
    range,
    chosen === undefined
      ? 'None is recommended.'
      : `Recommended is ${chosen.name}, ${percent(chosen.alpha)} (${recommended?.reason}).`,
    used === null ? null : `The certificate uses alpha = ${shareOfAliens({ alpha: used, alphaSource: 'estimate' })}.`,
    `${bounds.join('; ')}.`,
  ]
    .filter((part) => part !== null)
    .join(' ')
}

function row(each: AlphaEstimate, { recommended, lowerBound }: Estimates): Slot[] {
  if (each.alpha === null) return [each.name, '–', '–', '–', `no estimate: ${each.reason}`]
  const ends = each.interval?.map((end) => percent(end)) ?? ['–', '–']
  const remarks = [
    each.name === recommended?.name ? 'recommended' : null,
    (each.interval?.[1] ?? each.alpha) < lowerBound ? 'refuted by the lower bound' : null,
  ]
  return [each.name, percent(each.alpha), ...ends, remarks.filter((remark) => remark !== null).join(', ')]
}

function draw(about: Estimates, size: Size): Drawing {
  const { estimates, lowerBound, upperBounds, used } = about
  const area: Box = { left: 100, top: 72, right: size.width - 16, bottom: size.height - 48 }
  const values = estimates.flatMap((each) => (each.alpha === null ? [] : [each.alpha, ...(each.interval ?? [])]))
  const most = Math.max(lowerBound, used ?? 0, ...upperBounds.map(({ upper }) => upper), ...values, 0.01)
  const x = linear([0, Math.min(1, most * 1.08)], [area.left, area.right])
  const y = linear([-0.7, estimates.length - 0.3], [area.top, area.bottom])
  return {
    area,
    x: {
      scale: x,
      label: 'alpha, share of aliens in the mixture',
      format: (value) => percent(value),
      ticks: size.name === 'wide' ? 8 : 4,
    },
    y: {
      scale: y,
      label: size.name === 'wide' ? WARNING : 'none of these is a bound',
      format: (i) => estimates[i]?.name ?? '',
      ticks: estimates.length,
      at: estimates.map((_, i) => i),
    },
    marks: [
      box({ x: x(0), y: area.top }, { x: x(lowerBound), y: area.bottom }, 'refuted'),
      upperBounds.map(({ upper }) =>
        rule({ x: x(upper), y: area.top }, { x: x(upper), y: area.bottom }, 'guide strong'),
      ),
      used !== null && rule({ x: x(used), y: area.top }, { x: x(used), y: area.bottom }, 'rule'),
      estimates.map((each, i) => mark(each, each.name === about.recommended?.name, x, y(i))),
    ],
    labels: [
      notes(about, area, x, size),
      estimates.map((each, i) => tag(each, each.name === about.recommended?.name, area, x, y(i))),
    ],
  }
}

function mark(each: AlphaEstimate, chosen: boolean, x: Scale, y: number): Slot {
  if (each.alpha === null) return null
  const style = chosen ? 'chosen' : ''
  const [low, high] = each.interval ?? [each.alpha, each.alpha]
  const cap = (at: number): Html => rule({ x: x(at), y: y - 4 }, { x: x(at), y: y + 4 }, `span ${style}`)
  return [
    each.interval !== null && [rule({ x: x(low), y }, { x: x(high), y }, `span ${style}`), cap(low), cap(high)],
    dot({ x: x(each.alpha), y }, `dot ${chosen ? 'alien' : 'nominal'}`, chosen ? 6.5 : 5),
  ]
}

/** Above the mark: that it is the recommended one; in its place: that there is none. */
function tag(each: AlphaEstimate, chosen: boolean, area: Box, x: Scale, y: number): Slot {
  if (each.alpha === null) return text({ x: area.left + 8, y: y + 4 }, 'no estimate', 'tick halo')
  if (!chosen) return null
  const fits = x(each.alpha) + textWidth('recommended') <= area.right
  const at = { x: x(each.alpha) + (fits ? 8 : -8), y: y - 7 }
  return text(at, 'recommended', 'label alien halo', fits ? 'start' : 'end')
}

/** Above the area, one line each: what is refuted, what a certificate uses, what bounds alpha from above. */
function notes({ lowerBound, used, upperBounds }: Estimates, area: Box, x: Scale, size: Size): Slot {
  const least = upperBounds.toSorted((a, b) => a.upper - b.upper)[0]
  return [
    least &&
      note(
        area,
        2,
        x(least.upper),
        `at most ${percent(least.upper, 'up')}${size.name === 'wide' ? ` ${least.words}` : ''}`,
        'tick',
        'start',
      ),
    used !== null && note(area, 1, x(used), `alpha = ${percent(used)}: used`, 'rule-label', 'start'),
    lowerBound > 0
      ? note(area, 0, x(lowerBound), `below ${percent(lowerBound, 'down')}: refuted`, 'tick', 'end')
      : text({ x: area.left, y: area.top - 7 }, 'the data refute no alpha', 'tick'),
  ]
}

/** Words above a place on the axis, on the side that is wanted if they fit there. */
function note(area: Box, row: number, x: number, words: string, style: string, wanted: 'start' | 'end'): Html {
  const y = area.top - 7 - 16 * row
  const room = { start: area.right - x, end: x }
  const anchor = room[wanted] >= textWidth(words) + 4 ? wanted : wanted === 'start' ? 'end' : 'start'
  const at = { x: x + (anchor === 'start' ? 4 : -4), y }
  return html`${rule({ x, y: y - 9 }, { x, y: area.top }, 'guide strong')}${text(at, words, `${style} halo`, anchor)}`
}
