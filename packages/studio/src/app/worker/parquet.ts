import { XenolithError } from '@xenolith/core'
import type { BytesTable, Kind } from '@xenolith/files/pure'

export function isParquet(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x52 && bytes[3] === 0x31
}

export async function readParquet(
  _bytes: Uint8Array,
  name: string,
  _types: Readonly<Record<string, Kind>>,
): Promise<Pick<BytesTable, 'table' | 'fingerprint' | 'notes'>> {
  throw new XenolithError('file-unreadable', `${name} is a Parquet file; expected text`)
}
