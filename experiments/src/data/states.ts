import { join } from 'node:path'
import { XenolithError } from '@xenolith/core'
import { checkedBytes, type FileState, fileState } from './files.js'
import { entryOf } from './load.js'
import { type ManifestEntry, manifest } from './manifest.js'

/** A dataset of the manifest, and how it fares in a data directory. */
export interface DatasetState {
  readonly entry: ManifestEntry
  /** Damaged if any file is, else missing if any file is. Unknown without a directory. */
  readonly state: FileState | 'unknown'
  readonly files: readonly { readonly path: string; readonly state: FileState | 'unknown' }[]
}

export async function datasetStates(directory: string | undefined): Promise<DatasetState[]> {
  return Promise.all(
    manifest.map(async (entry) => {
      const files = await Promise.all(
        entry.files.map(async (file) => ({
          path: file.path,
          state: directory === undefined ? ('unknown' as const) : await fileState(file, directory),
        })),
      )
      const worst = (['damaged', 'missing', 'unknown'] as const).find((state) =>
        files.some((file) => file.state === state),
      )
      return { entry, files, state: worst ?? 'present' }
    }),
  )
}

/** The path of a dataset that is one CSV table, with its bytes checked. */
export async function datasetFile(name: string, directory: string | undefined): Promise<string> {
  const entry = entryOf(name)
  if (entry.parser !== 'csv') throw new XenolithError('bad-option', `${name} is not a table`)
  await checkedBytes(entry, entry.files[0], directory)
  return join(directory!, entry.files[0].path)
}
