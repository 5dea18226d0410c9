import { XenolithError } from '@xenolith/core'

/** No line of a file, and no JSON object, may be longer. */
export const LONGEST_RECORD: number = 1 << 26

/** Whatever reads records from bytes that come in pieces. */
export interface RecordReader {
  /**
   * Reads a record from `data`, from `start` on, of which the bytes up to `end` are known; `last` when there are no more. Returns where the
   * next one starts, or -1 when the record is not whole yet. Called with `start === end` only at the end.
   */
  next(data: Uint8Array, start: number, end: number, last: boolean): number
  /** What is wrong with a record that is too long, with its place. */
  tooLong(megabytes: number): string
}

export interface RecordStream {
  push(chunk: Uint8Array): void
  end(): void
}

/**
 * Feeds pieces of a file to a reader of records. A record that is not whole is tried again only when its bytes have doubled,
 * so that time is linear however long the record is.
 */
export function recordStream(reader: RecordReader, longest: number = LONGEST_RECORD): RecordStream {
  let rest: Uint8Array = new Uint8Array(0)
  let waiting: Uint8Array[] = []
  let waitingBytes = 0

  const tooLong = (): XenolithError => new XenolithError('bad-row', reader.tooLong(longest >> 20))
  const read = (data: Uint8Array, last: boolean): void => {
    let at = 0
    while (at < data.length) {
      const next = reader.next(data, at, data.length, last)
      if (next < 0) break
      // Whether it came in one piece or in many.
      if (next - at > longest) throw tooLong()
      at = next
    }
    rest = data.subarray(at)
    if (rest.length > longest) throw tooLong()
  }
  const joined = (): Uint8Array => {
    if (rest.length === 0 && waiting.length === 1) return waiting[0]
    const data = new Uint8Array(rest.length + waitingBytes)
    data.set(rest)
    let at = rest.length
    for (const chunk of waiting) {
      data.set(chunk, at)
      at += chunk.length
    }
    return data
  }
  return {
    push(chunk) {
      if (chunk.length === 0) return
      waiting.push(chunk)
      waitingBytes += chunk.length
      if (waitingBytes < rest.length) return
      const data = joined()
      waiting = []
      waitingBytes = 0
      read(data, false)
    },
    end() {
      const data = waitingBytes === 0 ? rest : joined()
      waiting = []
      waitingBytes = 0
      read(data, true)
      reader.next(rest, rest.length, rest.length, true)
    },
  }
}
