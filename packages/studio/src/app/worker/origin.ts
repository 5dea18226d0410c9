import type { DataFingerprint, ModelFile } from '@xenolith/core'

/** What can be proved of where a certificate comes from: the model file records it, and `xenolith verify` makes it again. */
export interface Origin {
  readonly data: readonly DataFingerprint[]
  readonly seed: number
  /** The share of rows that was set aside for looking at, drawn by the seed; null: none. */
  readonly pilot: number | null
}

export function originOf({ data, seed, settings }: ModelFile): Origin {
  const pilot = settings?.pilot
  return { data, seed, pilot: typeof pilot === 'number' ? pilot : null }
}
