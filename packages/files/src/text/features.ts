import { XenolithError } from '@xenolith/core'
import { checkNamed } from './names.js'
import { quoted } from './words.js'

const LABEL_NAMES = /^(labels?|class(es)?|targets?|categor(y|ies)|y)$/i

/** Refuses a table without features, and a column that looks like a label while nobody said what it is. */
export function checkFeatures(names: readonly string[], shown: string): void {
  const suspect = names.find((name) => LABEL_NAMES.test(name))
  if (suspect !== undefined) {
    throw new XenolithError(
      'label-among-features',
      `${shown}: column "${suspect}" looks like a label; keep it out with --label ${suspect} or --ignore ${suspect}, or list the features with --features`,
    )
  }
  if (names.length === 0) throw new XenolithError('empty-data', `${shown} has no feature columns`)
}

export interface Roles {
  readonly features?: readonly string[]
  /** Columns that are no features, where `features` does not list them. */
  readonly ignore?: readonly string[]
  readonly id?: string
  readonly label?: string
  readonly types?: Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>
}

/**
 * Refuses roles of columns that do not exist or contradict each other, and features that look like a label unchosen.
 *
 * @example
 * ```ts
 * checkRoles({ id: 'id', label: 'kind' }, ['id', 'kind', 'x'], 'a.csv') // => undefined
 * ```
 */
export function checkRoles(roles: Roles, names: readonly string[], shown: string): void {
  const { features, ignore = [], id, label, types = {} } = roles
  checkNamed(
    [label, ...(features ?? []), ...ignore].filter((name) => name !== undefined),
    names,
    shown,
  )
  if (features !== undefined && ignore.length > 0) {
    throw new XenolithError('bad-option', '--ignore does not go with --features, which lists all that are used')
  }
  const apart = new Map([...ignore.map((name) => [name, '--ignore'] as const), [id, '--id'], [label, '--label']])
  const both = features?.find((name) => apart.has(name))
  if (both !== undefined) {
    throw new XenolithError('bad-option', `${quoted(both)} is named by --features and by ${apart.get(both)}`)
  }
  const seen = new Set<string>()
  const twice = features?.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) throw new XenolithError('bad-option', `${quoted(twice)} is named twice by --features`)
  const chosen = new Set(features ?? names.filter((name) => !apart.has(name)))
  const typed = [...(types instanceof Map ? types.keys() : Object.keys(types))]
  const known = new Set(names)
  const idle = typed.find((name) => known.has(name) && !chosen.has(name))
  if (idle !== undefined) {
    throw new XenolithError('bad-option', `--types has no effect on ${quoted(idle)}, which is not a feature`)
  }
  if (features === undefined) {
    checkFeatures(
      names.filter((name) => !apart.has(name)),
      shown,
    )
  }
}
