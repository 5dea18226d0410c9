import { XenolithError } from '@xenolith/core'

/** The least and the largest alpha of the papers, which the authors' rule for n is made for. */
const LEAST_ALPHA = 0.1
const LARGEST_ALPHA = 0.4

/**
 * Rows of the nominal sample and of the mixture, by the JMLR rule: as many as the nominal rows allow at alpha = .1,
 * fewer if there are not enough aliens for alpha = .4, and never more than `largest`. Alphas beyond the papers' widen
 * the rule; others leave n as it is, so that a choice of alphas does not change the sample.
 */
export function sampleSize(nominals: number, aliens: number, largest: number, alphas: readonly number[] = []): number {
  const least = Math.min(LEAST_ALPHA, ...alphas)
  const most = Math.max(LARGEST_ALPHA, ...alphas)
  let n = Math.floor(nominals / (2 - least))
  if (aliens < alienRows(most, n)) n = Math.floor(aliens / most)
  return Math.min(n, largest)
}

/** Aliens among n mixture rows: rounded up, so that their share is never below alpha. */
export function alienRows(alpha: number, n: number): number {
  return Math.ceil(n * alpha - 1e-9) // .07 x 100 is 7, whatever the last bit says
}

/** Refuses a table that is too small for the alphas asked for. */
export function checkRoom(name: string, nominals: number, aliens: number, n: number, alphas: readonly number[]): void {
  const most = alienRows(Math.max(...alphas), n)
  const rest = n - alienRows(Math.min(...alphas), n)
  if (n < 20 || most > aliens || n + rest > nominals) {
    throw new XenolithError(
      'too-few-rows',
      `${name} has ${nominals} nominal and ${aliens} alien rows: n = ${n} with alpha from ${Math.min(...alphas)} to ${Math.max(...alphas)} needs ${n + rest} and ${most}`,
    )
  }
}

/** How a mixture for certificates is made when some rows must stay out of it, to show what was delivered. */
export interface HeldOutMixture {
  readonly size: number
  readonly aliens: number
}

const NOMINAL_SHARE = 0.75
const ALIEN_SHARE = 2 / 3

/** At most n rows, from at most three quarters of the nominal rows that are left and two thirds of the aliens. */
export function certificateMixture(alpha: number, n: number, nominalsLeft: number, aliens: number): HeldOutMixture {
  const byNominals = Math.floor((NOMINAL_SHARE * nominalsLeft) / (1 - alpha))
  const byAliens = Math.floor((ALIEN_SHARE * aliens) / alpha)
  const size = Math.min(n, byNominals, byAliens)
  return { size, aliens: Math.round(alpha * size) }
}
