import type { Arena } from '../memory/arena.js'

/** Where rows that are being scored stand, with their sums and a list of paths; grows with the largest request. */
export class RowRoom {
  rows = 0
  sums = 0
  list = 0
  private readonly arena: Arena
  private readonly stride: number
  private readonly paths: number
  private room = 0

  /** `paths`: how many paths may be under way beside one for each row. */
  constructor(arena: Arena, stride: number, paths: number) {
    this.arena = arena
    this.stride = stride
    this.paths = paths
  }

  /** Puts rows in, sums at zero. */
  place(values: Float64Array, count: number): void {
    if (count > this.room) {
      this.room = count
      this.rows = this.arena.take(count * this.stride)
      this.sums = this.arena.take(8 * count)
      this.list = this.arena.take(8 * Math.max(count, this.paths) + 64)
    }
    this.arena.view(Float64Array, this.rows, values.length).set(values)
    this.arena.view(Float64Array, this.sums, count).fill(0)
  }

  takeSums(count: number): Float64Array {
    return this.arena.copy(Float64Array, this.sums, count)
  }
}
