import { logEvidenceAbove, logEvidenceBelow } from '../numeric/bernoulli-evidence.js'
import { exp, log } from '../numeric/elementary.js'
import { addCounts, noCounts, type WatchCounts } from './counts.js'
import type { Region, WatchPlan } from './plan.js'

/** The share of the stake that is set on too many alarms; the rest is spread evenly over the regions. */
const ALARM_STAKE = 0.25
/** A start that is divisible by 2^v is followed for so many times 2^v windows: about eight starts for every doubling. */
const LIFETIME = 8
/** Mean number of windows to a false "at risk", at least. */
const ALERT = 1000

/** What speaks most against the certificate. */
export interface Finding {
  readonly kind: 'deficit' | 'alarms'
  readonly region: Region | null
  /** The share of rows seen there, and the least (deficit) or largest (alarms) that the assumptions allow. */
  readonly seen: number
  readonly expected: number
  /** The first window of the stretch in which it was seen. */
  readonly since: number
  readonly rows: number
}

export interface WatchReading {
  /** log of the evidence against the certificate's assumptions: void at log(2 / delta). */
  readonly logEvidence: number
  /** log of the restarted sum: at risk from 1000 on. */
  readonly logRestarted: number
  readonly voidAt: number
  readonly state: 'valid' | 'at-risk' | 'void'
  readonly finding: Finding | null
}

/**
 * Reads closed windows, oldest first. E_j, the evidence of windows j, j + 1, ..., is an average of mixture martingales over
 * the regions and the alarms. Two processes are made of them, `docs/watch.md`: the sum of w_j E_j, w_j = 1/((j+1)(j+2)), a
 * supermartingale from 1 on, which reaches 2/delta with probability at most delta/2 ever; and the sum of all E_j (Shiryaev and
 * Roberts), whose mean is at most the number of windows, so that it takes at least b windows on average to reach b.
 *
 * @example
 * ```ts
 * const ranks = nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i))
 * const plan = planWatch({ ranks, alpha: 0.2, tau: 900, confidence: 0.95 })
 * const moved = countScores(plan, Float64Array.from({ length: 1000 }, (_, i) => 600 + (i % 400)))
 * readWatch(plan, [moved]).state // => 'void'
 * ```
 */
export function readWatch(plan: WatchPlan, windows: readonly WatchCounts[]): WatchReading {
  const since: WatchCounts[] = new Array(windows.length)
  for (let start = windows.length - 1, all = noCounts(plan); start >= 0; start--) {
    all = addCounts(all, windows[start])
    since[start] = all
  }
  return readWatchSince(plan, windows.length, (start) => since[start])
}

/**
 * The same, for a keeper of sums: `countsSince(j)` are those of windows j, j + 1, ..., asked for the followed starts alone.
 *
 * @example
 * ```ts
 * const ranks = nominalRanks(Float64Array.from({ length: 999 }, (_, i) => i))
 * const plan = planWatch({ ranks, alpha: 0.2, tau: 900, confidence: 0.95 })
 * const window = countScores(plan, Float64Array.from({ length: 100 }, (_, i) => 10 * i))
 * const windows = [window, window]
 * readWatchSince(plan, windows.length, (start) => windows.slice(start).reduce(addCounts)).state // => 'valid'
 * ```
 */
export function readWatchSince(
  plan: WatchPlan,
  windows: number,
  countsSince: (start: number) => WatchCounts,
): WatchReading {
  let weighted = 1 / (windows + 1) // the stakes of the starts still to come
  let restarted = 0
  let best: { value: number; finding: Finding | null } = { value: Number.NEGATIVE_INFINITY, finding: null }
  for (const start of followedStarts(windows)) {
    const since = evidenceSince(plan, countsSince(start), start)
    const weight = 1 / ((start + 1) * (start + 2))
    weighted += weight * since.evidence
    restarted += since.evidence
    if (since.logBest + log(weight) > best.value) best = { value: since.logBest + log(weight), finding: since.finding }
  }
  const { voidAt, riskAt } = watchLimits(plan)
  const logEvidence = log(weighted)
  const logRestarted = log(restarted)
  const state = logEvidence >= voidAt ? 'void' : logRestarted >= riskAt ? 'at-risk' : 'valid'
  return { logEvidence, logRestarted, voidAt, state, finding: best.finding }
}

/** From where on the logarithms of both processes say void and at risk. */
export function watchLimits({ delta }: Pick<WatchPlan, 'delta'>): { readonly voidAt: number; readonly riskAt: number } {
  return { voidAt: log(2 / delta), riskAt: log(ALERT) }
}

/** The windows from which evidence is still followed after so many, latest first. A stake that is let go counts as lost, which is safe. */
export function followedStarts(windows: number): number[] {
  const starts: number[] = []
  for (let span = 1; span <= windows; span *= 2) {
    // Odd multiples of the span among the last LIFETIME * span windows.
    const oldest = Math.max(1, windows - LIFETIME * span)
    for (let odd = Math.ceil(oldest / span) | 1; odd * span < windows; odd += 2) starts.push(odd * span)
  }
  if (windows > 0) starts.push(0)
  return starts.sort((a, b) => b - a)
}

interface Since {
  readonly evidence: number
  readonly logBest: number
  readonly finding: Finding | null
}

function evidenceSince(plan: WatchPlan, { rows, alarms, cells }: WatchCounts, since: number): Since {
  const before = [0]
  for (const count of cells) before.push(before[before.length - 1] + count)
  const inside = ({ from, to }: Region): number =>
    (to === plan.edges.length ? rows : before[2 * to + 2]) - (from === -1 ? 0 : before[2 * from + 1])
  let evidence = 0
  let logBest = Number.NEGATIVE_INFINITY
  let finding: Finding | null = null
  const weigh = (logE: number, stake: number, found: () => Finding): void => {
    // Beyond e^600 more evidence changes nothing, and infinity would hide which part is larger.
    evidence += stake * exp(Math.min(600, logE))
    const weight = logE + log(stake)
    if (weight <= logBest) return
    logBest = weight
    finding = found()
  }
  const each = (1 - ALARM_STAKE) / Math.max(1, plan.regions.length)
  for (const region of plan.regions) {
    const count = inside(region)
    const expected = region.atLeast
    const found = (): Finding => ({ kind: 'deficit', region, seen: count / rows, expected, since, rows })
    weigh(logEvidenceBelow(count, rows, expected), each, found)
  }
  const expected = plan.alarmsAtMost
  if (expected < 1) {
    const found = (): Finding => ({ kind: 'alarms', region: null, seen: alarms / rows, expected, since, rows })
    weigh(logEvidenceAbove(alarms, rows, expected), ALARM_STAKE, found)
  }
  return { evidence, logBest, finding }
}
