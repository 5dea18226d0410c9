import type { Kernels } from './kernels.js'

export type NumberArray = Float64Array | Int32Array | Uint32Array | Uint16Array | Int16Array | Uint8Array
export type ArrayType<A> = new (buffer: ArrayBufferLike, offset: number, length: number) => A

const PAGE = 65536
/** Pages by which memory grows at least. */
const LEAST_GROWTH = 32
/** Memory of one instance ends here; larger work is left to the reference implementation. */
export const MOST_BYTES: number = 3.5 * 2 ** 30

/** One instance of the kernels with a memory of its own, handed out from front to back and dropped as a whole. */
export class Arena {
  readonly kernels: Kernels
  private end = PAGE

  constructor(module: WebAssembly.Module) {
    this.kernels = new WebAssembly.Instance(module, {}).exports as unknown as Kernels
  }

  /** Takes all room back, for other work. What is taken from then on is no longer zero. */
  clear(): void {
    this.end = PAGE
  }

  /** Room for `bytes`, aligned to a cache line; zero. */
  take(bytes: number): number {
    const at = this.end
    this.end = at + Math.ceil(bytes / 64) * 64
    const { memory } = this.kernels
    const pages = Math.ceil((this.end - memory.buffer.byteLength) / PAGE)
    if (pages > 0) memory.grow(Math.max(pages, LEAST_GROWTH))
    return at
  }

  /** Makes sure that `bytes` could be taken; what a kernel then writes there is kept by `takeUpTo`. */
  reserve(bytes: number): void {
    const at = this.end
    this.take(bytes)
    this.end = at
  }

  /** Takes what a kernel has written, up to `end`; returns where the next may begin. */
  takeUpTo(end: number): number {
    this.end = Math.ceil(end / 64) * 64
    return this.end
  }

  /** A copy of `values`. */
  put<A extends NumberArray>(values: A): number {
    const at = this.take(values.byteLength)
    this.view(values.constructor as ArrayType<A>, at, values.length).set(values)
    return at
  }

  /** Copies `bytes` from one place to another. */
  move(from: number, to: number, bytes: number): void {
    new Uint8Array(this.kernels.memory.buffer).copyWithin(to, from, from + bytes)
  }

  /** What stands at `at`; valid until the memory grows. */
  view<A extends NumberArray>(type: ArrayType<A>, at: number, length: number): A {
    return new type(this.kernels.memory.buffer, at, length)
  }

  /** A copy of what stands at `at`. */
  copy<A extends NumberArray>(type: ArrayType<A>, at: number, length: number): A {
    return this.view(type, at, length).slice() as A
  }
}
