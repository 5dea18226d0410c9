/** A table of prefix codes as deflate has them: the next `bits` bits index `(symbol << 4) | length`; 0 where no code begins so. */
export interface Codes {
  readonly table: Uint16Array
  readonly bits: number
}

/** The codes of given lengths, undefined if they cannot be told apart. Incomplete sets are let pass only with a single code. */
export function codesOf(lengths: Uint8Array): Codes | undefined {
  const counts = new Uint16Array(16)
  let bits = 0
  let used = 0
  for (const length of lengths) {
    if (length === 0) continue
    counts[length]++
    used++
    if (length > bits) bits = length
  }
  const next = new Uint16Array(17)
  let left = 1
  for (let length = 1; length <= 15; length++) {
    left = 2 * left - counts[length]
    if (left < 0) return undefined
    next[length + 1] = (next[length] + counts[length]) << 1
  }
  if (left > 0 && used > 1) return undefined
  const table = new Uint16Array(1 << bits)
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol]
    if (length === 0) continue
    const step = 1 << length
    for (let at = reversed(next[length]++, length); at < table.length; at += step) table[at] = (symbol << 4) | length
  }
  return { table, bits }
}

function reversed(code: number, length: number): number {
  let out = 0
  for (let i = 0; i < length; i++) out |= ((code >> i) & 1) << (length - 1 - i)
  return out
}
