import { BackwardBits, readFse } from './fse.js'

/** Codes of literals (RFC 8878, 4.2): the next `log` bits give a symbol and how many of them it takes. */
export interface LiteralCodes {
  readonly log: number
  readonly symbols: Uint8Array
  readonly bits: Uint8Array
}

/** Reads the description of the codes from `start`; where it ends, or undefined if it is not valid. */
export function readLiteralCodes(
  data: Uint8Array,
  start: number,
  end: number,
): { codes: LiteralCodes; end: number } | undefined {
  if (start >= end) return undefined
  const header = data[start]
  const weights: number[] = []
  let stop = start + 1 + header
  if (header >= 128) {
    const count = header - 127
    stop = start + 1 + ((count + 1) >> 1)
    for (let i = 0; i < count; i++)
      weights.push(i & 1 ? data[start + 1 + (i >> 1)] & 15 : data[start + 1 + (i >> 1)] >> 4)
  } else if (!packedWeights(data, start + 1, stop, weights)) return undefined
  const codes = stop <= end ? codesOfWeights(weights) : undefined
  return codes && { codes, end: stop }
}

/** Weights packed by finite state entropy, two states taking turns. */
function packedWeights(data: Uint8Array, start: number, end: number, weights: number[]): boolean {
  const fse = readFse(data, start, end, 6, 255)
  if (fse === undefined) return false
  const { table } = fse
  const bits = new BackwardBits(data, fse.end, end)
  const states = [bits.read(table.log), bits.read(table.log)]
  if (!(bits.left >= 0)) return false
  for (let turn = 0; weights.length < 255; turn ^= 1) {
    const state = states[turn]
    weights.push(table.symbols[state])
    if (bits.left < table.bits[state]) {
      weights.push(table.symbols[states[turn ^ 1]])
      return true
    }
    states[turn] = table.bases[state] + bits.read(table.bits[state])
  }
  return false
}

/** The last weight is not written: it is what makes the codes complete. */
function codesOfWeights(weights: number[]): LiteralCodes | undefined {
  let sum = 0
  for (const weight of weights) sum += weight > 0 ? 2 ** (weight - 1) : 0
  if (sum === 0) return undefined
  const log = 32 - Math.clz32(sum)
  const rest = 2 ** log - sum
  if (log > 11 || (rest & (rest - 1)) !== 0) return undefined
  weights.push(32 - Math.clz32(rest))
  const symbols = new Uint8Array(1 << log)
  const bits = new Uint8Array(1 << log)
  let at = 0
  for (let weight = 1; weight <= log; weight++) {
    for (const [symbol, own] of weights.entries()) {
      if (own !== weight) continue
      const stop = at + 2 ** (weight - 1)
      symbols.fill(symbol, at, stop)
      bits.fill(log + 1 - weight, at, stop)
      at = stop
    }
  }
  return { log, symbols, bits }
}

/** Reads `count` literals from one stream; false if the stream does not hold exactly those. */
export function readLiterals(
  codes: LiteralCodes,
  data: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  at: number,
  count: number,
): boolean {
  const bits = new BackwardBits(data, start, end)
  for (let i = 0; i < count; i++) {
    const index = bits.peek(codes.log)
    to[at + i] = codes.symbols[index]
    bits.skip(codes.bits[index])
  }
  return bits.left === 0
}
