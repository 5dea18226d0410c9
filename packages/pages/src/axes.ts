import type { Html, Slot } from './html.js'
import { type Box, type Point, rule, text } from './marks.js'
import type { Scale } from './scale.js'

/** An axis: its scale, what it measures, and how its ticks read. */
export interface Axis {
  readonly scale: Scale
  readonly label: string
  readonly format: (value: number) => string
  readonly ticks: number
  /** The values to mark, where round ones will not do. */
  readonly at?: readonly number[]
}

/** The values that an axis marks. */
export function ticksOf({ scale, ticks, at }: Axis): readonly number[] {
  return at ?? scale.ticks(ticks)
}

export function corner(area: Box): Point {
  return { x: area.left, y: area.top }
}

export function opposite(area: Box): Point {
  return { x: area.right, y: area.bottom }
}

/** A quiet line at every tick of the y axis. */
export function grid(area: Box, y: Axis): Html[] {
  return ticksOf(y).map((tick) => rule({ x: area.left, y: y.scale(tick) }, { x: area.right, y: y.scale(tick) }, 'grid'))
}

/** The baseline with its ticks. */
export function bottomAxis(area: Box, x: Axis): Slot {
  return [
    rule({ x: area.left, y: area.bottom }, { x: area.right, y: area.bottom }, 'axis'),
    ticksOf(x).map((tick) => {
      const at = x.scale(tick)
      return [
        rule({ x: at, y: area.bottom }, { x: at, y: area.bottom + 5 }, 'axis'),
        text({ x: at, y: area.bottom + 19 }, x.format(tick), 'tick', 'middle'),
      ]
    }),
  ]
}

/** What the ticks of the y axis read, left of the area. */
export function leftAxis(area: Box, y: Axis): Html[] {
  return ticksOf(y).map((tick) => text({ x: area.left - 8, y: y.scale(tick) + 4 }, y.format(tick), 'tick', 'end'))
}
