import {
  type Axis,
  type Box,
  cross,
  dot,
  type Html,
  type KeyItem,
  type Label,
  line,
  linear,
  log,
  type Multiples,
  type Panel,
  type Point,
  panelGrid,
  placeLabels,
  rule,
  type Scale,
  type Size,
  type Slot,
  whisker,
} from '@xenolith/pages'

/** A mark at a place, with its interval if it has one. */
export interface Spot {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
}

/** Spots of one kind. `shift` moves them aside, in pixels, so that two kinds at one place are both seen. */
export interface Series {
  readonly shape: 'dot' | 'ring' | 'cross' | 'bar' | 'line'
  readonly style: string
  readonly spots: readonly Spot[]
  readonly shift?: number
  /** Joins the spots. */
  readonly joined?: boolean
  /** A name to put beside the line. */
  readonly name?: string
}

export interface ChartPanel {
  readonly title: string
  readonly series: readonly Series[]
}

/** Small multiples over shared axes. */
export interface Chart {
  readonly panels: readonly ChartPanel[]
  readonly columns: { readonly wide: number; readonly narrow: number }
  readonly panelHeight: number
  readonly x: {
    readonly title: string
    readonly domain: readonly [number, number]
    readonly at: readonly number[]
    readonly format: (value: number) => string
    readonly log?: boolean
  }
  readonly y: {
    readonly title: string
    readonly domain: readonly [number, number]
    readonly at?: readonly number[]
    readonly format: (value: number) => string
    readonly log?: boolean
  }
  /** A level that all panels mark. */
  readonly level?: number
  /** The line y = x. */
  readonly diagonal?: boolean
  readonly key: readonly KeyItem[]
}

export const keys: Readonly<Record<'reproduced' | 'published' | 'icml' | 'oracle' | 'published-oracle', KeyItem>> = {
  reproduced: { words: 'reproduced', draw: (x, y) => spot('dot', 'reproduced', { x, y }) },
  published: { words: 'published', draw: (x, y) => spot('ring', 'published', { x, y }) },
  icml: { words: 'ICML 2018, superseded', draw: (x, y) => spot('cross', 'published', { x, y }) },
  oracle: { words: 'oracle', draw: (x, y) => spot('bar', 'bar', { x, y }) },
  'published-oracle': { words: 'published oracle', draw: (x, y) => spot('bar', 'rule', { x, y }) },
}

/** A key item for a line of a series. */
export function lineKey(words: string, style: string): KeyItem {
  return { words, draw: (x, y) => rule({ x: x - 7, y }, { x: x + 7, y }, `line ${style}`) }
}

export function dotKey(words: string, style: string): KeyItem {
  return { words, draw: (x, y) => spot('dot', style, { x, y }) }
}

function spot(shape: Series['shape'], style: string, at: Point): Html {
  if (shape === 'cross') return cross(at, style)
  if (shape === 'bar') return rule({ x: at.x - 6, y: at.y }, { x: at.x + 6, y: at.y }, style)
  return dot(at, shape === 'ring' ? `dot open ${style}` : `dot ${style}`, shape === 'ring' ? 3.4 : 3.6)
}

export function drawChart(chart: Chart, size: Size): Multiples {
  const { panels, columns, panelHeight, key } = chart
  const { height, areas } = panelGrid(size, panels.length, columns[size.name], panelHeight, key)
  return {
    height,
    panels: panels.map((panel, i) => drawPanel(chart, panel, areas[i])),
    xTitle: chart.x.title,
    yTitle: chart.y.title,
    key,
  }
}

function drawPanel(chart: Chart, { title, series }: ChartPanel, area: Box): Panel {
  const scaleOf = (logarithmic: boolean | undefined) => (logarithmic ? log : linear)
  const x = scaleOf(chart.x.log)(chart.x.domain, [area.left, area.right])
  const y = scaleOf(chart.y.log)(chart.y.domain, [area.bottom, area.top])
  const xAxis: Axis = { scale: x, label: '', format: chart.x.format, ticks: 4, at: chart.x.at }
  const yAxis: Axis = {
    scale: y,
    label: '',
    format: chart.y.format,
    ticks: chart.panelHeight < 160 ? 4 : 5,
    ...(chart.y.at && { at: chart.y.at }),
  }
  const level = chart.level === undefined ? null : y(chart.level)
  const ends = diagonalEnds(x, y)
  const labels: Label[] = series
    .filter(({ name }) => name !== undefined)
    .map(({ name, style, spots }) => ({ words: name as string, style, curve: place(spots, x, y, 0) }))
  return {
    title,
    area,
    x: xAxis,
    y: yAxis,
    marks: [
      level !== null && rule({ x: area.left, y: level }, { x: area.right, y: level }, 'guide strong'),
      chart.diagonal === true && rule(ends[0], ends[1], 'guide strong'),
      series.map((each) => drawSeries(each, x, y)),
    ],
    labels: placeLabels(labels, area),
  }
}

function diagonalEnds(x: Scale, y: Scale): [Point, Point] {
  const low = Math.max(x.domain[0], y.domain[0])
  const high = Math.min(x.domain[1], y.domain[1])
  return [
    { x: x(low), y: y(low) },
    { x: x(high), y: y(high) },
  ]
}

/** Positions on the scales; what lies off a log axis is drawn at its foot. */
function place(spots: readonly Spot[], x: Scale, y: Scale, shift: number): Point[] {
  return spots.map((each) => ({ x: x(each.x) + shift, y: position(y, each.y) }))
}

function position(y: Scale, value: number): number {
  const at = y(value)
  return Number.isFinite(at) ? Math.max(-1e4, Math.min(1e4, at)) : y.range[0] + 20
}

function drawSeries({ shape, style, spots, shift = 0, joined }: Series, x: Scale, y: Scale): Slot {
  const points = place(spots, x, y, shift)
  return [
    joined === true && line(points, style),
    spots.map(({ low, high }, i) =>
      low === undefined || high === undefined ? null : whisker(points[i].x, position(y, low), position(y, high), style),
    ),
    shape !== 'line' && points.map((point) => spot(shape, style, point)),
  ]
}
