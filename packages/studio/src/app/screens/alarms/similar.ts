import { placeAmong } from '@xenolith/core/internals'
import type { Cells, ColumnProfile } from '../../service/shapes.ts'

/** In which columns a row stands out from the nominals, and on which side: "size+", "speed-", "colour=red". */
export function marksOf(cells: Cells, profiles: ReadonlyMap<string, ColumnProfile>): ReadonlySet<string> {
  const marks = new Set<string>()
  for (const [name, value] of Object.entries(cells)) {
    const profile = profiles.get(name)
    if (profile === undefined) continue
    const { position, share } = placeAmong(profile, value)
    if (position !== undefined && position > UPPER) marks.add(`${name}+`)
    if (position !== undefined && position < 1 - UPPER) marks.add(`${name}-`)
    if (share !== undefined && share < 1 - UPPER) marks.add(`${name}=${value ?? ''}`)
  }
  return marks
}

/** Beyond so much of the nominals, a value stands out. */
const UPPER = 0.99
/** So much of the marks of two rows together must be common to both. */
const ALIKE = 0.5

/** Rows that stand out in the same columns on the same side, most alike first. */
export function similarTo<T extends { readonly id: string; readonly marks: ReadonlySet<string> }>(
  one: T,
  others: readonly T[],
): T[] {
  if (one.marks.size === 0) return []
  return others
    .filter(({ id }) => id !== one.id)
    .map((other) => ({ other, alike: overlap(one.marks, other.marks) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike)
    .map(({ other }) => other)
}

/** What both have, beside what either has. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const mark of a) if (b.has(mark)) both++
  return both / (a.size + b.size - both)
}
