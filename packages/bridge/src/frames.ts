import { readSync, writeSync } from 'node:fs'

/**
 * What goes through the pipe, either way: the length of a JSON header (4 bytes, little-endian), the header, and the
 * buffers whose lengths it lists as `bytes`.
 */
export interface Frame {
  readonly header: Readonly<Record<string, unknown>>
  readonly buffers: readonly Uint8Array[]
}

const STDIN = 0
const STDOUT = 1

/** The next frame of stdin; undefined at its end, which is where the other side has gone. Waits: nothing else is to be done. */
export function readFrame(): Frame | undefined {
  const length = read(4)
  if (length === undefined) return undefined
  const text = read(new DataView(length.buffer).getUint32(0, true))
  if (text === undefined) return undefined
  const header = JSON.parse(new TextDecoder().decode(text)) as Frame['header']
  const buffers: Uint8Array[] = []
  for (const bytes of (header.bytes ?? []) as number[]) {
    const buffer = read(bytes)
    if (buffer === undefined) return undefined
    buffers.push(buffer)
  }
  return { header, buffers }
}

/** Each buffer has memory of its own, so that numbers are read in place. */
function read(length: number): Uint8Array<ArrayBuffer> | undefined {
  const buffer = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const count = patiently(() => readSync(STDIN, buffer, at, Math.min(length - at, MOST_AT_ONCE), null))
    if (count === 0) return undefined
    at += count
  }
  return buffer
}

const MOST_AT_ONCE = 1 << 30

export function writeFrame(header: object, buffers: readonly ArrayBufferView[] = []): void {
  const bytes = buffers.map(({ byteLength }) => byteLength)
  const text = new TextEncoder().encode(JSON.stringify(bytes.length === 0 ? header : { ...header, bytes }))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, text.length, true)
  write(length)
  write(text)
  for (const buffer of buffers) write(new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength))
}

function write(buffer: Uint8Array): void {
  for (let at = 0; at < buffer.length; ) {
    at += patiently(() => writeSync(STDOUT, buffer, at, Math.min(buffer.length - at, MOST_AT_ONCE)))
  }
}

/** Worker threads make a pipe that does not block of ours: while it is full, or empty, there is nothing to do but to wait. */
function patiently(transfer: () => number): number {
  for (;;) {
    try {
      return transfer()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(NEVER, 0, 0, WAIT_MS)
    }
  }
}

const NEVER = new Int32Array(new SharedArrayBuffer(4))
const WAIT_MS = 1
