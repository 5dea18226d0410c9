import { expect } from '../errors.js'
import { sha256Words } from '../numeric/sha256.js'

/*
 * Rows drawn by their names: those with the smallest hashes of (seed, name). Whoever holds a part of the rows finds the smallest of
 * it, and the smallest of all are among these: the same draw on one machine and on a cluster, for any order of rows and any division of them. The name of a
 * row is its id, or its number from 1. Never its content: copies of a row would then be drawn together.
 */

/** So many rows, in the order of their hashes, are looked at for the bits that break ties. */
export const TIE_ROWS = 4096

/** Rows in the order of the draw: where they stand, from 0, and what they are called. */
export interface Drawn {
  readonly rows: Float64Array
  readonly names: readonly string[]
}

/** The rows that break ties, in their order, among all of these names. */
export function tieRows(names: Iterable<string | null>, seed: number): Float64Array {
  const draw = new RowDraw(seed, TIE_ROWS)
  for (const name of names) draw.add(name ?? '')
  return draw.finish().rows
}

/** The hash of a name: the first 52 bits of SHA-256 of "seed:name" in UTF-8. */
export function rowHasher(seed: number): (name: string) => number {
  const encoder = new TextEncoder()
  const state = new Uint32Array(8)
  let room = new Uint8Array(256)
  return (name) => {
    const text = `${seed}:${name}`
    if (3 * text.length > room.length) room = new Uint8Array(6 * text.length)
    const { written } = encoder.encodeInto(text, room)
    sha256Words(room.subarray(0, written), state)
    return state[0] * 2 ** 20 + (state[1] >>> 12)
  }
}

/** Keeps the rows with the smallest hashes of all that are added, at most `most` of them. */
export class RowDraw {
  readonly #most: number
  readonly #hash: (name: string) => number
  #kept: { readonly hash: number; readonly name: string; readonly row: number }[] = []
  #limit = Number.POSITIVE_INFINITY
  /** How many rows were added. */
  count = 0

  constructor(seed: number, most: number) {
    this.#most = most
    this.#hash = rowHasher(seed)
  }

  /** The next row, by its name. */
  add(name: string): void {
    const row = this.count++
    expect(name !== '', 'bad-row', `row ${row + 1} has no id: rows that are drawn need one`)
    const hash = this.#hash(name)
    if (hash > this.#limit) return
    this.#kept.push({ hash, name, row })
    if (this.#kept.length >= 2 * this.#most + 64) this.#prune()
  }

  #prune(): void {
    this.#kept.sort((a, b) => a.hash - b.hash || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.row - b.row))
    this.#kept.length = Math.min(this.#kept.length, this.#most)
    if (this.#kept.length === this.#most) this.#limit = this.#kept[this.#most - 1].hash
  }

  /** The rows drawn. Two that have one name cannot be told apart. */
  finish(): Drawn {
    this.#prune()
    const twice = this.#kept.find(({ name }, i) => i > 0 && this.#kept[i - 1].name === name)
    expect(
      twice === undefined,
      'bad-row',
      `the id ${JSON.stringify(twice?.name)} stands for two rows: rows are drawn by their ids, which must differ`,
    )
    return {
      rows: Float64Array.from(this.#kept, ({ row }) => row),
      names: this.#kept.map(({ name }) => name),
    }
  }
}
