import { stat } from 'node:fs/promises'
import { XenolithError } from '@xenolith/core'
import { readError } from '../system/errors.js'

/** What tells whether a file is still the one that it was, unchanged. */
export type Identity = string

export async function identityOf(file: string, shown: string): Promise<Identity> {
  try {
    const { dev, ino, size, mtimeNs } = await stat(file, { bigint: true })
    return `${dev}:${ino}:${size}:${mtimeNs}`
  } catch (error) {
    throw readError(error, shown)
  }
}

/** Refuses a file that changed since it was looked at first: its kinds, values and fingerprint would be of different contents. */
export async function checkUnchanged(file: string, shown: string, before: Identity): Promise<void> {
  if ((await identityOf(file, shown)) === before) return
  throw fileChanged(shown)
}

export function fileChanged(shown: string): XenolithError {
  return new XenolithError('file-changed', `${shown} changed while it was read; run again when nobody writes to it`)
}
