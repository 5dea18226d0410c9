import {
  type Axis,
  type Box,
  box,
  extent,
  type Html,
  labelledRule,
  linear,
  number,
  pad,
  type Size,
  text,
} from '../index.js'

/** The score axis: wide enough for the scores, and for tau unless it lies absurdly far from them. */
export function scoreAxis(scores: readonly number[], tau: number, area: Box, size: Size): Axis {
  const [low, high] = extent(scores)
  const near = Math.abs(tau - Math.min(Math.max(tau, low), high)) <= Math.max(high - low, Math.abs(low) * 0.1, 0.5)
  const domain = pad(near ? extent([low, high, tau]) : [low, high])
  const ticks = size.name === 'wide' ? 8 : 4
  return {
    scale: linear(domain, [area.left, area.right]),
    label: 'score (higher = more alien)',
    format: (value) => number(value),
    ticks,
  }
}

/** Where alarms are raised, as a tint right of tau. */
export function alarmZone(axis: Axis, area: Box, tau: number): Html {
  const edge = Math.min(area.right, Math.max(area.left, axis.scale(tau)))
  return box({ x: edge, y: area.top }, { x: area.right, y: area.bottom }, 'zone')
}

/** The strong vertical rule at tau; words alone when tau is not on the axis. */
export function tauRule(axis: Axis, area: Box, tau: number): Html {
  const [low, high] = axis.scale.domain
  const at = { x: area.left, y: area.top - 6 }
  if (tau === -Infinity) return text(at, 'no threshold: everything alarms', 'rule-label')
  if (tau < low) return text(at, `threshold ${number(tau)}, further left`, 'rule-label')
  if (tau > high) return text({ ...at, x: area.right }, `threshold ${number(tau)}, further right`, 'rule-label', 'end')
  return labelledRule(area, axis.scale(tau), `threshold ${number(tau)}: alarm to the right`)
}
