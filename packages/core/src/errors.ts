/**
 * Every error a user can cause, by its stable code. `usage`: the input or the options are wrong (exit 2);
 * `refused`: the data cannot carry the promise (exit 3). `docs/errors.md` explains each; a test holds the two together.
 */
export const errorKinds = {
  aborted: 'usage',
  'bad-alpha': 'usage',
  'bad-argument': 'usage',
  'bad-bundle': 'usage',
  'bad-confidence': 'usage',
  'bad-cursor': 'usage',
  'bad-key': 'usage',
  'bad-model': 'usage',
  'bad-option': 'usage',
  'bad-q': 'usage',
  'bad-recall': 'usage',
  'bad-request': 'usage',
  'bad-row': 'usage',
  'bad-scores': 'usage',
  'bad-type': 'usage',
  conflict: 'usage',
  'constant-data': 'usage',
  'dataset-damaged': 'usage',
  'empty-data': 'usage',
  'file-changed': 'usage',
  'file-missing': 'usage',
  'file-unreadable': 'usage',
  forbidden: 'usage',
  'history-broken': 'usage',
  'infinite-value': 'usage',
  'key-reused': 'usage',
  'label-among-features': 'usage',
  'method-not-allowed': 'usage',
  'missing-column': 'usage',
  'no-out-of-bag': 'usage',
  'not-found': 'usage',
  'not-installed': 'usage',
  'not-ready': 'usage',
  'out-of-memory': 'usage',
  'output-is-input': 'usage',
  'output-unwritable': 'usage',
  'rate-limited': 'usage',
  'store-locked': 'usage',
  'store-newer': 'usage',
  'store-unusable': 'usage',
  'too-few-rows': 'usage',
  'too-large': 'usage',
  'too-slow': 'usage',
  unauthorized: 'usage',
  'unknown-command': 'usage',
  'unknown-option': 'usage',
  'unsupported-media': 'usage',
  'alpha-refuted': 'refused',
  'bundle-differs': 'refused',
  'model-differs': 'refused',
  'no-estimate': 'refused',
  'not-certifiable': 'refused',
  'not-trusted': 'refused',
} as const

export type ErrorCode = keyof typeof errorKinds

/**
 * An error with a stable code and a message of one line: what was given, what was expected.
 *
 * @example
 * ```ts
 * const error = new XenolithError('bad-option', 'alpha must be in (0, 1], got 1.2')
 * error.kind // => 'usage'
 * ```
 */
export class XenolithError extends Error {
  override readonly name = 'XenolithError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string) {
    super(message)
    this.code = code
  }

  get kind(): 'usage' | 'refused' {
    return errorKinds[this.code]
  }

  /** Copies of this package in one program, such as a bundle beside an installed one, know each other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'XenolithError' && 'code' in value
  }
}

/** Whether memory could not be had: what V8, SpiderMonkey and JavaScriptCore say of arrays and of WebAssembly. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /memory|allocat|array length/i.test(error.message)
}

/** Throws unless `condition` holds. Write conditions so that NaN fails them. */
export function expect(condition: boolean, code: ErrorCode, message: string): asserts condition {
  if (!condition) throw new XenolithError(code, message)
}
