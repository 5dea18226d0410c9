import { type Method, methods } from '@xenolith/core'
import { type Command, InvalidArgumentError, Option } from 'commander'

/** A number or a percentage (10 % is 0.1), or one clear line. Ranges are checked where the number is used. */
export function toNumber(text: string): number {
  const [, digits, percent] = /^\s*(.*?)\s*(%?)\s*$/s.exec(text)!
  const value = digits === '' ? Number.NaN : Number(digits)
  if (!Number.isFinite(value)) throw new InvalidArgumentError(`expected a number, got "${text}"`)
  // Fifteen digits: 12.3 % is 0.123, not the double nearest to 12.3 / 100.
  return percent === '' ? value : Number((value / 100).toPrecision(15))
}

export function toCount(text: string): number {
  const value = text.includes('%') ? Number.NaN : toNumber(text)
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

/** `a=numeric,b=categorical`, or the parts of it. */
export function toTypes(text: string | readonly string[]): Record<string, 'numeric' | 'categorical'> {
  // From entries, so that a column may be named __proto__.
  return Object.fromEntries((typeof text === 'string' ? toNames(text) : text).map(toType))

  function toType(part: string): [string, 'numeric' | 'categorical'] {
    const at = part.lastIndexOf('=')
    const kind = part.slice(at + 1)
    if (at < 1 || (kind !== 'numeric' && kind !== 'categorical')) {
      throw new InvalidArgumentError(`expected NAME=numeric or NAME=categorical, got "${part}"`)
    }
    return [part.slice(0, at), kind]
  }
}

/** The options of every command. */
export interface CommonOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

export function withCommon(command: Command): Command {
  return command.option('--json', 'print one JSON object').option('--quiet', 'no words and no progress on stderr')
}

/** How numbers are written in text files of other countries. */
export interface NumberOptions {
  readonly decimal?: string
  readonly thousands?: string
}

export function withNumberFormat(command: Command): Command {
  return command
    .addOption(new Option('--decimal <MARK>', 'decimal mark of the numbers in text files').choices(['.', ',']))
    .option('--thousands <MARK>', "mark between thousands in text files, such as . or ' (default: none)")
}

/** The options that say what is to be promised. */
export interface PromiseOptions {
  readonly alpha?: number | 'auto'
  readonly recall?: number
  readonly confidence?: number
  readonly method?: Method
  readonly q?: number
  readonly audit?: string
  readonly aliensAtMost?: number
  readonly alphaOfFile?: number
  readonly separation?: number
  readonly rho?: number
}

export function alphaOption(): Option {
  return new Option('--alpha <A>', 'share of aliens in the mixture, or an upper bound on it').argParser(toNumber)
}

/** Where the command can estimate alpha itself. */
function alphaOrAutoOption(): Option {
  return new Option(
    '--alpha <A>',
    'share of aliens in the mixture, or an upper bound on it; auto: estimated, so that nothing is certified',
  ).argParser((text) => (text.trim() === 'auto' ? 'auto' : toNumber(text)))
}

export function recallOption(): Option {
  return new Option('--recall <R>', 'share of all aliens to promise, such as 0.9').argParser(toNumber)
}

export function confidenceOption(): Option {
  return new Option('--confidence <C>', 'confidence of the promise, such as 0.95').argParser(toNumber)
}

/** What `fit` and `threshold` have in common. */
export function withPromise(command: Command): Command {
  return command
    .addOption(alphaOrAutoOption())
    .addOption(recallOption())
    .addOption(confidenceOption())
    .addOption(
      new Option('--method <NAME>', 'how the promise is proved (default: exact, or audit with --audit)').choices(
        methods,
      ),
    )
    .option(
      '--aliens-at-most <N>',
      'in place of --alpha: at most N rows of this mixture are alien (method count, sharper)',
      toCount,
    )
    .option('--alpha-of-file <A>', 'like --aliens-at-most, as a share of the rows of this mixture', toNumber)
    .option(
      '--separation <Q>',
      'in place of --alpha: bound it from these data, assuming that no alien scores below the nominal quantile Q (half of the allowed error goes to the bound)',
      toNumber,
    )
    .option(
      '--rho <R>',
      'with --separation: aliens are at most R times as likely as nominals to score so low (default: 0)',
      toNumber,
    )
    .option(
      '--audit <FILE>',
      'verdicts on a random sample of the mixture (see xenolith audit sample); --alpha may then be left out',
    )
}

export function withSeed(command: Command): Command {
  return command.option('--seed <N>', 'the same seed gives the same bytes', toCount, 1)
}
