import type { Samples } from '../../cdf/samples.js'
import { normalQuantile } from '../../numeric/normal.js'
import { APART, chooseGates, clearance, type GateTask } from './gates.js'
import { rankAtRate } from './ranks.js'
import type { Gate } from './schedule.js'

/** What the placed gate holds of delta; the gates for unknown detectors share the rest, in case the pilot was misleading. */
const PLACED_SHARE = 0.8
const RATE_STEP = 0.95
/** The curve of a pilot is noisy: a rate is judged by itself and its neighbours within this many steps on either side. */
const NEIGHBOURS = 4
/** A rate that clears the test by so much less than the best, in deviations, is as good, and the lowest such has the fewest false alarms. */
const TOLERANCE = 0.3
/** So many deviations more than the test asks for are enough anywhere: the gate is then passed in six of seven draws. */
const MARGIN = 1.1

/** Gates where the pilot's detector clears the test best; `alpha` is the share of aliens in the pilot's mixture, as far as known. A wrong one costs power only. */
export function gatesFrom(pilot: Samples, alpha: number, task: GateTask): Gate[] {
  const [main, ...others] = chooseGates(task)
  const rates: number[] = []
  const clears: number[] = []
  for (let rate = task.highest; rate > main.rate; rate *= RATE_STEP) rates.push(rate)
  rates.push(main.rate)
  for (const rate of rates) clears.push(clearance(task, rate, missRateAt(pilot, alpha, rate)))
  const smooth = clears.map((_, i) => mean(clears.slice(Math.max(0, i - NEIGHBOURS), i + NEIGHBOURS + 1)))
  const enough = Math.min(Math.max(...smooth) - TOLERANCE, normalQuantile(1 - task.delta) + MARGIN)
  let best = rates.length - 1
  while (smooth[best] < enough) best--
  const rate = rates[best]
  if (rate < main.rate * APART) return [{ rate, share: main.share }, ...others]
  const rest = (1 - PLACED_SHARE) / (1 + others.length)
  return [{ rate, share: PLACED_SHARE }, main, ...others].map((gate, i) => (i === 0 ? gate : { ...gate, share: rest }))
}

/** Fa_hat of the pilot where a share `rate` of its nominals scores higher. */
function missRateAt({ nominal, mixture }: Samples, alpha: number, rate: number): number {
  const rank = rankAtRate(nominal.length, rate)
  const t = nominal.at(rank - 1)
  const excess = mixture.countAtMost(t) / mixture.length - (1 - alpha) * (rank / (nominal.length + 1))
  return Math.min(1, Math.max(0, excess / alpha))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, x) => sum + x, 0) / values.length
}
