import { type Table, XenolithError } from '@xenolith/core'
import { varies } from '@xenolith/core/internals'
import { checkNamed } from './names.js'
import type { Note } from './note.js'
import { quoted } from './words.js'

const LABEL_NAMES = /^(labels?|class(es)?|targets?|categor(y|ies)|y)$/i

/** Refuses a table without features, and a column that looks like a label while nobody said what it is. */
export function checkFeatures(names: readonly string[], shown: string): void {
  const suspect = names.find((name) => LABEL_NAMES.test(name))
  if (suspect !== undefined) {
    throw new XenolithError(
      'label-among-features',
      `${shown}: column "${suspect}" looks like a label; keep it out with --label ${suspect}, or list the features with --features`,
    )
  }
  if (names.length === 0) throw new XenolithError('empty-data', `${shown} has no feature columns`)
}

export interface Roles {
  readonly features?: readonly string[]
  readonly id?: string
  readonly label?: string
  readonly types?: Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>
}

/** Refuses roles of columns that do not exist or contradict each other, and features that look like a label unchosen. */
export function checkRoles(roles: Roles, names: readonly string[], shown: string): void {
  const { features, id, label, types = {} } = roles
  checkNamed(
    [label, ...(features ?? [])].filter((name) => name !== undefined),
    names,
    shown,
  )
  const apart = new Map([
    [id, '--id'],
    [label, '--label'],
  ])
  const both = features?.find((name) => apart.has(name))
  if (both !== undefined) {
    throw new XenolithError('bad-option', `${quoted(both)} is named by --features and by ${apart.get(both)}`)
  }
  const chosen = new Set(features ?? names.filter((name) => !apart.has(name)))
  const typed = [...(types instanceof Map ? types.keys() : Object.keys(types))]
  const idle = typed.find((name) => names.includes(name) && !chosen.has(name))
  if (idle !== undefined) {
    throw new XenolithError('bad-option', `--types has no effect on ${quoted(idle)}, which is not a feature`)
  }
  if (features === undefined) {
    checkFeatures(
      names.filter((name) => name !== id && name !== label),
      shown,
    )
  }
}

const MANY_ROWS = 100
const MANY_SHOWN = 5

/** What a person should know of a table before it is used: columns of no use, and text that may be something else. */
export function noteFeatures(table: Table, note: Note): void {
  const constant = table.columns.filter((column) => !varies(column)).map(({ name }) => quoted(name))
  if (constant.length > 0 && constant.length < table.columns.length) {
    note(`constant in the nominal data: ${listed(constant)}; only a row with another value there stands out by it`)
  }
  const distinct = table.columns.filter((column) => {
    if (column.kind === 'numeric') return false
    const present = column.codes.reduce((sum, code) => (code < 0 ? sum : sum + 1), 0)
    return present >= MANY_ROWS && column.categories.length > 0.9 * present
  })
  if (distinct.length > 0) {
    const names = listed(distinct.map(({ name }) => quoted(name)))
    note(`text that differs in nearly every row, read as categories: ${names}; is it an id (--id), or not a feature?`)
  }
}

function listed(names: readonly string[]): string {
  if (names.length <= MANY_SHOWN) return names.join(', ')
  return `${names.slice(0, MANY_SHOWN).join(', ')} and ${names.length - MANY_SHOWN} more`
}
