import { type ErrorCode, methods, XenolithError } from '@xenolith/core'
import { methodOf } from '@xenolith/core/internals'
import { type Listener, named, silent } from './listener.js'
import type { Terms } from './request.js'

type Promised = Terms & { readonly recall: number; readonly confidence: number }

/** Whether a promise is asked for: recall and confidence come together, with alpha or an audit. */
export function asksForPromise(terms: Terms, audited: boolean, listener: Listener = silent): terms is Promised {
  const { alpha, recall, confidence, q } = terms
  const name = (option: string): string => named(listener, option)
  const promise = recall !== undefined && confidence !== undefined
  if (!promise && !(recall === undefined && confidence === undefined && q !== undefined)) {
    throw new XenolithError(
      'bad-option',
      `give ${name('recall')} and ${name('confidence')} for a promise, or ${name('q')} for Algorithm 1 alone`,
    )
  }
  const instead = standIns(terms).length > 0
  if (alpha === undefined && !((audited || instead) && promise)) {
    throw new XenolithError(
      'bad-option',
      `give ${name('alpha')}, or for a promise ${name('aliensAtMost')}, ${name('alphaOfFile')}, ${name('separation')} or ${name('audit')}`,
    )
  }
  return promise
}

/** What is given in place of alpha. */
function standIns({ aliensAtMost, alphaOfFile, separation }: Terms): (keyof Terms)[] {
  const given = Object.entries({ aliensAtMost, alphaOfFile, separation }).filter(([, value]) => value !== undefined)
  return given.map(([option]) => option as keyof Terms)
}

/**
 * Refuses terms that cannot be, before any long work; `certify` would do so after it.
 *
 * @example
 * ```ts
 * checkTerms({ alpha: 0.1, recall: 0.9, confidence: 0.95 }, false) // => undefined
 * ```
 */
export function checkTerms(terms: Terms, audited: boolean, listener: Listener = silent): void {
  const name = (option: string): string => named(listener, option)
  const promise = asksForPromise(terms, audited, listener)
  if (promise && terms.isotonic) {
    throw new XenolithError(
      'bad-option',
      `${name('isotonic')} goes with ${name('q')} alone: no promise rests on the isotonised CDF`,
    )
  }
  if (!promise && terms.method !== undefined) {
    throw new XenolithError(
      'bad-option',
      `${name('method')} has no effect without a promise: ${name('q')} is Algorithm 1`,
    )
  }
  if (!promise && terms.looks !== undefined) {
    throw new XenolithError('bad-option', `${name('looks')} has no effect without a promise`)
  }
  if (!promise && audited) {
    throw new XenolithError('bad-option', `${name('audit')} has no effect without a promise`)
  }
  checkNumbers(terms, audited, listener)
}

/**
 * Refuses numbers out of range, whatever they are for.
 *
 * @example
 * ```ts
 * checkNumbers({ alpha: 0.1, recall: 0.9 }, false) // => undefined
 * ```
 */
export function checkNumbers(terms: Terms, audited: boolean, listener: Listener = silent): void {
  const { alpha, recall, confidence, q, method } = terms
  const name = (option: string): string => named(listener, option)
  const inside = (x: number | undefined): boolean => x === undefined || (x > 0 && x < 1)
  const refuseUnless = (ok: boolean, code: ErrorCode, expected: string, got?: number): void => {
    if (!ok) throw new XenolithError(code, `${expected}, got ${got}`)
  }
  if (alpha === 'auto') {
    if (audited) {
      const auto = `${name('alpha')} auto does not go with ${name('audit')}`
      throw new XenolithError('bad-option', `${auto}: labels bound alpha, estimates do not`)
    }
  } else refuseUnless(alpha === undefined || (alpha > 0 && alpha <= 1), 'bad-alpha', 'alpha must be in (0, 1]', alpha)
  refuseUnless(inside(recall), 'bad-recall', 'recall must be in (0, 1)', recall)
  refuseUnless(inside(confidence), 'bad-confidence', 'confidence must be in (0, 1)', confidence)
  refuseUnless(q === undefined || (q >= 0 && q < 1), 'bad-q', 'q must be in [0, 1)', q)
  checkStandIns(terms, audited, listener)
  if (q !== undefined && recall !== undefined && !(method !== undefined && methodOf(method).takesQ)) {
    const withQ = methods.filter((each) => methodOf(each).takesQ).join(', ')
    const alone = `or alone without ${name('recall')} and ${name('confidence')}`
    throw new XenolithError('bad-option', `${name('q')} goes with ${name('method')} ${withQ}, ${alone}`)
  }
}

/** Refuses what is known of alpha in two ways that may contradict each other, and a method that has no use for it. */
function checkStandIns(terms: Terms, audited: boolean, listener: Listener): void {
  const { alpha, aliensAtMost, alphaOfFile, separation, rho, method } = terms
  const name = (option: string): string => named(listener, option)
  const refuse = (reason: string): never => {
    throw new XenolithError('bad-option', reason)
  }
  const [first, second] = [...(alpha === undefined ? [] : ['alpha']), ...standIns(terms)]
  if (second !== undefined) refuse(`${name(first)} and ${name(second)} do not go together: give one`)
  const counted = aliensAtMost !== undefined || alphaOfFile !== undefined
  if (audited && first !== undefined && first !== 'alpha') refuse(`${name(first)} does not go with ${name('audit')}`)
  if (counted && method !== undefined && method !== 'count') {
    refuse(`${name(first)} is proved by the method count, not by ${method}`)
  }
  if (method === 'count' && !counted) {
    refuse(`${name('method')} count needs ${name('aliensAtMost')} or ${name('alphaOfFile')}`)
  }
  if (separation !== undefined && method !== undefined && method !== 'exact') {
    refuse(`${name('separation')} is proved by the method exact, not by ${method}`)
  }
  if (rho !== undefined && separation === undefined) refuse(`${name('rho')} goes with ${name('separation')}`)
  if (aliensAtMost !== undefined && !(Number.isSafeInteger(aliensAtMost) && aliensAtMost >= 1)) {
    refuse(`${name('aliensAtMost')} must be a whole number of at least 1, got ${aliensAtMost}`)
  }
  if (alphaOfFile !== undefined && !(alphaOfFile > 0 && alphaOfFile <= 1)) {
    throw new XenolithError('bad-alpha', `${name('alphaOfFile')} must be in (0, 1], got ${alphaOfFile}`)
  }
  if (separation !== undefined && !(separation > 0 && separation < 1)) {
    refuse(`${name('separation')} must be in (0, 1), got ${separation}`)
  }
  if (rho !== undefined && !(rho >= 0 && rho < 1)) refuse(`${name('rho')} must be in [0, 1), got ${rho}`)
}
