const PART = 1 << 14

/** Numbers of which the count is not known beforehand, in parts of equal size. */
class Growing<A extends Float64Array | Int32Array> {
  readonly #create: (length: number) => A
  readonly #parts: A[] = []
  #last: A
  #used = PART
  length = 0

  constructor(create: (length: number) => A) {
    this.#create = create
    this.#last = create(0)
  }

  push(value: number): void {
    if (this.#used === PART) {
      this.#last = this.#create(PART)
      this.#parts.push(this.#last)
      this.#used = 0
    }
    this.#last[this.#used++] = value
    this.length++
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
