import { count, percent } from '@xenolith/pages'
import { down, up } from '@xenolith/pages/report'
import { type Answer, inflate, type TimedEstimate } from '@xenolith/study'
import { type TextAxis, textAxis, textRow } from './text-plot.js'

/** The answer as lines of text: bounds, then estimates in a table with a small picture, then what to make of them. */
export function describeAnswer(answer: Answer): string[] {
  const { n0, nm, estimates } = answer
  return [
    `alpha, the share of aliens in the mixture, from ${count(n0)} nominal and ${count(nm)} mixture scores`,
    '',
    ...bounds(answer),
    '',
    ...(estimates.length === 0 ? [] : [...table(answer), '', ...advice(answer)]),
  ]
}

function bounds({ confidence, lowerBound, upperBound, audited }: Answer): string[] {
  const lines = [
    `  at least ${down(lowerBound)}   assuming nothing about the aliens: the data refute any smaller alpha`,
  ]
  if (upperBound) lines.push(`  at most  ${up(upperBound.upper)}   under an assumption: ${upperBound.assumption}`)
  if (audited) {
    lines.push(`  at least ${down(audited.lower)}   by the audit of ${count(audited.labelled)} rows`)
    lines.push(`  at most  ${up(audited.upper)}   by the audit of ${count(audited.labelled)} rows`)
  }
  const spent = [
    ...(upperBound ? ['fit --separation (with --rho) for the assumption'] : []),
    ...(audited ? ['fit --audit for the labels'] : []),
  ]
  const handOver = `An upper bound that is handed to fit as --alpha adds its own chance of failure to that of the promise. Let fit make it, within one confidence: ${spent.join(', ')}.`
  const none = 'No upper bound exists without an assumption (--quantile) or labels (--audit).'
  return [`Bounds, each with confidence ${percent(confidence)}`, ...lines, `  ${spent.length === 0 ? none : handOver}`]
}

function table(answer: Answer): string[] {
  const { confidence, lowerBound, estimates, recommended } = answer
  const axis = textAxis(answer)
  const intervals = estimates.some((each) => each.alpha !== null && each.interval !== null)
  const heading = ['estimator', 'estimate', intervals ? `${percent(confidence)} interval` : '', 'time']
  const rows = [heading, ...estimates.map((each) => cells(each, each.name === recommended?.name))]
  const widths = heading.map((_, j) => Math.max(...rows.map((row) => (row.length > 2 ? row[j].length : 0)), 0))
  widths[0] = Math.max(...rows.map((row) => row[0].length))
  const line = (row: string[], picture: string): string => {
    const [name, ...rest] = row
    if (rest.length === 1) return `  ${name.padEnd(widths[0])}  ${rest[0]}`
    const numbers = rest.map((text, j) => text.padStart(widths[j + 1])).filter((text) => text !== '')
    return `  ${[name.padEnd(widths[0]), ...numbers, picture].join('  ')}`.trimEnd()
  }
  return [
    'Estimates: none is a bound, and there is no guarantee in any of them. The true alpha may be larger than all.',
    line(heading, axis.heading),
    ...estimates.map((each, i) => line(rows[i + 1], picture(each, each.name === recommended?.name, lowerBound, axis))),
  ]
}

function cells(estimate: TimedEstimate, chosen: boolean): string[] {
  const name = `${chosen ? '*' : ' '} ${estimate.name}`
  if (estimate.alpha === null) return [name, `no estimate: ${estimate.reason}`]
  const { alpha, interval, seconds } = estimate
  const ends = interval === null ? '' : interval.map((end) => end.toFixed(4)).join(' to ')
  return [name, alpha.toFixed(4), ends, `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`]
}

function picture(estimate: TimedEstimate, chosen: boolean, lowerBound: number, axis: TextAxis): string {
  if (estimate.alpha === null) return ''
  const remarks = [
    textRow(estimate, chosen, axis),
    (estimate.interval?.[1] ?? estimate.alpha) < lowerBound ? 'refuted by the lower bound' : '',
    estimate.note === undefined ? '' : `no interval: ${estimate.note}`,
  ]
  return remarks.filter((remark) => remark !== '').join('  ')
}

function advice({ recommended, lowerBound }: Answer): string[] {
  const warning =
    'A promise made with an alpha below the true one is broken: 10 % too small costs about 10 points of recall.'
  if (recommended === null) return ['No estimate is recommended: the rule needs bt-patrasen or c-roc.', warning]
  const { alpha, words } = inflate(recommended, lowerBound)
  return [
    `* recommended: ${recommended.reason}.`,
    `  It is not a bound either. fit --alpha auto would take ${alpha}, ${words}, and certify nothing.`,
    warning,
  ]
}
