import {
  type AlarmGroups,
  AlarmSample,
  alarmGeometry,
  findGroups,
  groupOf,
  groupTraits,
  type ModelFile,
  selectRows,
  type Table,
  type Trait,
  typicalRows,
} from '@xenolith/core'
import { checkExplainable, placeAmong } from '@xenolith/core/internals'

/** Alarms that are alike, perhaps a new category; or those that are left over. */
export interface AlarmGroup {
  /** From 1, the largest first (by the alarms that the groups were found from), those left over last. */
  readonly group: number
  /** Whether these are the alarms that no group took: too few of them are alike. */
  readonly leftover: boolean
  readonly size: number
  /** Of all alarms. */
  readonly share: number
  /** What sets it apart from nominal rows, the strongest first. */
  readonly traits: readonly GroupTrait[]
  /** The most typical of its rows, by what rows are called. */
  readonly examples: readonly (string | number)[]
}

/** A trait, and where its value lies among nominal rows: see `Reason`. */
export interface GroupTrait extends Trait {
  readonly position?: number
  readonly nominalShare?: number
}

export interface GroupingOptions {
  /** At most so many groups; default 20. */
  readonly most?: number
}

const MOST_TRAITS = 5
const MOST_EXAMPLES = 5

/**
 * Groups the alarms of a file in two passes: `add` them all, `find` the groups, then ask for the group of each with
 * `assign`. The groups are found from at most 1500 alarms drawn at random; all alarms are then put to the nearest.
 *
 * @example
 * ```ts
 * const nominal = numericTable(Array.from({ length: 200 }, (_, i) => [i % 10, i % 7]))
 * const mixture = numericTable(Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? [50 + (i % 3), 3] : [i % 10, i % 7])))
 * const request = { terms: { alpha: 0.5, recall: 0.6, confidence: 0.9 }, training: { trees: 50 } }
 * const { file } = (await study({ nominal, mixture }, request)) as Finished
 * const grouping = new AlarmGrouping(file)
 * const names = ['a', 'b', 'c', 'd']
 * grouping.add(numericTable([[50, 3], [51, 3], [4, 2], [52, 3]]), [0, 1, 3], names)
 * grouping.find()
 * grouping.assign(numericTable([[50, 3], [51, 3], [4, 2], [52, 3]]), [0, 1, 3]) // => Int32Array(3) [ 1, 1, 1 ]
 * grouping.groups()[0].size // => 3
 * ```
 */
export class AlarmGrouping {
  readonly #file: ModelFile
  readonly #sample: AlarmSample
  readonly #options: GroupingOptions
  #found: { groups: AlarmGroups; traits: Trait[][]; examples: (string | number)[][] } | undefined
  #sizes: number[] = []

  constructor(file: ModelFile, options: GroupingOptions = {}) {
    checkExplainable(file.model)
    this.#file = file
    this.#sample = new AlarmSample(file.model.features)
    this.#options = options
  }

  /** Takes the rows of a table that alarm, and the names of all its rows. */
  add(table: Table, rows: ArrayLike<number>, names: ArrayLike<string | number>): void {
    this.#sample.add(table, rows, names)
  }

  find(): void {
    const { table, names } = this.#sample.finish()
    if (table.rows === 0) return
    const { model, references } = this.#file
    const geometry = alarmGeometry(model, references?.table ?? table)
    const groups = findGroups(model.features, geometry, table, this.#options)
    const own = groupOf(groups, table)
    const examples = typicalRows(groups, table, own, MOST_EXAMPLES).map((rows) => rows.map((row) => names[row]))
    this.#found = { groups, traits: groupTraits(groups, table, own, MOST_TRAITS), examples }
    this.#sizes = examples.map(() => 0)
  }

  /** The group of each of the rows, from 1. */
  assign(table: Table, rows: ArrayLike<number>): Int32Array {
    if (this.#found === undefined || rows.length === 0) return new Int32Array(rows.length)
    const groups = groupOf(this.#found.groups, selectRows(table, rows))
    for (const group of groups) this.#sizes[group]++
    return groups.map((group) => group + 1)
  }

  /** The groups, with the sizes of all that were assigned. */
  groups(): AlarmGroup[] {
    if (this.#found === undefined) return []
    const { groups, traits, examples } = this.#found
    const all = this.#sizes.reduce((sum, size) => sum + size, 0)
    const profile = new Map((this.#file.profiles?.nominal.columns ?? []).map((column) => [column.name, column]))
    return traits.map((own, g) => ({
      group: g + 1,
      leftover: g >= groups.kinds,
      size: this.#sizes[g],
      share: all === 0 ? 0 : this.#sizes[g] / all,
      traits: own.map((trait): GroupTrait => {
        const known = profile.get(trait.feature)
        const { position, share } = known === undefined ? {} : placeAmong(known, trait.value)
        return {
          ...trait,
          ...(position === undefined ? {} : { position }),
          ...(share === undefined ? {} : { nominalShare: share }),
        }
      }),
      examples: examples[g],
    }))
  }
}
