/** Work with a memory of its own: opened with its data, run piece by piece, dropped when done. */
export interface Task {
  run(input: unknown): Output
}

/** What a piece of work gives, and which of its buffers may be moved rather than copied to another thread. */
export interface Output {
  readonly value: unknown
  readonly transfer: readonly ArrayBuffer[]
}

export type OpenTask = (module: WebAssembly.Module, setup: unknown) => Task

/** An output whose arrays are moved. */
export function moving(value: Record<string, unknown>): Output {
  const transfer = Object.values(value)
    .filter((part): part is Float64Array<ArrayBuffer> => ArrayBuffer.isView(part))
    .map((part) => part.buffer)
  return { value, transfer }
}
