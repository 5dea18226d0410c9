import { linear } from '@xenolith/pages'
import type { WatchLimits, WatchWindow } from '../../service/shapes.ts'

/** A drawing of windows: time goes right, one step a window. Coordinates are pixels of a box. */
export interface EvidenceChart {
  /** Pieces of a line: a window without a reading is a gap. */
  readonly evidence: readonly string[]
  readonly restarted: readonly string[]
  /** Where either line reaches what it stands for: void, and at risk. */
  readonly limit: number
  readonly last: { readonly x: number; readonly y: number } | null
}

export interface RateChart {
  readonly dots: readonly { readonly x: number; readonly y: number; readonly over: boolean; readonly words: string }[]
  /** Above this line there are more alarms than the certificate allows, on average. */
  readonly atMost: number | null
  readonly top: number
  /** The last window's number stands under its dot; null while that would touch the first one's. */
  readonly lastAt: number | null
}

/** So wide is "window 1" below the line, with some air. */
const FIRST_WORDS = 72

export interface Box {
  readonly width: number
  readonly height: number
}

/** Lines are drawn this far beyond the limit: there nothing is left to learn. */
const CEILING = 1.25
const FLOOR = -0.5

/** Both processes as logarithms, each by its own limit: 1 is void for the one and at risk for the other. */
export function evidenceChart(
  windows: readonly WatchWindow[],
  limits: WatchLimits,
  { width, height }: Box,
): EvidenceChart {
  const closed = windows.filter(({ closed }) => closed)
  const y = linear([FLOOR, CEILING], [height, 0])
  const x = xOf(windows, width)
  const place = (value: number): number => y(Math.min(CEILING, Math.max(FLOOR, value)))
  const lineOf = (value: (window: WatchWindow) => number | null, limit: number): string[] => {
    const pieces: string[][] = []
    let before: number | null = null
    for (const window of closed) {
      const at = value(window)
      if (at === null) {
        before = null
        continue
      }
      const point = `${x(window.number).toFixed(1)},${place(at / limit).toFixed(1)}`
      if (before === window.number - 1) pieces.at(-1)!.push(point)
      else pieces.push([point])
      before = window.number
    }
    return pieces.map((points) => `M${points.length === 1 ? `${points[0]}h.1` : points.join('L')}`)
  }
  const latest = closed.findLast(({ logEvidence }) => logEvidence !== null)
  return {
    evidence: lineOf(({ logEvidence }) => logEvidence, limits.voidAt),
    restarted: lineOf(({ logRestarted }) => logRestarted, limits.riskAt),
    limit: y(1),
    last: latest === undefined ? null : { x: x(latest.number), y: place(latest.logEvidence! / limits.voidAt) },
  }
}

/** The share of rows that alarmed, window by window. */
export function rateChart(
  windows: readonly WatchWindow[],
  limits: WatchLimits | null,
  { width, height }: Box,
): RateChart {
  const rates = windows.map(({ alarms, rows }) => alarms / rows)
  const top = 1.15 * Math.max(0.01, limits?.alarmsAtMost ?? 0, ...rates)
  const y = linear([0, Math.min(1, top)], [height, 0])
  const x = xOf(windows, width)
  const end = windows.length < 2 ? 0 : x(windows.at(-1)!.number)
  return {
    lastAt: end < FIRST_WORDS ? null : end,
    dots: windows.map((window, i) => ({
      x: x(window.number),
      y: y(rates[i]),
      over: limits !== null && rates[i] > limits.alarmsAtMost,
      words: `window ${window.number + 1}: ${window.alarms} of ${window.rows} rows`,
    })),
    atMost: limits === null || limits.alarmsAtMost >= 1 ? null : y(limits.alarmsAtMost),
    top: Math.min(1, top),
  }
}

function xOf(windows: readonly WatchWindow[], width: number): (number: number) => number {
  const first = windows[0]?.number ?? 0
  const last = Math.max(first + 10, windows.at(-1)?.number ?? 0)
  const scale = linear([first, last], [4, width - 6])
  return (number) => scale(number)
}

/** The evidence against the certificate as a plain number: "3.2 times", of the 40 that make it void. */
export function evidenceOf(windows: readonly WatchWindow[]): number | null {
  const latest = windows.findLast(({ closed, logEvidence }) => closed && logEvidence !== null)
  return latest === undefined ? null : Math.exp(Math.min(50, latest.logEvidence!))
}

/** Rows an hour over the windows read; null before there is a span of time. */
export function rowsPerHour(windows: readonly WatchWindow[]): number | null {
  const [first, last] = [windows[0], windows.at(-1)]
  if (first === undefined || last === undefined || last.endsAt <= first.startsAt) return null
  const rows = windows.reduce((sum, { rows }) => sum + rows, 0)
  return (rows * 3_600_000) / (last.endsAt - first.startsAt)
}
