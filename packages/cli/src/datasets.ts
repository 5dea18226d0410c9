import { type ManifestEntry, manifest } from '@xenolith/experiments'

/** The tables of the manifest that one file holds with all its columns: those that `demo` can show. */
export const tables: readonly ManifestEntry[] = manifest.filter(
  ({ parser, features }) => parser === 'csv' && features === undefined,
)
