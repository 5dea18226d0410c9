import { readFileSync } from 'node:fs'
import { XenolithError } from '@xenolith/core'

/**
 * The command line with the flags of `--config FILE` added: a JSON object of flags by name, such as {"alpha": 0.1,
 * "per-class": true, "features": ["a", "b"]}. Flags on the command line win.
 */
export function withConfig(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => arg === '--config' || arg.startsWith('--config='))
  if (at < 0) return [...args]
  const joined = args[at].startsWith('--config=')
  const path = joined ? args[at].slice('--config='.length) : args[at + 1]
  if (path === undefined) throw new XenolithError('bad-option', '--config needs a JSON file')
  const rest = args.toSpliced(at, joined ? 1 : 2)
  const given = new Set(
    rest.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0].replace('--no-', '--')),
  )
  const added = Object.entries(readConfig(path)).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return given.has(flag) ? [] : flagWords(flag, value, path)
  })
  return [...rest, ...added]
}

function readConfig(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new XenolithError('file-missing', `${path}: no such file, or not readable`)
  }
  try {
    const config: unknown = JSON.parse(text)
    if (typeof config === 'object' && config !== null && !Array.isArray(config)) return { ...config }
  } catch {}
  throw new XenolithError('bad-option', `${path} is not a JSON object of flags, such as {"alpha": 0.1}`)
}

function flagWords(flag: string, value: unknown, path: string): string[] {
  if (value === true) return [flag]
  if (value === false) return [flag.replace('--', '--no-')]
  if (typeof value === 'string' || typeof value === 'number') return [flag, String(value)]
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return [flag, value.join(',')]
  throw new XenolithError('bad-option', `${path}: ${flag} must be text, a number, true, false or a list of text`)
}
