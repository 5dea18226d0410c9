import { expect } from '../errors.js'
import { logEvidenceBelow } from '../numeric/bernoulli-evidence.js'
import { exp, expm1, log, log1p } from '../numeric/elementary.js'

/*
 * Bounds on the p of independent yes-or-no trials that hold at all times at once: with probability 1 - delta no bound,
 * after any number of trials, is wrong. So people may look after every trial and stop when they like. `docs/review.md`
 * derives them.
 */

/** The p that k successes in n trials leave standing: the largest against which the evidence stays below 1/delta. */
export function anytimeUpper(k: number, n: number, delta: number): number {
  checkTrials(k, n, delta)
  if (k === n) return 1
  const limit = -log(delta)
  const excess = (logOdds: number): number => logEvidenceBelow(k, n, fromLogOdds(logOdds)) - limit
  // At the share seen no q is likelier, so the evidence is at most 1; without successes it is at most (1-p)^-n.
  const start = k > 0 ? k / n : -expm1(log(delta) / n)
  let [low, lowExcess] = [log(start) - log1p(-start), -limit]
  let [high, highExcess] = [low, -limit]
  for (let step = 0.5; highExcess < 0 && high < LARGEST_LOG_ODDS; step *= 2) {
    high = Math.min(LARGEST_LOG_ODDS, low + step)
    highExcess = excess(high)
  }
  // Regula falsi (Illinois): the evidence rises, so the root stays between; the upper end is returned, the safe side.
  for (let step = 0; step < 100 && high - low > 1e-13 * Math.max(1, Math.abs(high)); step++) {
    const secant = high - (highExcess * (high - low)) / (highExcess - lowExcess)
    const next = secant > low && secant < high ? secant : (low + high) / 2
    const found = excess(next)
    if (found < 0) {
      if (next === low) break
      low = next
      lowExcess = found
      highExcess /= 2
    } else {
      if (next === high) break
      high = next
      highExcess = found
      lowExcess /= 2
    }
    // Close enough that twice the error of the arithmetic decides: step just beyond the root.
    if (Math.abs(found) < 1e-11) return fromLogOdds(Math.min(LARGEST_LOG_ODDS, next + 1e-11))
  }
  return fromLogOdds(high)
}

/** The smallest p that k successes in n trials leave standing. */
export function anytimeLower(k: number, n: number, delta: number): number {
  checkTrials(k, n, delta)
  return 1 - anytimeUpper(n - k, n, delta)
}

export interface Interval {
  readonly lower: number
  readonly upper: number
}

/**
 * Both bounds at delta / 2, so that both hold at all times with probability 1 - delta. `unsure` may be either.
 *
 * @example
 * ```ts
 * anytimeInterval({ yes: 90, no: 10 }, 0.05).lower // => 0.7835…
 * ```
 */
export function anytimeInterval(
  { yes, no, unsure = 0 }: { readonly yes: number; readonly no: number; readonly unsure?: number },
  delta: number,
): Interval {
  const n = yes + no + unsure
  return { lower: anytimeLower(yes, n, delta / 2), upper: anytimeUpper(yes + unsure, n, delta / 2) }
}

/** Beyond it p rounds to 1, where the evidence is a limit that the formulas do not take. */
const LARGEST_LOG_ODDS = 36

function fromLogOdds(x: number): number {
  const odds = exp(x)
  return odds / (1 + odds)
}

function checkTrials(k: number, n: number, delta: number): void {
  const whole = Number.isSafeInteger(k) && Number.isSafeInteger(n) && k >= 0 && k <= n
  expect(whole, 'bad-argument', `successes and trials must be whole numbers with 0 <= k <= n, got ${k} of ${n}`)
  expect(delta > 0 && delta < 1, 'bad-confidence', `delta must be in (0, 1), got ${delta}`)
}
