import type { Emit } from './gunzip.js'
import { Xxh64 } from './xxh64.js'
import { type FrameState, little, MOST_BLOCK, unpackBlock } from './zstd-block.js'

/** Frames that ask for more memory than this to look back are refused, as zstd itself does by default. */
const MOST_WINDOW = 1 << 27

/** Unpacks zstd (RFC 8878) from bytes that come in pieces. */
export interface Unzstd {
  /** False when the bytes are damaged, or nobody wants more. */
  push(chunk: Uint8Array): boolean
  /** Whether all frames were whole. */
  end(): boolean
}

interface Frame extends FrameState {
  readonly window: number
  readonly checksum: Xxh64 | undefined
  /** What is unpacked: what blocks may look back on, then the newest. */
  out: Uint8Array
  length: number
}

/** Whether the bytes were whole and undamaged; true if stopped. */
export function unzstd(data: Uint8Array, emit: Emit): boolean {
  let stopped = false
  const unpacker = createUnzstd((chunk) => {
    stopped ||= !emit(chunk)
    return !stopped
  })
  const ok = unpacker.push(data)
  return stopped || (ok && unpacker.end())
}

export function createUnzstd(emit: Emit): Unzstd {
  let data: Uint8Array = new Uint8Array(0)
  let at = 0
  let frame: Frame | undefined
  let skip = 0
  let damaged = false
  let closing = false

  /** One step: true if something was done, false if more bytes are needed. */
  const step = (): boolean => {
    const left = data.length - at
    if (skip > 0) {
      const passed = Math.min(skip, left)
      skip -= passed
      at += passed
      return passed > 0
    }
    if (frame === undefined) return startFrame(left)
    return closing ? endFrame(left, frame) : block(left, frame)
  }

  const startFrame = (left: number): boolean => {
    if (left < 5) return false
    const magic = little(data, at, 4)
    if (magic >= 0x184d2a50 && magic <= 0x184d2a5f) {
      if (left < 8) return false
      skip = little(data, at + 4, 4)
      at += 8
      return true
    }
    const descriptor = data[at + 4]
    const single = (descriptor >> 5) & 1
    const dictionary = [0, 1, 2, 4][descriptor & 3]
    const sizeBytes = [single, 2, 4, 8][descriptor >> 6]
    const length = 5 + (1 - single) + dictionary + sizeBytes
    if (left < length) return false
    const size = little(data, at + length - sizeBytes, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
    const windowByte = data[at + 5]
    const window = single ? size : 2 ** (10 + (windowByte >> 3)) * (1 + (windowByte & 7) / 8)
    if (
      magic !== 0xfd2fb528 ||
      (descriptor & 8) !== 0 ||
      window > MOST_WINDOW ||
      little(data, at + 5 + 1 - single, dictionary) > 0
    ) {
      damaged = true
      return false
    }
    at += length
    const checksum = descriptor & 4 ? new Xxh64() : undefined
    frame = { window, checksum, out: new Uint8Array(2 * MOST_BLOCK), length: 0, repeats: [1, 4, 8] }
    return true
  }

  const block = (left: number, open: Frame): boolean => {
    if (left < 3) return false
    const header = little(data, at, 3)
    const [last, type, size] = [header & 1, (header >> 1) & 3, header >> 3]
    const packed = type === 1 ? 1 : size
    if (type === 3 || packed > MOST_BLOCK || size > MOST_BLOCK) {
      damaged = true
      return false
    }
    if (left < 3 + packed) return false
    const from = at + 3
    makeRoom(open)
    const start = open.length
    if (type === 2) open.length = unpackBlock(data, from, from + size, open, open.out, start, start + MOST_BLOCK)
    else {
      if (type === 0) open.out.set(data.subarray(from, from + size), start)
      else open.out.fill(data[from], start, start + size)
      open.length += size
    }
    if (open.length < 0) {
      damaged = true
      return false
    }
    at = from + packed
    const chunk = open.out.slice(start, open.length)
    open.checksum?.update(chunk)
    if (last) closing = true
    if (chunk.length > 0 && !emit(chunk)) damaged = true
    return true
  }

  const endFrame = (left: number, open: Frame): boolean => {
    if (open.checksum !== undefined) {
      if (left < 4) return false
      if (little(data, at, 4) !== open.checksum.digest()) damaged = true
      at += 4
    }
    frame = undefined
    closing = false
    return true
  }

  return {
    push(chunk) {
      const joined = new Uint8Array(data.length - at + chunk.length)
      joined.set(data.subarray(at))
      joined.set(chunk, data.length - at)
      data = joined
      at = 0
      while (!damaged && (at < data.length || closing) && step());
      return !damaged
    },
    end: () => !damaged && frame === undefined && skip === 0 && at === data.length,
  }
}

/** Room for one more block after what it may look back on. */
function makeRoom(frame: Frame): void {
  if (frame.length + MOST_BLOCK <= frame.out.length) return
  const kept = Math.min(frame.length, frame.window)
  const wanted = kept + MOST_BLOCK
  if (2 * wanted > frame.out.length && frame.out.length < 2 * frame.window + 2 * MOST_BLOCK) {
    const grown = new Uint8Array(Math.max(2 * wanted, 2 * frame.out.length))
    grown.set(frame.out.subarray(frame.length - kept, frame.length))
    frame.out = grown
  } else frame.out.copyWithin(0, frame.length - kept, frame.length)
  frame.length = kept
}
