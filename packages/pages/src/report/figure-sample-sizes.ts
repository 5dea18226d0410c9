import type { Certificate, SampleSizes } from '@xenolith/core'
import {
  count,
  type Drawing,
  dot,
  equation,
  extent,
  type Figure,
  type Label,
  line,
  log,
  number,
  type Point,
  placeLabels,
  plotArea,
  project,
  rule,
  type Size,
  sample,
} from '../index.js'
import { numericColumns } from './numeric-columns.js'

/** How many rows Theorem 1 asks for each epsilon, with what is at hand. */
export function sampleSizes(ordinal: number, certificate: Certificate, sizes: SampleSizes): Figure {
  const n = Math.min(certificate.n0, certificate.nm)
  const bought = epsilonAt(sizes, n)
  return {
    number: ordinal,
    heading: 'Rows and precision under Theorem 1',
    finding: finding(certificate, sizes, n, bought),
    reading:
      'epsilon is the safety margin between the estimated and the promised miss rate. Under Theorem 1, half the margin takes four times the rows, in each sample. Both axes are logarithmic.',
    draw: (size) => draw(certificate, sizes, n, bought, size),
    data: {
      caption: 'Rows needed in each sample, by Theorem 1',
      columns: numericColumns('epsilon', 'rows'),
      rows: sample(sizes.n.length, 10).map((i) => [number(sizes.epsilon[i]), count(sizes.n[i])]),
    },
  }
}

/** n is proportional to 1 / epsilon^2, so the first point of the curve, its least epsilon, gives all others. */
function epsilonAt({ epsilon, n }: SampleSizes, rows: number): number | null {
  const value = epsilon.length > 0 ? epsilon[0] * Math.sqrt(n[0] / rows) : Number.NaN
  return Number.isFinite(value) ? value : null
}

function rowsAt({ epsilon, n }: SampleSizes, margin: number): number {
  return Math.ceil(n[0] * (epsilon[0] / margin) ** 2)
}

function finding({ epsilon, method }: Certificate, sizes: SampleSizes, n: number, bought: number | null): string {
  if (bought === null) return `The smaller sample has ${count(n)} rows.`
  const classic = `With ${count(n)} rows in the smaller sample, Theorem 1 gives ${equation('epsilon', bought, 3)}.`
  if (epsilon === null || !(epsilon > 0) || method === 'theorem1' || method === 'algorithm1') return classic
  return `${classic} This certificate (${method}) has ${equation('epsilon', epsilon, 3)}, for which Theorem 1 would ask ${count(rowsAt(sizes, epsilon))} rows in each sample.`
}

function draw(certificate: Certificate, sizes: SampleSizes, n: number, bought: number | null, size: Size): Drawing {
  const { epsilon, method } = certificate
  const area = plotArea(size)
  const x = log(widen(extent([...sizes.epsilon, epsilon || Number.NaN])), [area.left, area.right])
  const [fewest, most] = widen(extent([...sizes.n, n || Number.NaN]))
  const y = log([Math.min(fewest, n / 4 || 1), most], [area.bottom, area.top])
  const curve = project(x, y, sizes.epsilon, sizes.n)
  const level = project(x, y, x.domain, [n, n])
  const here = epsilon === null ? [] : project(x, y, [epsilon], [n])
  const classic = bought === null || method === 'theorem1' ? [] : project(x, y, [bought], [n])
  const labels: Label[] = [
    ...named(here, epsilon === null ? '' : `here: epsilon = ${number(epsilon, 3)}`, 'alien'),
    ...named(classic, bought === null ? '' : `Theorem 1: ${number(bought, 3)}`, 'nominal'),
    { words: `n = ${count(n)}`, style: 'ink', curve: level },
    { words: 'Theorem 1', style: 'nominal', curve },
  ].filter((label) => label.curve.length > 0)
  return {
    area,
    x: { scale: x, label: 'epsilon', format: (value) => number(value), ticks: size.name === 'wide' ? 9 : 5 },
    y: { scale: y, label: 'rows in each sample', format: compact, ticks: 6 },
    marks: [
      level.length === 2 && rule(level[0], level[1], 'guide strong'),
      line(curve, 'nominal'),
      classic.map((point) => dot(point, 'dot open')),
      here.map((point) => dot(point, 'dot alien', 5.5)),
    ],
    labels: placeLabels(labels, area, [], [...here, ...classic].map(around)),
  }
}

function named(curve: readonly Point[], words: string, style: string): Label[] {
  return curve.length > 0 ? [{ words, style, curve }] : []
}

function around({ x, y }: Point): { left: number; top: number; right: number; bottom: number } {
  return { left: x - 6, top: y - 6, right: x + 6, bottom: y + 6 }
}

function widen([low, high]: readonly [number, number]): [number, number] {
  return low > 0 ? [low / 1.15, high * 1.15] : [1, 10]
}

function compact(value: number): string {
  if (value >= 1e9 || value < 1) return number(value)
  return value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(value)
}
