import { BackwardBits, type FseTable, fseSingle, fseTable, readFse } from './fse.js'
import { type LiteralCodes, readLiteralCodes, readLiterals } from './zstd-huffman.js'

/** No block unpacks to more (RFC 8878, 3.1.1.2.4). */
export const MOST_BLOCK: number = 1 << 17

const LITERAL_BITS = [...zeros(16), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
const LITERAL_BASES = basesOf(LITERAL_BITS, 0)
const MATCH_BITS = [...zeros(32), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
const MATCH_BASES = basesOf(MATCH_BITS, 3)

function zeros(count: number): number[] {
  return new Array(count).fill(0)
}

/** Each code begins where the one before it ends. */
function basesOf(bits: readonly number[], first: number): number[] {
  let base = first
  return bits.map((count) => {
    base += 2 ** count
    return base - 2 ** count
  })
}

const PREDEFINED = {
  literals: fseTable(
    [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1],
    6,
  ),
  offsets: fseTable([1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1], 5),
  matches: fseTable(
    [
      1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
    ],
    6,
  ),
} as const

/** What a frame remembers from block to block. */
export interface FrameState {
  codes?: LiteralCodes
  literals?: FseTable
  offsets?: FseTable
  matches?: FseTable
  repeats: [number, number, number]
}

interface Literals {
  readonly bytes: Uint8Array
  readonly end: number
}

/**
 * Unpacks a compressed block to `out`, of which the bytes before `at` are what was unpacked before. Where it ends in `out`, -1 if it is damaged.
 */
export function unpackBlock(
  data: Uint8Array,
  start: number,
  end: number,
  state: FrameState,
  out: Uint8Array,
  at: number,
  limit: number,
): number {
  const literals = readLiteralsSection(data, start, end, state)
  if (literals === undefined || literals.end >= end) return -1
  const header = sequenceHeader(data, literals.end, end, state)
  if (header === undefined) return -1
  const { bytes } = literals
  if (header.count === 0) {
    if (at + bytes.length > limit) return -1
    out.set(bytes, at)
    return at + bytes.length
  }
  return runSequences(data, header.start, end, header.count, state, bytes, out, at, limit)
}

function readLiteralsSection(data: Uint8Array, start: number, end: number, state: FrameState): Literals | undefined {
  const type = data[start] & 3
  const sizeFormat = (data[start] >> 2) & 3
  if (type < 2) {
    const length = sizeFormat === 1 ? 2 : sizeFormat === 3 ? 3 : 1
    const size = little(data, start, length) >> (length === 1 ? 3 : 4)
    const at = start + length
    if (size > MOST_BLOCK || at + (type === 0 ? size : 1) > end) return undefined
    if (type === 1) return { bytes: new Uint8Array(size).fill(data[at]), end: at + 1 }
    return { bytes: data.subarray(at, at + size), end: at + size }
  }
  const length = sizeFormat < 2 ? 3 : sizeFormat === 2 ? 4 : 5
  const bits = sizeFormat < 2 ? 10 : sizeFormat === 2 ? 14 : 18
  const sizes = Math.floor(little(data, start, length) / 16)
  const size = sizes % 2 ** bits
  const packed = Math.floor(sizes / 2 ** bits) % 2 ** bits
  let at = start + length
  const stop = at + packed
  if (size > MOST_BLOCK || stop > end) return undefined
  if (type === 2) {
    const found = readLiteralCodes(data, at, stop)
    if (found === undefined) return undefined
    state.codes = found.codes
    at = found.end
  }
  const { codes } = state
  if (codes === undefined) return undefined
  const bytes = new Uint8Array(size)
  const ok =
    sizeFormat === 0 ? readLiterals(codes, data, at, stop, bytes, 0, size) : fourStreams(codes, data, at, stop, bytes)
  return ok ? { bytes, end: stop } : undefined
}

function fourStreams(codes: LiteralCodes, data: Uint8Array, start: number, end: number, bytes: Uint8Array): boolean {
  const each = (bytes.length + 3) >> 2
  let at = start + 6
  for (let stream = 0; stream < 4; stream++) {
    const stop = stream < 3 ? at + little(data, start + 2 * stream, 2) : end
    const count = stream < 3 ? each : bytes.length - 3 * each
    if (stop > end || count < 0 || !readLiterals(codes, data, at, stop, bytes, stream * each, count)) return false
    at = stop
  }
  return true
}

function sequenceHeader(
  data: Uint8Array,
  start: number,
  end: number,
  state: FrameState,
): { count: number; start: number } | undefined {
  let at = start
  let count = data[at++]
  if (count === 0) return at === end ? { count, start: at } : undefined
  if (count === 255) {
    count = little(data, at, 2) + 0x7f00
    at += 2
  } else if (count >= 128) count = ((count - 128) << 8) + data[at++]
  if (at >= end) return undefined
  const modes = data[at++]
  const tables = [
    ['literals', modes >> 6, 9, 35],
    ['offsets', (modes >> 4) & 3, 8, 31],
    ['matches', (modes >> 2) & 3, 9, 52],
  ] as const
  for (const [name, mode, mostLog, mostSymbol] of tables) {
    if (mode === 0) state[name] = PREDEFINED[name]
    else if (mode === 1) {
      if (data[at] > mostSymbol) return undefined
      state[name] = fseSingle(data[at++])
    } else if (mode === 2) {
      const found = readFse(data, at, end, mostLog, mostSymbol)
      if (found === undefined) return undefined
      state[name] = found.table
      at = found.end
    } else if (state[name] === undefined) return undefined
  }
  return { count, start: at }
}

function runSequences(
  data: Uint8Array,
  start: number,
  end: number,
  count: number,
  state: FrameState,
  literals: Uint8Array,
  out: Uint8Array,
  from: number,
  limit: number,
): number {
  const bits = new BackwardBits(data, start, end)
  const [forLiterals, forOffsets, forMatches] = [state.literals!, state.offsets!, state.matches!]
  let literalState = bits.read(forLiterals.log)
  let offsetState = bits.read(forOffsets.log)
  let matchState = bits.read(forMatches.log)
  let at = from
  let used = 0
  for (let i = 0; i < count; i++) {
    if (!(bits.left >= 0)) return -1
    const offsetCode = forOffsets.symbols[offsetState]
    const [matchCode, literalCode] = [forMatches.symbols[matchState], forLiterals.symbols[literalState]]
    const offsetValue = 2 ** offsetCode + bits.read(offsetCode)
    const match = MATCH_BASES[matchCode] + bits.read(MATCH_BITS[matchCode])
    const length = LITERAL_BASES[literalCode] + bits.read(LITERAL_BITS[literalCode])
    const offset = offsetOf(state.repeats, offsetValue, length)
    if (used + length > literals.length || at + length + match > limit || offset < 1 || offset > at + length) return -1
    out.set(literals.subarray(used, used + length), at)
    used += length
    at += length
    for (let k = 0; k < match; k++, at++) out[at] = out[at - offset]
    if (i === count - 1) break
    literalState = forLiterals.bases[literalState] + bits.read(forLiterals.bits[literalState])
    matchState = forMatches.bases[matchState] + bits.read(forMatches.bits[matchState])
    offsetState = forOffsets.bases[offsetState] + bits.read(forOffsets.bits[offsetState])
  }
  const rest = literals.length - used
  if (bits.left !== 0 || at + rest > limit) return -1
  out.set(literals.subarray(used), at)
  return at + rest
}

/** The distance back; small values name one of the last three. */
function offsetOf(repeats: [number, number, number], value: number, literals: number): number {
  if (value > 3) {
    repeats.pop()
    repeats.unshift(value - 3)
    return repeats[0]
  }
  const index = value - (literals === 0 ? 0 : 1)
  if (index === 0) return repeats[0]
  const offset = index === 3 ? repeats[0] - 1 : repeats[index]
  if (index > 1) repeats[2] = repeats[1]
  repeats[1] = repeats[0]
  repeats[0] = offset
  return offset
}

export function little(data: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let i = length - 1; i >= 0; i--) value = value * 256 + data[at + i]
  return value
}
