import { log } from '../../numeric/elementary.js'
import { minimise } from '../../numeric/minimise.js'

/** 1 - sqrt(1 - delta), without cancellation: with which probability each of the two bands of Theorem 1 may fail. */
export function bandLevel(delta: number): number {
  return delta / (1 + Math.sqrt(1 - delta))
}

/** ln(2 / (1 - sqrt(1 - delta))): the constant of Theorem 1. */
function constant(delta: number): number {
  return log((2 * (1 + Math.sqrt(1 - delta))) / delta)
}

/** Theorem 1: the epsilon that n rows in each sample buy. */
export function theorem1Epsilon(alpha: number, delta: number, n: number): number {
  return ((2 - alpha) / alpha) * Math.sqrt(constant(delta) / (2 * n))
}

/** Theorem 1: the smallest n (rows in each sample) above the bound for this epsilon. */
export function theorem1SampleSize(alpha: number, delta: number, epsilon: number): number {
  const ratio = (2 - alpha) / (alpha * epsilon)
  return Math.floor(0.5 * constant(delta) * ratio * ratio) + 1
}

/**
 * The half-width of the band around F0_hat in the proof of Theorem 1. The recall promise and
 * FPR <= 1 - F0_hat(tau) + band hold on the same event, so together they cost delta once. (JMLR's Corollary 1 spends
 * delta/2 on each and reaches a slightly wider band, `jointFalseAlarmBand`.)
 */
export function theorem1Band(delta: number, n: number): number {
  return Math.sqrt(constant(delta) / (2 * n))
}

/** The bands around both CDFs in the proof of Theorem 1, each with its own size; both hold with probability 1 - delta. */
export function theorem1Bands(delta: number, n0: number, nm: number): { readonly e0: number; readonly em: number } {
  return { e0: theorem1Band(delta, n0), em: theorem1Band(delta, nm) }
}

/** JMLR Corollary 1: the band of the false alarm rate when delta is halved between recall and false alarms. */
export function jointFalseAlarmBand(delta: number, n: number): number {
  return Math.sqrt(log(4 / delta) / (2 * n))
}

/** How delta and the rows are shared between the samples, and the epsilon that this buys. */
export interface Allocation {
  readonly epsilon: number
  readonly d0: number
  readonly dm: number
}

/** JMLR, unequal sizes: two-sided bands at levels d0 + dm = delta, by the best split of delta. */
export function unequalEpsilon(alpha: number, delta: number, n0: number, nm: number): Allocation {
  const epsilon = (dm: number): number =>
    (Math.sqrt(log(2 / dm) / (2 * nm)) + (1 - alpha) * Math.sqrt(log(2 / (delta - dm)) / (2 * n0))) / alpha
  if (alpha === 1) return { epsilon: Math.sqrt(log(2 / delta) / (2 * nm)), d0: 0, dm: delta }
  const dm = minimise(epsilon, 0, delta)
  return { epsilon: epsilon(dm), d0: delta - dm, dm }
}

/** JMLR Theorem 2: the best division of a budget of rows between the samples, as the mixture's share. */
export function bestShare(alpha: number, delta: number): Allocation & { readonly mixtureShare: number } {
  if (alpha === 1) return { epsilon: Math.sqrt(log(2 / delta) / 2), d0: 0, dm: delta, mixtureShare: 1 }
  const shareAt = (dm: number): number => {
    const r = cubeRoot(log(2 / dm) / log(2 / (delta - dm)) / ((1 - alpha) * (1 - alpha)))
    return r / (1 + r)
  }
  const epsilonAt = (dm: number): number => {
    const share = shareAt(dm)
    const mixture = Math.sqrt(log(2 / dm) / (2 * share))
    return (mixture + (1 - alpha) * Math.sqrt(log(2 / (delta - dm)) / (2 * (1 - share)))) / alpha
  }
  const dm = minimise(epsilonAt, 0, delta)
  return { epsilon: epsilonAt(dm), d0: delta - dm, dm, mixtureShare: shareAt(dm) }
}

/** By Newton's iteration: Math.cbrt is not the same to the last bit everywhere. */
function cubeRoot(x: number): number {
  let root = Math.max(1, x)
  for (;;) {
    const next = (2 * root + x / (root * root)) / 3
    if (!(next < root)) return root
    root = next
  }
}
