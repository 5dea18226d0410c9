import {
  auditGain,
  type Certificate,
  type Choice,
  type Evidence,
  type Promised,
  planAudit,
  type Sensitivity,
} from '@xenolith/core'
import { count, percent } from '../index.js'
import { type CurvePoint, cheapest, curvePoints, mostRecall } from './curve.js'
import { ordinaryRows } from './words.js'

/** A way to a cheaper promise, with the numbers that the data give for it. */
export type WayOut =
  /** The fewest false alarms at which this detector finds as many aliens, were its curves known exactly. */
  | { readonly kind: 'at-best'; readonly falseAlarmRate: number }
  /** The recall that this detector has within the limit. */
  | { readonly kind: 'less-recall'; readonly recall: number; readonly falseAlarmRate: number }
  /** What `auto` measured of the next best detector and of the one it took, on rows that do not certify; null where nobody compared. */
  | {
      readonly kind: 'other-detector'
      readonly name: string | null
      readonly falseAlarmRate: number | null
      readonly chosenFalseAlarmRate: number | null
    }
  /**
   * The same promise had another alpha been given that these data allow, which is no reason to believe it. `lowerBound`: a
   * smaller one is refuted. `aliens`: as many of these rows, where alpha is that of the file.
   */
  | {
      readonly kind: 'smaller-alpha'
      readonly alpha: number
      readonly lowerBound: number
      readonly aliens: number | null
      readonly falseAlarmRate: number
    }
  /** Labels of random mixture rows for the same promise, and what it would then cost. */
  | { readonly kind: 'audit'; readonly labels: number; readonly aliens: number; readonly falseAlarmRate: number }

type OtherDetector = Extract<WayOut, { kind: 'other-detector' }>

/** Audits are planned at the fewest labels, and at multiples of them, which certify at a threshold nearer to the best. */
const MULTIPLES = [1, 2, 4, 8, 16]

/** What would make the promise cheaper, estimated from the curves of this detector. */
export function waysOut(
  certificate: Promised,
  { curves, choice, sensitivity }: Pick<Evidence, 'curves' | 'choice' | 'sensitivity'>,
  limit: number,
): WayOut[] {
  const points = curvePoints(curves)
  // Labels can prove more than curves drawn with the largest share of aliens that they allow: then these advise nothing.
  const best = cheaperThan(certificate, cheapest(points, certificate.recall))
  const cheap = best === null ? null : mostRecall(points, limit)
  const alpha = sensitivity === undefined ? null : smallerAlpha(certificate, sensitivity, limit)
  const audit = auditFor(certificate, points, limit)
  return [
    ...(best === null ? [] : [{ kind: 'at-best' as const, falseAlarmRate: best.falseAlarmRate }]),
    ...(cheap === null || cheap.recall >= certificate.recall ? [] : [{ kind: 'less-recall' as const, ...cheap }]),
    ...(choice === undefined && certificate.nominalScores === 'given' ? [] : [otherDetector(choice)]),
    ...(alpha === null ? [] : [alpha]),
    ...(audit === null ? [] : [audit]),
  ]
}

/** A point that costs less than the promise does, else null. */
export function cheaperThan({ falseAlarmRate }: Certificate, point: CurvePoint | null): CurvePoint | null {
  return point !== null && point.falseAlarmRate <= falseAlarmRate ? point : null
}

function otherDetector(choice: Choice | undefined): WayOut {
  const candidates = choice?.candidates ?? []
  const others = candidates.filter(({ name }) => name !== choice?.chosen)
  const chosen = candidates.find(({ name }) => name === choice?.chosen)
  const best = others.reduce<(typeof others)[number] | null>(
    (least, each) => (least === null || each.falseAlarmRate < least.falseAlarmRate ? each : least),
    null,
  )
  return {
    kind: 'other-detector',
    name: best?.name ?? null,
    falseAlarmRate: best?.falseAlarmRate ?? null,
    chosenFalseAlarmRate: chosen?.falseAlarmRate ?? null,
  }
}

/** The largest alpha that brings the price below the limit, or else halves it, among those that the data do not refute. */
function smallerAlpha(
  { alpha, alphaSource, nm, falseAlarmRate, method }: Promised,
  moved: Sensitivity,
  limit: number,
): WayOut | null {
  if (alphaSource !== 'given') return null
  const allowed = [...moved.alpha.keys()].filter((i) => moved.alpha[i] < alpha && moved.alpha[i] >= moved.lowerBound)
  const within = (most: number): number | undefined => allowed.findLast((i) => moved.falseAlarmRate[i] <= most)
  const found = within(limit) ?? within(falseAlarmRate / 2)
  if (found === undefined) return null
  return {
    kind: 'smaller-alpha',
    alpha: moved.alpha[found],
    lowerBound: moved.lowerBound,
    aliens: method === 'count' ? Math.floor(moved.alpha[found] * nm) : null,
    falseAlarmRate: moved.falseAlarmRate[found],
  }
}

/** The smallest audit that brings the price below the limit, or else the one that brings it down most. */
function auditFor(
  { alpha, recall, delta, nm, falseAlarmRate }: Promised,
  points: readonly CurvePoint[],
  limit: number,
): WayOut | null {
  const eta = 1 - recall
  const plan = planAudit(alpha, eta, delta)
  let most: Extract<WayOut, { kind: 'audit' }> | null = null
  for (const labels of MULTIPLES.map((times) => times * plan.labels)) {
    if (labels > nm) break
    const point = cheapest(points, 1 - auditGain(alpha, eta, delta, labels).missRate)
    if (point === null) continue
    const way = { kind: 'audit' as const, labels, aliens: Math.round(alpha * labels), ...only(point) }
    if (way.falseAlarmRate <= limit) return way
    if (way.falseAlarmRate < (most?.falseAlarmRate ?? falseAlarmRate)) most = way
  }
  return most
}

function only({ falseAlarmRate }: CurvePoint): { falseAlarmRate: number } {
  return { falseAlarmRate }
}

/**
 * A way out as a sentence.
 *
 * @example
 * ```ts
 * wayOutWords({ kind: 'other-detector', name: null, falseAlarmRate: null, chosenFalseAlarmRate: null }, 0.9, 0.1) // => 'Another detector may do better: without --detector, fit compares several on rows that do not certify.'
 * ```
 */
export function wayOutWords(way: WayOut, recall: number, limit: number): string {
  const rows = ordinaryRows(way.falseAlarmRate ?? 0)
  switch (way.kind) {
    case 'at-best':
      return way.falseAlarmRate > limit
        ? `At its best, with this alpha and any amount of data, this detector would alarm on ${rows} for a recall of ${percent(recall)}: more rows will not make the promise cheap, a better detector may.`
        : `At its best, with this alpha and much more data, this detector would alarm on ${rows} for a recall of ${percent(recall)}: more rows make the promise cheaper.`
    case 'less-recall':
      return `A recall of about ${percent(way.recall)} costs alarms on ${rows}: promise somewhat less than that, on new data.`
    case 'other-detector':
      return way.name === null
        ? 'Another detector may do better: without --detector, fit compares several on rows that do not certify.'
        : otherWords(way)
    case 'smaller-alpha': {
      const most =
        way.aliens === null ? `${percent(way.alpha, 'down')} of the mixture is` : `${count(way.aliens)} of the rows are`
      return `Much of the price is that of alpha: had it been known that at most ${most} alien, the same promise would have cost alarms on ${rows}. These data allow that (they refute less than ${percent(way.lowerBound, 'down')}) but cannot prove it; labels of random mixture rows can, on new data.`
    }
    case 'audit':
      return `Labels of ${count(way.labels)} random mixture rows (about ${count(way.aliens)} of them alien, if alpha is the true share) would carry the same promise with alarms on ${rows}: xenolith audit sample draws them.`
  }
}

/** Both estimates, because the price of the promise has a margin that neither has. */
function otherWords({ name, falseAlarmRate, chosenFalseAlarmRate: chosen }: OtherDetector): string {
  const [other, ours] = [percent(falseAlarmRate ?? 0), percent(chosen ?? 0)]
  const compared = `as a mean over this recall and lower ones, without the margin of a promise, the comparison estimated false alarms of ${ours} for the detector that was taken and of ${other} for the next best, ${name}.`
  return (falseAlarmRate ?? 0) < (chosen ?? 0)
    ? `Another detector may be cheaper, if not clearly: ${compared}`
    : `Another detector is unlikely to be cheaper: ${compared}`
}
