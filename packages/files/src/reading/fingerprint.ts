import { expandPath } from '../system/paths.js'
import { type Fingerprint, rawBytes, startDigest } from './bytes.js'

/**
 * The fingerprint of the files behind a path, or of those given.
 *
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 *
 * const folder = await mkdtemp(join(tmpdir(), 'xenolith-'))
 * const path = join(folder, 'colors.csv')
 * await writeFile(path, 'id,x,color\n1,1.5,red\n2,,blue\n')
 * const { name, bytes } = await fingerprint(path)
 * name // => 'colors.csv'
 * bytes // => 29
 * await rm(folder, { recursive: true })
 * ```
 */
export async function fingerprint(path: string, files?: readonly string[]): Promise<Fingerprint> {
  const digest = startDigest()
  for (const file of files ?? (await expandPath(path))) {
    for await (const _ of rawBytes({ file, shown: file, compression: 'none', digest }));
  }
  return digest.finish(path)
}
