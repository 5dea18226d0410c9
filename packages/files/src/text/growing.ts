const PART = 1 << 14
const LEAST = 1 << 4

/** Numbers of which the count is not known beforehand, in parts of equal size; the first one grows to it, so that 100,000 short columns take little. */
class Growing<A extends Float64Array | Int32Array> {
  readonly #create: (length: number) => A
  readonly #parts: A[] = []
  #last: A
  #used = 0
  length = 0

  constructor(create: (length: number) => A) {
    this.#create = create
    this.#last = create(LEAST)
    this.#parts.push(this.#last)
  }

  push(value: number): void {
    if (this.#used === this.#last.length) this.#grow()
    this.#last[this.#used++] = value
    this.length++
  }

  #grow(): void {
    const { length } = this.#last
    const last = this.#create(Math.min(2 * length, PART))
    if (length < PART) {
      last.set(this.#last)
      this.#parts.pop()
    } else this.#used = 0
    this.#parts.push(last)
    this.#last = last
  }

  /** Adds the value until there are `length` of them. */
  pad(length: number, value: number): void {
    while (this.length < length) this.push(value)
  }

  at(index: number): number {
    return this.#parts[Math.floor(index / PART)][index % PART]
  }

  increment(index: number): void {
    this.#parts[Math.floor(index / PART)][index % PART]++
  }

  /** All of them in one array, each as `map` has it. */
  toArray<B extends Float64Array | Int32Array>(to: B, map?: (value: number) => number): B {
    let at = 0
    for (const part of this.#parts) {
      const count = Math.min(PART, this.length - at)
      if (map === undefined) to.set(part.subarray(0, count), at)
      else for (let i = 0; i < count; i++) to[at + i] = map(part[i])
      at += count
    }
    return to
  }
}

export type GrowingNumbers = Growing<Float64Array>
export type GrowingCodes = Growing<Int32Array>

export function growingNumbers(): GrowingNumbers {
  return new Growing((length) => new Float64Array(length))
}

export function growingCodes(): GrowingCodes {
  return new Growing((length) => new Int32Array(length))
}
