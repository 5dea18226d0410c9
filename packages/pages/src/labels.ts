import { type Html, html } from './html.js'
import { inkOf, walk } from './ink.js'
import { type Box, type Point, rule, text, textWidth } from './marks.js'

/** A curve to be named beside itself: the words, their style, and the curve in pixels. */
export interface Label {
  readonly words: string
  readonly style: string
  readonly curve: readonly Point[]
  /** Where the curve can be told from others, if not everywhere. */
  readonly anchors?: readonly Point[]
}

const lineHeight = 18

// Labels further than this from their curve are tied to it by a thin line.
const far = 18

interface Candidate {
  readonly box: Box
  readonly offset: number
  readonly anchor: Point
}

/**
 * Puts each label next to its own curve where it covers the least: other labels, their leaders and `avoid` first, then the
 * curves and the `obstacles`; then where no other curve is near enough to claim it; then close by. Greedy in the given
 * order, hence deterministic.
 *
 * @example
 * ```ts
 * const curve = [{ x: 0, y: 50 }, { x: 200, y: 50 }]
 * const frame = { left: 0, top: 0, right: 200, bottom: 100 }
 * const [label] = placeLabels([{ words: 'nominal', style: 'nominal', curve }], frame)
 * label.markup // => '<text class="label nominal" x="5" y="40" text-anchor="start">nominal</text>'
 * ```
 */
export function placeLabels(
  labels: readonly Label[],
  frame: Box,
  obstacles: readonly (readonly Point[])[] = [],
  avoid: readonly Box[] = [],
): Html[] {
  const ink = inkOf([...labels.map((label) => label.curve), ...obstacles], frame)
  const middle = (frame.top + frame.bottom) / 2
  const taken = [...avoid]
  const named: Box[] = []
  const leaders: Line[] = []
  return labels.flatMap(({ words, style, curve, anchors }) => {
    const others = inkOf(
      [...labels.map((label) => label.curve).filter((other) => other !== curve), ...obstacles],
      frame,
    )
    let best: (Candidate & { cost: number }) | undefined
    for (const candidate of candidates(anchors ?? walk(curve, 8), words, frame)) {
      const { box, offset } = candidate
      // Candidates come by distance, and nothing else lowers a cost: none of those left can be cheaper.
      if (best && offset * 0.4 >= best.cost) break
      const crowded = taken.reduce((sum, other) => sum + overlap(box, other), 0)
      const own = leaderOf(candidate)
      const struck =
        named.filter((other) => own && runsThrough(own, other)).length +
        leaders.filter((other) => runsThrough(other, box)).length
      const crossed = leaders.filter((other) => own && cross(own, other)).length
      const central = Math.abs(box.top + lineHeight / 2 - middle) * 0.02
      const cost =
        crowded * 100 +
        struck * 60 +
        crossed * 15 +
        ink(box) * 6 +
        others(expand(box, 16)) * 0.6 +
        offset * 0.4 +
        central
      if (!best || cost < best.cost) best = { ...candidate, cost }
    }
    if (!best) return []
    taken.push(best.box)
    named.push(best.box)
    const own = leaderOf(best)
    if (own) leaders.push(own)
    const halo = ink(best.box) > 0 ? ' halo' : ''
    const name = text({ x: best.box.left, y: best.box.bottom - 5 }, words, `label ${style}${halo}`)
    return [own ? html`${rule(own.from, own.to, `leader ${style}`)}${name}` : name]
  })
}

interface Line {
  readonly from: Point
  readonly to: Point
}

function* candidates(anchors: readonly Point[], words: string, frame: Box): Generator<Candidate> {
  const width = textWidth(words)
  const points = anchors.filter((point) => covers(frame, rectangle(point)))
  for (const offset of [5, 10, 18, 30, 48])
    for (const { x, y } of points)
      for (const left of [x + offset, x - offset - width, x - width / 2])
        for (const top of [y - offset - lineHeight, y - lineHeight / 2, y + offset]) {
          const box = { left, top, right: left + width, bottom: top + lineHeight }
          const centred = left === x - width / 2 && top === y - lineHeight / 2
          if (!centred && covers(frame, box)) yield { box, offset, anchor: { x, y } }
        }
}

/** The line that ties a label to its curve; none where the label stands next to it. */
function leaderOf({ box, offset, anchor }: Candidate): Line | undefined {
  if (offset < far) return undefined
  const x = Math.min(Math.max(anchor.x, box.left), box.right)
  const y = Math.min(Math.max(anchor.y, box.top + 3), box.bottom - 2)
  return { from: { x, y }, to: anchor }
}

function runsThrough({ from, to }: Line, { left, top, right, bottom }: Box): boolean {
  return walk([from, to], 3).some(({ x, y }) => x > left && x < right && y > top && y < bottom)
}

function cross(a: Line, b: Line): boolean {
  return side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0
}

function side({ from, to }: Line, { x, y }: Point): number {
  return Math.sign((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x))
}

function rectangle({ x, y }: Point): Box {
  return { left: x, top: y, right: x, bottom: y }
}

function covers(frame: Box, box: Box): boolean {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom
}

function expand({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
