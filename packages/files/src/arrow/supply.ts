import type { FileHandle } from 'node:fs/promises'
import type { Messages, Step } from './messages.js'

/** Bytes on demand, one after the other. */
export interface Supply {
  /** So many bytes, or nothing when there are fewer; from `at` on, where any place can be read. */
  take(bytes: number, at?: number): Promise<Uint8Array | undefined>
  skip(bytes: number): Promise<void>
}

export type Found = Extract<Step, { readonly kind: 'schema' | 'batch' }>

/** What messages hold, their bytes brought from a supply. */
export async function* supplied(messages: Messages, supply: Supply): AsyncGenerator<Found> {
  for (let step = messages.next(); !step.done; ) {
    const { value } = step
    if (value.kind === 'take') step = messages.next(await supply.take(value.bytes, value.at))
    else {
      if (value.kind === 'skip') await supply.skip(value.bytes)
      else yield value
      step = messages.next()
    }
  }
}

/** The same from bytes that are all there. */
export function* suppliedFrom(messages: Messages, bytes: Uint8Array): Generator<Found> {
  let at = 0
  for (let step = messages.next(); !step.done; ) {
    const { value } = step
    if (value.kind === 'schema' || value.kind === 'batch') {
      yield value
      step = messages.next()
      continue
    }
    if (value.kind === 'take' && value.at !== undefined) at = value.at
    const end = at + value.bytes
    const taken = value.kind === 'take' && at >= 0 && end <= bytes.length ? bytes.subarray(at, end) : undefined
    at = end
    step = messages.next(taken)
  }
}

/** A pipe, in whatever pieces it comes. */
export function pipeSupply(pieces: AsyncIterable<Uint8Array>): Supply {
  const iterator = pieces[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  const take = async (bytes: number): Promise<Uint8Array | undefined> => {
    if (rest.length < bytes) {
      const parts = [rest]
      let length = rest.length
      while (length < bytes) {
        const { value, done } = await iterator.next()
        if (done === true) return undefined
        parts.push(value)
        length += value.length
      }
      rest = new Uint8Array(length)
      let at = 0
      for (const part of parts) {
        rest.set(part, at)
        at += part.length
      }
    }
    const taken = rest.subarray(0, bytes)
    rest = rest.subarray(bytes)
    return taken
  }
  const skip = async (bytes: number): Promise<void> => {
    for (let left = bytes; left > 0; left -= 1 << 20) await take(Math.min(left, 1 << 20))
  }
  return { take, skip }
}

/** An open file, from its beginning. */
export function fileSupply(handle: FileHandle, size: number): Supply {
  let place = 0
  const take = async (bytes: number, at = place): Promise<Uint8Array | undefined> => {
    place = at + bytes
    if (at < 0 || place > size) return undefined
    const { buffer, bytesRead } = await handle.read(new Uint8Array(bytes), 0, bytes, at)
    return bytesRead === bytes ? buffer : undefined
  }
  const skip = async (bytes: number): Promise<void> => {
    place += bytes
  }
  return { take, skip }
}
