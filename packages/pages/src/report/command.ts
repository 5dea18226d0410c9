import type { DataFingerprint, Setting, Settings } from '@xenolith/core'

/** The command that makes the model again, from the settings that it recorded and the names of its files. */
export function commandOf(
  settings: Settings,
  data: readonly Pick<DataFingerprint, 'role' | 'name'>[],
  { seed = 1, id = null }: { readonly seed?: number; readonly id?: string | null } = {},
): string {
  const files = data.map(({ role, name }) => `--${role} ${quoted(name)}`)
  const flags = Object.entries(settings).flatMap(([name, setting]) => flagOf(name, setting))
  if (id !== null) flags.push(`--id ${quoted(id)}`)
  if (seed !== 1) flags.push(`--seed ${seed}`)
  return ['xenolith fit', ...files, ...flags, '--out model.xeno'].join(' ')
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
