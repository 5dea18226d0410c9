import { cell, counted, percent } from '../index.js'
import { placeWords } from './reasons.js'

/** What is said of a group of alarms; see the study. */
export interface GroupFacts {
  readonly group: number
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
 * groupWords({ group: 1, size: 120, share: 0.4, traits, examples: [17, 203] }) // => '1: 120 alarms (40 %). rate = 0.98 (0.97 to 1), above every ordinary row. For example 17, 203.'
 * ```
 */
export function groupWords({ group, size, share, traits, examples }: GroupFacts): string {
  const said = traits.slice(0, MOST_TRAITS).map(traitWords).join('; ')
  const shown = examples.slice(0, MOST_EXAMPLES).map((example) => cell(example, 40))
  return `${group}: ${counted(size, 'alarm')} (${percent(share)}). ${said}. For example ${shown.join(', ')}.`
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
