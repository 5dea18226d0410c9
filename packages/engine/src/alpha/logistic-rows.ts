import type * as internals from '@xenolith/core/internals'
import type { Arena } from '../memory/arena.js'

type LogisticRows = internals.LogisticRows

/** Core's PlainLogisticRows, bit for bit, on rows in the memory of the kernels. */
export class KernelLogisticRows implements LogisticRows {
  readonly count: number
  readonly columns: number
  private readonly arena: Arena
  /** Where each row starts, in bytes. */
  private readonly starts: Uint32Array
  /** The same in the memory of the kernels, and places for the arguments of products. */
  private readonly rows: number
  private readonly t: number
  private readonly image: number
  private readonly x: number
  private readonly to: number

  constructor(arena: Arena, starts: Uint32Array, columns: number) {
    this.count = starts.length
    this.columns = columns
    this.arena = arena
    this.starts = starts
    this.rows = arena.put(starts)
    this.t = arena.take(8 * this.count)
    this.image = arena.take(8 * this.count)
    this.x = arena.take(8 * columns)
    this.to = arena.take(8 * columns)
  }

  multiply(x: Float64Array, image: Float64Array): void {
    this.write(this.x, x)
    this.arena.kernels.multiplyRows(this.rows, this.count, this.columns, this.x, this.image)
    this.read(this.image, image)
  }

  add(t: Float64Array, to: Float64Array): void {
    this.write(this.t, t)
    this.write(this.to, to)
    this.arena.kernels.addRows(this.rows, this.count, this.columns, this.t, this.to)
    this.read(this.to, to)
  }

  bend(t: Float64Array, x: Float64Array, image: Float64Array, to: Float64Array): void {
    this.write(this.t, t)
    this.write(this.x, x)
    this.write(this.to, to)
    this.arena.kernels.bendRows(this.rows, this.count, this.columns, this.t, this.x, this.image, this.to)
    this.read(this.image, image)
    this.read(this.to, to)
  }

  only(listed: Int32Array): LogisticRows {
    const starts = Uint32Array.from(listed, (row) => this.starts[row])
    return new KernelLogisticRows(this.arena, starts, this.columns)
  }

  private write(at: number, values: Float64Array): void {
    this.arena.view(Float64Array, at, values.length).set(values)
  }

  private read(at: number, to: Float64Array): void {
    to.set(this.arena.view(Float64Array, at, to.length))
  }
}
