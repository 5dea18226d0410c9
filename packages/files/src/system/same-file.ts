import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { XenolithError } from '@xenolith/core'
import { expandPath } from './paths.js'

/** Refuses an output that is one of the inputs, under whatever name: a link, another spelling, a file that a pattern matches. */
export async function refuseSameFile(output: string, inputs: readonly string[]): Promise<void> {
  const written = output === '-' ? undefined : await identity(output)
  if (written === undefined) return
  for (const input of inputs) {
    if (input === '-') continue
    for (const file of await expandPath(input)) {
      if ((await identity(file)) !== written) continue
      throw new XenolithError('output-is-input', `${output} is an input (${input}); expected another file to write to`)
    }
  }
}

async function identity(path: string): Promise<string | undefined> {
  const info: BigIntStats | undefined = await stat(path, { bigint: true }).catch(() => undefined)
  return info?.isFile() ? `${info.dev}:${info.ino}` : undefined
}
