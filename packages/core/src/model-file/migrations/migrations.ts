import type { Fields } from '../../codec/shape.js'
import { bad } from '../../codec/shape.js'

/** The content of a file of one version as the next version would have written it. Pure; may refuse the file. */
export type Migration = (content: Fields) => Fields

/**
 * One migration for each version that is no longer written, by that version: a file `from-1.ts` exports what turns
 * version 1 into version 2. Readers know the newest version alone. None so far: version 1 is the newest.
 */
export const migrations: Readonly<Record<number, Migration>> = {}

/** The content of a file of version `from` in the form of version `to`. */
export function migrate(
  content: Fields,
  from: number,
  to: number,
  steps: Readonly<Record<number, Migration>> = migrations,
): Fields {
  let migrated = content
  for (let version = from; version < to; version++) {
    const step = steps[version]
    if (step === undefined) throw bad(`its format, version ${version}, can no longer be read`)
    migrated = step(migrated)
  }
  return migrated
}
