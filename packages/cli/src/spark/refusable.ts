import type { CommonOptions } from '../options.js'
import type { Terminal } from '../terminal.js'
import { RefusedOnSpark } from './submit.js'

/** Work that may end in a refusal: told as one of this machine is. */
export async function refusable<T>(work: Promise<T>, { json }: CommonOptions, terminal: Terminal): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof RefusedOnSpark && json) terminal.json(error.certificate)
    throw error
  }
}
