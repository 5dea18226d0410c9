import { XenolithError } from '@xenolith/core'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** A number, or one clear line. Ranges are checked where the number is used. */
export function toNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isNaN(value)) throw new InvalidArgumentError(`expected a number, got "${text}"`)
  return value
}

export function toCount(text: string): number {
  const value = toNumber(text)
  if (!Number.isSafeInteger(value) || value < 0)
    throw new InvalidArgumentError(`expected a whole number, got "${text}"`)
  return value
}

export function toNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** `a=numeric,b=categorical` */
export function toTypes(text: string): Record<string, 'numeric' | 'categorical'> {
  const types: Record<string, 'numeric' | 'categorical'> = {}
  for (const part of toNames(text)) {
    const at = part.lastIndexOf('=')
    const kind = part.slice(at + 1)
    if (at < 1 || (kind !== 'numeric' && kind !== 'categorical')) {
      throw new InvalidArgumentError(`expected NAME=numeric or NAME=categorical, got "${part}"`)
    }
    types[part.slice(0, at)] = kind
  }
  return types
}

/** The options of every command. */
export interface CommonOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

export function withCommon(command: Command): Command {
  return command.option('--json', 'print one JSON object').option('--quiet', 'no words and no progress on stderr')
}

/** The options that say what is to be promised. */
export interface PromiseOptions {
  readonly alpha: number
  readonly recall?: number
  readonly confidence?: number
  readonly method: 'theorem1'
  readonly q?: number
}

export function withPromise(command: Command, required: boolean): Command {
  const demand = (option: Option): Option => (required ? option.makeOptionMandatory() : option)
  return command
    .addOption(
      new Option('--alpha <A>', 'share of aliens in the mixture, or an upper bound on it')
        .argParser(toNumber)
        .makeOptionMandatory(),
    )
    .addOption(demand(new Option('--recall <R>', 'share of all aliens to promise, such as 0.9').argParser(toNumber)))
    .addOption(demand(new Option('--confidence <C>', 'confidence of the promise, such as 0.95').argParser(toNumber)))
    .addOption(new Option('--method <NAME>', 'how the promise is proved').choices(['theorem1']).default('theorem1'))
}

export function withSeed(command: Command): Command {
  return command.option('--seed <N>', 'the same seed gives the same bytes', toCount, 1)
}

/** Whether a promise is asked for: recall and confidence come together. */
export function asksForPromise(
  options: PromiseOptions,
): options is PromiseOptions & { recall: number; confidence: number } {
  const { recall, confidence, q } = options
  if (recall !== undefined && confidence !== undefined) return true
  if (recall === undefined && confidence === undefined && q !== undefined) return false
  throw new XenolithError('bad-option', 'give --recall and --confidence for a promise, or --q for Algorithm 1 alone')
}

/** Refuses impossible numbers before any long work; `certify` would do so after it. */
export function checkPromise({ alpha, recall, confidence, q }: PromiseOptions): void {
  const inside = (x: number | undefined): boolean => x === undefined || (x > 0 && x < 1)
  const fail = (
    code: 'bad-alpha' | 'bad-recall' | 'bad-confidence' | 'bad-q',
    expected: string,
    got?: number,
  ): never => {
    throw new XenolithError(code, `${expected}, got ${got}`)
  }
  if (!(alpha > 0 && alpha <= 1)) fail('bad-alpha', 'alpha must be in (0, 1]', alpha)
  if (!inside(recall)) fail('bad-recall', 'recall must be in (0, 1)', recall)
  if (!inside(confidence)) fail('bad-confidence', 'confidence must be in (0, 1)', confidence)
  if (q !== undefined && !(q >= 0 && q < 1)) fail('bad-q', 'q must be in [0, 1)', q)
}
