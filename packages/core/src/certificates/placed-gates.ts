import { orderedSample } from '../cdf/ordered-sample.js'
import type { Samples } from '../cdf/samples.js'
import { expect } from '../errors.js'
import { checkAlpha, checkConfidence, checkCount, checkRecall, complement } from './checks.js'
import { countGateTask } from './count/design.js'
import { gateTask } from './exact/start.js'
import { besideAtoms } from './walk/beside-atoms.js'
import { chooseGates, type GateTask } from './walk/gates.js'
import { gatesFrom } from './walk/place-gates.js'
import type { Gate } from './walk/schedule.js'

export interface PlaceGatesInput {
  /** Scores of rows that certify nothing, made by the detector that is to be certified. */
  readonly pilot: Samples
  /** The share of aliens in the mixture, or an upper bound on it: what `certify` will be told, or about. */
  readonly alpha: number
  readonly recall: number
  readonly confidence: number
  /** The sizes of the samples that will certify. */
  readonly n0: number
  readonly nm: number
  /** Whose tests the gates are for; default exact. */
  readonly method?: 'exact' | 'count'
}

/**
 * Where `certify` should set out, for the detector at hand: gates read off rows that take no part in the certificate, such as those on which the detector was chosen, or the
 * training part of a holdout. Give the answer to `certify` as `gates`.
 *
 * The promise rests on the gates being independent of the certified scores, and on nothing else: what the pilot holds, and how well it fits, decides about false alarms
 * only. So **no row of the pilot may be certified on**: not one nominal and not one mixture row.
 *
 * @example
 * ```ts
 * const pilot = prepare([1, 2, 3, 4], [2, 4, 8, 9])
 * placeGates({ pilot, alpha: 0.5, recall: 0.9, confidence: 0.95, n0: 1000, nm: 1000 })[0].share > 0 // => true
 * ```
 */
export function placeGates({ pilot, alpha, recall, confidence, n0, nm, method = 'exact' }: PlaceGatesInput): Gate[] {
  const task = taskOf({ alpha, recall, confidence, n0, nm, method })
  return gatesFrom(pilot, { alpha, nm, aliens: method === 'count' ? 'known' : 'drawn' }, task)
}

/**
 * The gates for unknown detectors, moved out of atoms that the scores of training rows show; undefined where none stands in one. Under a holdout these scores are known before the certified ones, so that
 * the promise rests on nothing more.
 */
export function gatesBesideAtoms(training: Float64Array, terms: Omit<PlaceGatesInput, 'pilot'>): Gate[] | undefined {
  const task = taskOf(terms)
  return besideAtoms(chooseGates(task), orderedSample(training.toSorted()), task.n0, task.highest)
}

function taskOf({ alpha, recall, confidence, n0, nm, method }: Omit<PlaceGatesInput, 'pilot'>): GateTask {
  checkAlpha(alpha)
  checkRecall(recall)
  checkConfidence(confidence)
  checkCount(n0, 'n0')
  checkCount(nm, 'nm')
  const terms = { eta: complement(recall), delta: complement(confidence), n0, nm }
  const aliens = Math.max(1, Math.round(alpha * nm))
  return method === 'count' ? countGateTask({ ...terms, aliens }) : gateTask({ ...terms, alpha })
}

/** Shares are written as decimals: their sum may be off by rounding. */
const ROUNDING = 1e-9

/** Refuses gates whose shares are not delta, once. */
export function checkGates(gates: readonly Gate[]): void {
  const sum = gates.reduce((total, { share }) => total + share, 0)
  const fine = gates.every(({ rate, share }) => rate > 0 && rate < 1 && share > 0 && share <= 1)
  expect(
    fine && Math.abs(sum - 1) <= ROUNDING,
    'bad-option',
    `gates need rates in (0, 1) and shares above 0 that sum to 1, got ${JSON.stringify(gates)}`,
  )
}
