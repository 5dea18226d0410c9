import { expandPath } from '../system/paths.js'
import { type Fingerprint, rawBytes, startDigest } from './bytes.js'

/** The fingerprint of the files behind a path, or of those given. */
export async function fingerprint(path: string, files?: readonly string[]): Promise<Fingerprint> {
  const digest = startDigest()
  for (const file of files ?? (await expandPath(path))) {
    for await (const _ of rawBytes({ file, shown: file, compression: 'none', digest }));
  }
  return digest.finish(path)
}
