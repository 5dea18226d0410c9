import type { BigIntStats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { XenolithError } from '@xenolith/core'
import { expandPath } from './paths.js'

/**
 * Refuses an output that is one of the inputs, under whatever name: a link, another spelling, a file that a pattern matches.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * await writeFile(join(folder, 'a.csv'), 'x\n1\n')
 * await refuseSameFile(join(folder, 'b.csv'), [join(folder, 'a.csv')]) // => undefined
 * const error = await refuseSameFile(join(folder, 'a.csv'), [join(folder, '*.csv')]).catch(({ code }) => code)
 * error // => 'output-is-input'
 * await rm(folder, { recursive: true })
 * ```
 */
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
