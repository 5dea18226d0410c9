/**
 * Every error a user can cause, by its stable code. `usage`: the input or the options are wrong (exit 2);
 * `refused`: the data cannot carry the promise (exit 3). `docs/errors.md` explains each; a test holds the two together.
 */
export const errorKinds = {
  'bad-alpha': 'usage',
  'bad-argument': 'usage',
  'bad-confidence': 'usage',
  'bad-key': 'usage',
  'bad-model': 'usage',
  'bad-option': 'usage',
  'bad-q': 'usage',
  'bad-recall': 'usage',
  'bad-row': 'usage',
  'bad-scores': 'usage',
  'bad-type': 'usage',
  'constant-data': 'usage',
  'dataset-damaged': 'usage',
  'empty-data': 'usage',
  'file-changed': 'usage',
  'file-missing': 'usage',
  'file-unreadable': 'usage',
  'infinite-value': 'usage',
  'label-among-features': 'usage',
  'missing-column': 'usage',
  'no-out-of-bag': 'usage',
  'not-installed': 'usage',
  'output-is-input': 'usage',
  'output-unwritable': 'usage',
  'too-few-rows': 'usage',
  'unknown-command': 'usage',
  'unknown-option': 'usage',
  aborted: 'usage',
  'alpha-refuted': 'refused',
  'model-differs': 'refused',
  'no-estimate': 'refused',
  'not-certifiable': 'refused',
  'not-trusted': 'refused',
} as const

export type ErrorCode = keyof typeof errorKinds

/** An error with a stable code and a message of one line: what was given, what was expected. */
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

/** Throws unless `condition` holds. Write conditions so that NaN fails them. */
export function expect(condition: boolean, code: ErrorCode, message: string): asserts condition {
  if (!condition) throw new XenolithError(code, message)
}
