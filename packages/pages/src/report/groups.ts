import { cell, counted, percent } from '../index.js'
import { placeWords } from './reasons.js'

/** What is said of a group of alarms; see the study. */
export interface GroupFacts {
  readonly group: number
  /** Whether these are the alarms that no group took. */
  readonly leftover: boolean
  readonly size: number
  readonly share: number
  readonly traits: readonly {
    readonly feature: string
    readonly value: number | string | null
    readonly low?: number
    readonly high?: number
    readonly shared?: number
    readonly position?: number
    readonly nominalShare?: number
  }[]
  readonly examples: readonly (string | number)[]
}

const MOST_TRAITS = 3
const MOST_EXAMPLES = 3

/**
 * "1: 120 alarms (40 %). rate 0.98 (0.97 to 1), above every ordinary row; ... For example 17, 203, 9."
 *
 * @example
 * ```ts
 * const traits = [{ feature: 'rate', value: 0.98, low: 0.97, high: 1, position: 1 }]
 * groupWords({ group: 1, leftover: false, size: 120, share: 0.4, traits, examples: [17, 203] }) // => '1: 120 alarms (40 %). rate = 0.98 (0.97 to 1), above every ordinary row. For example 17, 203.'
 * ```
 */
export function groupWords({ group, leftover, size, share, traits, examples }: GroupFacts): string {
  const said = traits.slice(0, MOST_TRAITS).map(traitWords).join('; ')
  const shown = examples.slice(0, MOST_EXAMPLES).map((example) => cell(example, 40))
  const what = leftover ? 'Left over: they have nothing in common that would make a group' : said
  return `${group}: ${counted(size, 'alarm')} (${percent(share)}). ${what}. For example ${shown.join(', ')}.`
}

/**
 * What comes before the groups: how many there are, and what they may be.
 *
 * @example
 * ```ts
 * groupsWords([{ leftover: false }, { leftover: false }, { leftover: true }]) // => 'They fall into 2 groups of alarms that are alike, each perhaps a new category, several much alike, or false alarms, and some that are left over:'
 * groupsWords([{ leftover: false }]) // => 'They do not fall into groups. What they have in common:'
 * ```
 */
export function groupsWords(groups: readonly Pick<GroupFacts, 'leftover'>[]): string {
  const kinds = groups.filter(({ leftover }) => !leftover).length
  if (kinds === 0) return 'They do not fall into groups:'
  if (groups.length === 1) return 'They do not fall into groups. What they have in common:'
  const each =
    kinds === 1
      ? 'perhaps a new category, several much alike, or false alarms'
      : 'each perhaps a new category, several much alike, or false alarms'
  const left = kinds < groups.length ? ', and some that are left over' : ''
  return `They fall into ${counted(kinds, 'group')} of alarms that are alike, ${each}${left}:`
}

function traitWords({
  feature,
  value,
  low,
  high,
  shared,
  position,
  nominalShare,
}: GroupFacts['traits'][number]): string {
  const name = cell(feature, 40)
  const range = low === undefined || high === undefined || low === high ? '' : ` (${cell(low)} to ${cell(high)})`
  const members = shared === undefined || shared > 0.995 ? '' : ` in ${percent(shared)} of them`
  const what = value === null ? `${name} missing${members}` : `${name} = ${cell(value, 40)}${range}${members}`
  const place = placeWords({ position, share: nominalShare })
  return place === '' ? what : `${what}, ${place}`
}
