import { XenolithError } from '@xenolith/core'
import { nearest } from './nearest.js'
import { oneLine, quoted } from './words.js'

const MOST_LISTED = 12
/** Beyond this many names a suggestion would take long to find. */
const MOST_COMPARED = 10_000

/** The error for a column that is not in the file: those that are, and the one that may be meant. */
export function missingColumn(name: string, names: readonly string[], shown: string): XenolithError {
  const listed = names.slice(0, MOST_LISTED).map(oneLine)
  if (names.length > MOST_LISTED) listed.push(`... (${names.length} in all)`)
  const like = nearest(name.slice(0, 200), names.slice(0, MOST_COMPARED))
  const hint = like === undefined ? '' : `; did you mean ${quoted(like)}?`
  return new XenolithError(
    'missing-column',
    `${shown} has no column ${quoted(name)}; it has ${listed.join(', ')}${hint}`,
  )
}

/** Refuses the first of the named columns that is not there. */
export function checkNamed(named: Iterable<string>, names: readonly string[], shown: string): void {
  const known = new Set(names)
  for (const name of named) if (!known.has(name)) throw missingColumn(name, names, shown)
}

/** The columns of the first file, which must be those of all others; no name may stand twice. */
export function checkSameNames(
  namesOf: readonly (readonly string[])[],
  files: readonly string[],
  shown: (file?: string) => string,
): void {
  const [names] = namesOf
  for (const [i, found] of namesOf.entries()) {
    if (found.length === names.length && found.every((name, j) => name === names[j])) continue
    const [its, expected] = [found, names].map((some) => some.map(quoted).join(', '))
    throw new XenolithError('bad-row', `${shown(files[i])} has the columns ${its}; expected ${expected}`)
  }
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new XenolithError('bad-row', `${shown()}: two columns are named ${quoted(name)}`)
    seen.add(name)
  }
}
