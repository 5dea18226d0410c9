import type { ArrayType, NumberArray } from '../memory/arena.js'

/** Work with a memory of its own: opened with its data, run piece by piece, dropped when done. */
export interface Task {
  run(input: unknown): Output
}

/** What a piece of work gives. */
export interface Output {
  readonly value: unknown
  /** Which of its buffers may be moved rather than copied to another thread. */
  readonly transfer: readonly ArrayBuffer[]
  /** Its arrays stand in the memory of the task: they must be read before the next piece, and copied for another thread. */
  readonly borrowed?: boolean
}

export type OpenTask = (module: WebAssembly.Module, setup: unknown) => Task

/** An output that another thread can have. */
export interface Sent extends Output {
  /** Where what was borrowed has been copied to; memory of another such output once it is given back. */
  readonly room?: ArrayBuffer
}

/** Room beyond what is needed, since pieces differ a little in size. */
const SLACK = 1.1

/** Copies what is borrowed, to `room` if it is there and large enough: fresh memory costs more than the copy. */
export function owned(output: Output, room?: ArrayBuffer): Sent {
  if (!output.borrowed) return output
  const parts = Object.entries(output.value as Record<string, NumberArray>)
  const bytes = parts.reduce((sum, [, part]) => sum + wholeWords(part.byteLength), 0)
  const to = room !== undefined && room.byteLength >= bytes ? room : new ArrayBuffer(wholeWords(bytes * SLACK))
  let end = 0
  const copies = parts.map(([name, part]) => {
    const copy = new (part.constructor as ArrayType<NumberArray>)(to, end, part.length)
    copy.set(part)
    end += wholeWords(part.byteLength)
    return [name, copy]
  })
  return { value: Object.fromEntries(copies), transfer: [to], room: to }
}

function wholeWords(bytes: number): number {
  return Math.ceil(bytes / 8) * 8
}

/** An output whose arrays are moved. */
export function moving(value: Record<string, unknown>): Output {
  const transfer = Object.values(value)
    .filter((part): part is Float64Array<ArrayBuffer> => ArrayBuffer.isView(part))
    .map((part) => part.buffer)
  return { value, transfer }
}
