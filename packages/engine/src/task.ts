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
export function owned(output: Output): Output {
  if (!output.borrowed) return output
  const copies = Object.entries(output.value as Record<string, Float64Array>).map(([name, part]) => [
    name,
    part.slice(),
  ])
  return moving(Object.fromEntries(copies))
}

/** An output whose arrays are moved. */
export function moving(value: Record<string, unknown>): Output {
  const transfer = Object.values(value)
    .filter((part): part is Float64Array<ArrayBuffer> => ArrayBuffer.isView(part))
    .map((part) => part.buffer)
  return { value, transfer }
}
