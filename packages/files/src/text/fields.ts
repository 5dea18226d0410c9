import { QUOTE } from './ascii.js'

/** The fields of one record, as places in the bytes. */
export interface Fields {
  count: number
  starts: Int32Array
  ends: Int32Array
  /** Which fields hold doubled quotes. */
  doubled: Uint8Array
}

export function createFields(): Fields {
  return { count: 0, starts: new Int32Array(64), ends: new Int32Array(64), doubled: new Uint8Array(64) }
}

export function growFields(fields: Fields): void {
  const length = 2 * fields.starts.length
  const grow = <A extends Int32Array | Uint8Array>(from: A, to: A): A => {
    to.set(from)
    return to
  }
  fields.starts = grow(fields.starts, new Int32Array(length))
  fields.ends = grow(fields.ends, new Int32Array(length))
  fields.doubled = grow(fields.doubled, new Uint8Array(length))
}

/** The bytes of a field in which each doubled quote is one. */
export function undoubled(data: Uint8Array, start: number, end: number): Uint8Array {
  const to = new Uint8Array(end - start)
  let length = 0
  for (let i = start; i < end; i++) {
    to[length++] = data[i]
    if (data[i] === QUOTE) i++
  }
  return to.subarray(0, length)
}
