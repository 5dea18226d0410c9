import type { DataFingerprint, Setting, Settings } from '@xenolith/core'

/**
 * The command that makes the model again, from the settings that it recorded and the names of its files.
 *
 * @example
 * ```ts
 * const data = [{ role: 'nominal', name: 'clean.csv' }, { role: 'mixture', name: 'this week.csv' }]
 * commandOf({ alpha: 0.1, recall: 0.9, confidence: 0.95 }, data, { seed: 7 }) // => "xenolith fit --nominal clean.csv --mixture 'this week.csv' --alpha 0.1 --recall 0.9…
 * ```
 */
export function commandOf(
  settings: Settings,
  data: readonly Pick<DataFingerprint, 'role' | 'name'>[],
  { seed = 1, id = null }: { readonly seed?: number; readonly id?: string | null } = {},
): string {
  // One column of scores is what `threshold` takes.
  const given = settings.detector === 'given' && Array.isArray(settings.features) && settings.features.length === 1
  const files = data.map(({ role, name }) => `--${role} ${quoted(name)}`)
  const told = given
    ? { column: (settings.features as string[])[0], ...without(settings, 'detector', 'features') }
    : settings
  const flags = Object.entries(told).flatMap(([name, setting]) => flagOf(name, setting))
  if (id !== null) flags.push(`--id ${quoted(id)}`)
  if (seed !== 1) flags.push(`--seed ${seed}`)
  return [given ? 'xenolith threshold' : 'xenolith fit', ...files, ...flags, '--out model.xeno'].join(' ')
}

function without(settings: Settings, ...names: readonly string[]): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)))
}

function flagOf(name: string, setting: Setting): string[] {
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (setting === true) return [`--${flag}`]
  if (setting === false) return [`--no-${flag}`]
  return [`--${flag} ${quoted(Array.isArray(setting) ? setting.join(',') : String(setting))}`]
}

/** As a shell takes it: bare where nothing in it acts. */
function quoted(text: string): string {
  return /^[\w./,:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
