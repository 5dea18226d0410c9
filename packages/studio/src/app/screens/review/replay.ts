import { substream } from '@xenolith/core'

/*
 * A thousand reviews of the same alarms, each looked at after every verdict. How often does an interval that is right at one
 * look leave the true share out at some look? Intervals of Clopper and Pearson are made for one look; the anytime-valid ones of
 * the review for all of them.
 */

export interface ReplaySettings {
  /** The true share of aliens among alarms. */
  readonly share: number
  readonly verdicts: number
  readonly runs: number
  readonly confidence: number
  readonly seed: number
}

/** For every number of verdicts, the fewest and the most aliens with which the interval still holds the true share. */
export interface Limits {
  readonly least: Int32Array
  readonly most: Int32Array
}

export interface Method {
  readonly limits: Limits
  /** For every run, the verdict at which its interval was wrong for the first time; 0 when it never was. */
  readonly wrongAt: Int32Array
  readonly wrong: number
}

export interface Replay {
  readonly settings: ReplaySettings
  readonly oneLook: Method
  readonly anytime: Method
  /** One run in which the interval for one look goes wrong, as the number of aliens after every verdict. */
  readonly example: Int32Array
}

export function replay(settings: ReplaySettings): Replay {
  const { share, verdicts, runs, confidence, seed } = settings
  const limits = limitsOf(share, verdicts, 1 - confidence)
  const wrongAt = [new Int32Array(runs), new Int32Array(runs)]
  let example = new Int32Array(verdicts)
  let shown = false
  for (let run = 0; run < runs; run++) {
    const random = substream(seed, 'replayed-reviews', run)
    const path = new Int32Array(verdicts)
    for (let n = 1, aliens = 0; n <= verdicts; n++) {
      if (random.float() < share) aliens++
      path[n - 1] = aliens
      limits.forEach(({ least, most }, method) => {
        if (wrongAt[method][run] === 0 && (aliens < least[n] || aliens > most[n])) wrongAt[method][run] = n
      })
    }
    // The first that errs late enough to be seen, and not also in the other way.
    if (!shown && wrongAt[0][run] > verdicts / 10 && wrongAt[1][run] === 0) {
      example = path
      shown = true
    }
  }
  const [oneLook, anytime] = limits.map((limit, method) => ({
    limits: limit,
    wrongAt: wrongAt[method],
    wrong: wrongAt[method].reduce((sum, at) => sum + (at > 0 ? 1 : 0), 0),
  }))
  return { settings, oneLook, anytime, example }
}

/** Both methods asked only whether they hold this one share: then it takes tails of the binomial law, and no root. */
export function limitsOf(share: number, verdicts: number, delta: number): [Limits, Limits] {
  const none = (): Limits => ({ least: new Int32Array(verdicts + 1), most: new Int32Array(verdicts + 1) })
  const [oneLook, anytime] = [none(), none()]
  let law = Float64Array.of(1)
  for (let n = 1; n <= verdicts; n++) {
    law = afterOneMore(law, share)
    const next = afterOneMore(law, share)
    // P(X <= k) and P(X >= k) of n verdicts; the evidence needs P(X > k) of n + 1.
    const below = running(law)
    const above = runningBack(law)
    const nextAbove = runningBack(next)
    const nextBelow = running(next)
    // docs/review.md: E = P(Bin(n+1, p) > k) / ((n+1) p P(Bin(n, p) = k)) speaks against shares of at least p.
    const against = (k: number): number => nextAbove[k + 1] / ((n + 1) * share * law[k])
    const inFavour = (k: number): number => nextBelow[k] / ((n + 1) * (1 - share) * law[k])
    const outward = (limits: Limits, tooFew: (k: number) => boolean, tooMany: (k: number) => boolean): void => {
      // From the middle, where no probability is so small that it is no number.
      let [least, most] = [Math.floor(n * share), Math.floor(n * share)]
      while (least > 0 && !tooFew(least - 1)) least--
      while (most < n && !tooMany(most + 1)) most++
      limits.least[n] = least
      limits.most[n] = most
    }
    outward(
      oneLook,
      (k) => below[k] < delta / 2,
      (k) => above[k] < delta / 2,
    )
    outward(
      anytime,
      (k) => !(against(k) < 2 / delta),
      (k) => !(inFavour(k) < 2 / delta),
    )
  }
  return [oneLook, anytime]
}

function afterOneMore(law: Float64Array, share: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(law.length + 1)
  for (let k = 0; k < law.length; k++) {
    next[k] += law[k] * (1 - share)
    next[k + 1] += law[k] * share
  }
  return next
}

function running(law: Float64Array): Float64Array {
  const sums = law.slice()
  for (let k = 1; k < sums.length; k++) sums[k] += sums[k - 1]
  return sums
}

function runningBack(law: Float64Array): Float64Array {
  const sums = law.slice()
  for (let k = sums.length - 2; k >= 0; k--) sums[k] += sums[k + 1]
  return sums
}

/** The probability to be wrong at some look, exactly: the law of paths that have not left the limits. */
export function chanceOfError({ least, most }: Limits, share: number): number {
  let law: Float64Array = Float64Array.of(1)
  let lost = 0
  for (let n = 1; n < least.length; n++) {
    law = afterOneMore(law, share)
    for (let k = 0; k <= n; k++) {
      if (k >= least[n] && k <= most[n]) continue
      lost += law[k]
      law[k] = 0
    }
  }
  return lost
}
