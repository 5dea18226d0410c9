import { type ErrorCode, methodOf, methods, XenolithError } from '@xenolith/core'
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
  if (alpha === undefined && !(audited && promise)) {
    throw new XenolithError('bad-option', `give ${name('alpha')}, or for a promise ${name('audit')}`)
  }
  return promise
}

/** Refuses terms that cannot be, before any long work; `certify` would do so after it. */
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
  if (!promise && audited) {
    throw new XenolithError('bad-option', `${name('audit')} has no effect without a promise`)
  }
  checkNumbers(terms, audited, listener)
}

/** Refuses numbers out of range, whatever they are for. */
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
  if (q !== undefined && recall !== undefined && !(method !== undefined && methodOf(method).takesQ)) {
    const withQ = methods.filter((each) => methodOf(each).takesQ).join(', ')
    const alone = `or alone without ${name('recall')} and ${name('confidence')}`
    throw new XenolithError('bad-option', `${name('q')} goes with ${name('method')} ${withQ}, ${alone}`)
  }
}
