/** A table of finite state entropy codes (RFC 8878, 4.1): each state gives a symbol and how the next state is read. */
export interface FseTable {
  readonly log: number
  readonly symbols: Uint8Array
  readonly bits: Uint8Array
  readonly bases: Uint16Array
}

/** The table of given probabilities, of which -1 stands for "less than one". */
export function fseTable(probabilities: readonly number[], log: number): FseTable {
  const size = 1 << log
  const symbols = new Uint8Array(size)
  const next = new Uint16Array(probabilities.length)
  let high = size
  for (const [symbol, probability] of probabilities.entries()) {
    if (probability === -1) {
      symbols[--high] = symbol
      next[symbol] = 1
    } else next[symbol] = probability
  }
  const step = (size >> 1) + (size >> 3) + 3
  let at = 0
  for (const [symbol, probability] of probabilities.entries()) {
    for (let i = 0; i < probability; i++) {
      symbols[at] = symbol
      do at = (at + step) & (size - 1)
      while (at >= high)
    }
  }
  const bits = new Uint8Array(size)
  const bases = new Uint16Array(size)
  for (let state = 0; state < size; state++) {
    const x = next[symbols[state]]++
    bits[state] = log - (31 - Math.clz32(x))
    bases[state] = (x << bits[state]) - size
  }
  return { log, symbols, bits, bases }
}

/** The table that is always in one state: a single symbol. */
export function fseSingle(symbol: number): FseTable {
  return { log: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), bases: new Uint16Array(1) }
}

/** Reads the description of a table from `start`; where it ends, or undefined if it is not valid. */
export function readFse(
  data: Uint8Array,
  start: number,
  end: number,
  mostLog: number,
  mostSymbol: number,
): { table: FseTable; end: number } | undefined {
  let bit = 8 * start
  const stop = 8 * end
  const peek = (count: number): number => {
    let value = 0
    for (let i = 0; i < count && bit + i < stop; i++) value |= ((data[(bit + i) >> 3] >> ((bit + i) & 7)) & 1) << i
    return value
  }
  const log = peek(4) + 5
  bit += 4
  if (log > mostLog) return undefined
  let left = (1 << log) + 1
  const probabilities: number[] = []
  while (left > 1) {
    if (bit >= stop || probabilities.length > mostSymbol) return undefined
    const count = 32 - Math.clz32(left)
    const threshold = (1 << count) - 1 - left
    let value = peek(count - 1)
    if (value < threshold) bit += count - 1
    else {
      value = peek(count)
      if (value >= 1 << (count - 1)) value -= threshold
      bit += count
    }
    const probability = value - 1
    probabilities.push(probability)
    left -= Math.abs(probability)
    if (probability !== 0) continue
    for (let more = 3; more === 3; ) {
      if (bit >= stop) return undefined
      more = peek(2)
      bit += 2
      for (let i = 0; i < more; i++) probabilities.push(0)
    }
  }
  if (left !== 1 || bit > stop || probabilities.length > mostSymbol + 1) return undefined
  return { table: fseTable(probabilities, log), end: (bit + 7) >> 3 }
}

/** Bits read from the end of a stretch of bytes to its start, below the mark that ends them. */
export class BackwardBits {
  readonly #data: Uint8Array
  readonly #start: number
  #bit: number

  constructor(data: Uint8Array, start: number, end: number) {
    this.#data = data
    this.#start = 8 * start
    const last = end > start ? data[end - 1] : 0
    this.#bit = last === 0 ? Number.NEGATIVE_INFINITY : 8 * (end - 1) + 31 - Math.clz32(last)
  }

  /** How many are left; negative when more were read than there are. */
  get left(): number {
    return this.#bit - this.#start
  }

  /** The next bits as a number of up to 32 bits; zeros where there are none left. */
  read(count: number): number {
    const value = this.peek(count)
    this.#bit -= count
    return value
  }

  skip(count: number): void {
    this.#bit -= count
  }

  peek(count: number): number {
    if (count === 0) return 0
    let from = this.#bit - count
    let missing = 0
    if (from < this.#start) {
      missing = this.#start - from
      if (missing >= count) return 0
      from = this.#start
    }
    const wanted = count - missing
    const shift = from & 7
    let at = from >> 3
    let value = this.#data[at] >> shift
    let have = 8 - shift
    let scale = 2 ** have
    while (have < wanted) {
      value += this.#data[++at] * scale
      scale *= 256
      have += 8
    }
    value %= 2 ** wanted
    return value * 2 ** missing
  }
}
