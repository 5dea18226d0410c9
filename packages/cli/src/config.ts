import { readFileSync } from 'node:fs'
import { XenolithError } from '@xenolith/core'
import type { Option } from 'commander'

/**
 * The command line with the flags of `--config FILE` added: a JSON object of flags by name, such as {"alpha": 0.1,
 * "perClass": true, "features": ["a", "b"]}. Flags on the command line win.
 */
export function withConfig(
  args: readonly string[],
  optionsOf: (args: readonly string[]) => readonly Option[],
): string[] {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  if (at < 0) return [...args]
  const joined = args[at].startsWith('--config=')
  const path = joined ? args[at].slice('--config='.length) : args[at + 1]
  if (path === undefined) throw new XenolithError('bad-option', '--config needs a JSON file')
  const rest = args.toSpliced(at, joined ? 1 : 2)
  const given = new Set(rest.filter((arg) => arg.startsWith('--')).map((arg) => positive(arg.split('=')[0])))
  const options = optionsOf(rest)
  const added = Object.entries(readConfig(path)).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return given.has(positive(flag)) ? [] : flagWords({ name, flag, value, path }, options)
  })
  return [...rest, ...added]
}

/** `--no-range-check` and `--range-check` are two values of one flag. */
function positive(flag: string): string {
  return flag.replace(/^--no-/, '--')
}

function readConfig(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new XenolithError('file-missing', `${path}: no such file, or not readable`)
  }
  const config = parsed(text, path)
  if (typeof config === 'object' && config !== null && !Array.isArray(config)) return { ...config }
  throw new XenolithError('bad-option', `${path}: expected a JSON object of flags, such as {"alpha": 0.1}`)
}

function parsed(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new XenolithError('bad-option', `${path} is not JSON, such as {"alpha": 0.1}: ${why}`)
  }
}

interface Entry {
  readonly name: string
  readonly flag: string
  readonly value: unknown
  readonly path: string
}

/** Flags that are given once for each of a list; the others take a list with commas. */
const REPEATED: ReadonlySet<string> = new Set(['--spark-conf'])

function flagWords({ name, flag, value, path }: Entry, options: readonly Option[]): string[] {
  const refuse = (expected: string): XenolithError =>
    new XenolithError('bad-option', `${path}: "${name}" expects ${expected}, got ${JSON.stringify(value)}`)
  const known =
    options.find(({ long }) => long === flag) ?? options.find(({ long }) => long === `--no-${flag.slice(2)}`)
  if (known === undefined) return [flag] // which is then refused, with the flag that is most like it
  if (!known.required && known.long !== undefined) {
    if (typeof value !== 'boolean') throw refuse('true or false')
    return value === (known.long === flag) ? [known.long] : []
  }
  const list = Array.isArray(value) ? value : [value]
  if (list.length === 0 || !list.every((item) => typeof item === 'string' || typeof item === 'number')) {
    throw refuse('text, a number or a list of them')
  }
  return REPEATED.has(flag) ? list.map((item) => `${flag}=${item}`) : [`${flag}=${list.join(',')}`]
}
