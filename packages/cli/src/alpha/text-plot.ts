import type { Answer, TimedEstimate } from '@xenolith/study'

const WIDTH = 32

/** One line of characters from alpha = 0 to a round number. */
export interface TextAxis {
  readonly heading: string
  readonly refuted: number
  readonly upper: number | null
  readonly at: (alpha: number) => number
}

export function textAxis({ lowerBound, upperBound, audited, estimates }: Answer): TextAxis {
  const ends = estimates.flatMap((each) => (each.alpha === null ? [] : [each.alpha, each.interval?.[1] ?? 0]))
  const uppers = [upperBound?.upper, audited?.upper].filter((upper) => upper !== undefined)
  const upper = uppers.length > 0 ? Math.min(...uppers) : null
  const end = roundEnd(Math.max(lowerBound, upper ?? 0, ...ends))
  const at = (alpha: number): number => Math.min(WIDTH - 1, Math.floor((alpha / end) * WIDTH))
  const last = String(end)
  const refuted = Math.floor((lowerBound / end) * WIDTH)
  const name = refuted > 9 ? '░ refuted' : ''
  return { heading: `0${name.padStart(refuted - 1).padEnd(WIDTH - last.length - 1)}${last}`, refuted, upper, at }
}

/** The least round number at or above x. */
function roundEnd(x: number): number {
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((end) => x <= end) ?? 1
}

/** What the lower bound refutes, the interval, the estimate, and the least upper bound. */
export function textRow(estimate: TimedEstimate, chosen: boolean, { refuted, upper, at }: TextAxis): string {
  if (estimate.alpha === null) return ''
  const row = Array.from({ length: WIDTH }, (_, i): string => (i < refuted ? '░' : ' '))
  if (estimate.interval !== null) {
    const [from, to] = estimate.interval.map(at)
    row.fill('─', from, to + 1)
  }
  if (upper !== null) row[at(upper)] = '┊'
  row[at(estimate.alpha)] = chosen ? '◆' : '●'
  return row.join('').trimEnd()
}
