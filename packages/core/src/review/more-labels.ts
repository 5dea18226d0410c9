import { type Review, type ReviewInput, review, type Verdicts } from './review.js'

/** Looking further ahead than this tells a reviewer nothing. */
const MOST_LABELS = 100_000

/** A tighter bound, and the labels that would give it if further rows are like those seen. */
export interface Outlook {
  readonly bound: 'precision' | 'alpha' | 'recall'
  readonly side: 'lower' | 'upper'
  /** What further labels are of. */
  readonly of: 'alarms' | 'others' | 'both'
  readonly now: number
  readonly target: number
  readonly labels: number | null
}

/**
 * How many more labels would close a third of the gap between each bound and its estimate, at the shares seen so far. It
 * is a forecast, not a promise. Null where no number of labels up to 100,000 does; a bound without a gap is left out.
 *
 * @example
 * ```ts
 * const ofAlarms = { alien: 80, nominal: 15, unsure: 5 }
 * const ofOthers = { alien: 2, nominal: 98, unsure: 0 }
 * const [first] = moreLabels({ rows: 10_000, alarms: 1000, ofAlarms, ofOthers, confidence: 0.95 })
 * first.bound // => 'precision'
 * ```
 */
export function moreLabels(input: ReviewInput): Outlook[] {
  const now = review(input)
  const wanted = [
    ['precision', 'lower', 'alarms'],
    ['precision', 'upper', 'alarms'],
    ['alpha', 'upper', 'both'],
    ['recall', 'lower', 'both'],
  ] as const
  return wanted.flatMap(([bound, side, of]) => {
    const { estimate } = now[bound]
    if (estimate === null || estimate === now[bound][side]) return []
    const target = now[bound][side] + (estimate - now[bound][side]) / 3
    return [{ bound, side, of, now: now[bound][side], target, labels: labelsFor(input, { bound, side, of, target }) }]
  })
}

type Aim = Pick<Outlook, 'bound' | 'side' | 'of' | 'target'>

/** The fewest further labels after which the bound is at its target, found by doubling and halving. */
function labelsFor(input: ReviewInput, aim: Aim): number | null {
  const reached = (labels: number): boolean => {
    const bound: Review[Aim['bound']] = review(withMore(input, aim.of, labels))[aim.bound]
    return aim.side === 'lower' ? bound.lower >= aim.target : bound.upper <= aim.target
  }
  let enough = 16
  while (!reached(enough)) {
    enough *= 2
    if (enough > MOST_LABELS) return null
  }
  let tooFew = enough === 16 ? 0 : enough / 2
  while (enough - tooFew > Math.max(1, Math.floor(enough / 20))) {
    const middle = Math.floor((tooFew + enough) / 2)
    if (reached(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

function withMore(input: ReviewInput, of: Outlook['of'], labels: number): ReviewInput {
  const each = of === 'both' ? Math.ceil(labels / 2) : labels
  return {
    ...input,
    ofAlarms: of === 'others' ? input.ofAlarms : scaled(input.ofAlarms, each),
    ofOthers: of === 'alarms' ? input.ofOthers : scaled(input.ofOthers, each),
  }
}

/** As many more, in the proportions seen. */
function scaled(verdicts: Verdicts, more: number): Verdicts {
  const seen = verdicts.alien + verdicts.nominal + verdicts.unsure
  if (seen === 0) return verdicts
  const alien = verdicts.alien + Math.round((more * verdicts.alien) / seen)
  const unsure = verdicts.unsure + Math.round((more * verdicts.unsure) / seen)
  return { alien, unsure, nominal: Math.max(verdicts.nominal, seen + more - alien - unsure) }
}
