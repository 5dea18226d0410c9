import type { CommonOptions } from '../options.js'
import type { Terminal } from '../terminal.js'
import type { RefusedOnSpark } from './submit.js'

/** Work that may end in a refusal: told as one of this machine is. */
export async function refusable<T>(work: Promise<T>, { json }: CommonOptions, terminal: Terminal): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { certificate } = error as Partial<RefusedOnSpark>
    if (certificate !== undefined && json) terminal.json(certificate)
    throw error
  }
}
