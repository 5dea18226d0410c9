import { XenolithError } from '@xenolith/core'
import { isArrowFile, isArrowStream } from '../arrow/magic.js'
import { isBlank } from './ascii.js'

export type Compression = 'none' | 'gzip' | 'zstd'
export type Content = 'csv' | 'tsv' | 'json' | 'parquet' | 'arrow'

const extensions: ReadonlyMap<string, Content> = new Map([
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
  ['json', 'json'],
  ['ndjson', 'json'],
  ['jsonl', 'json'],
  ['parquet', 'parquet'],
  ['pq', 'parquet'],
  ['arrow', 'arrow'],
  ['arrows', 'arrow'],
  ['feather', 'arrow'],
  ['ipc', 'arrow'],
])

/** What a file's name says that it holds, if anything. */
export function contentByName(name: string): Content | undefined {
  const bare = name.toLowerCase().replace(/\.(gz|gzip|zst|zstd)$/, '')
  return extensions.get(/\.([a-z]+)$/.exec(bare)?.[1] ?? '')
}

/** How a file is packed, by its first bytes, whatever its name. */
export function compressionOf(magic: Uint8Array): Compression {
  if (magic[0] === 0x1f && magic[1] === 0x8b) return 'gzip'
  const frame = magic[1] === 0xb5 && magic[2] === 0x2f && magic[3] === 0xfd && magic[0] === 0x28
  const skippable = (magic[0] & 0xf0) === 0x50 && magic[1] === 0x2a && magic[2] === 0x4d && magic[3] === 0x18
  return frame || skippable ? 'zstd' : 'none'
}

export function isParquet(magic: Uint8Array): boolean {
  return magic[0] === 0x50 && magic[1] === 0x41 && magic[2] === 0x52 && magic[3] === 0x31
}

/** A file of Arrow begins with its name, a stream of it with the mark that stands before every message. */
export function isArrow(magic: Uint8Array): boolean {
  return isArrowFile(magic) || isArrowStream(magic)
}

/** What people take for tables, by first bytes, and what to do with it. */
const ARCHIVES: readonly (readonly [start: string, what: string])[] = [
  ['PK\x03\x04', 'is an Excel workbook or a ZIP archive; expected CSV, which Excel can save'],
  ['BZh91AY&', 'is packed by bzip2; expected gzip, zstd or plain text'],
  ['\xfd7zXZ\x00', 'is packed by xz; expected gzip, zstd or plain text'],
]

/** Refuses a file that does not hold what its name says, and one that is no table. */
export function checkContent(name: string, magic: Uint8Array, shown: string): void {
  const archive = ARCHIVES.find(([start]) => Array.from(start, (c, i) => c.charCodeAt(0) === magic[i]).every(Boolean))
  if (archive !== undefined) throw new XenolithError('file-unreadable', `${shown} ${archive[1]}`)
  const named = contentByName(name)
  if (named === 'parquet' && !isParquet(magic))
    throw new XenolithError('file-unreadable', `${shown} is not a Parquet file`)
  if (named !== 'arrow' || isArrow(magic)) return
  const old = magic[0] === 0x46 && magic[1] === 0x45 && magic[2] === 0x41 && magic[3] === 0x31
  const what = old ? 'is a Feather file of version 1; expected version 2' : 'is not an Arrow file or stream'
  throw new XenolithError('file-unreadable', `${shown} ${what}`)
}

/** What text holds, by its name or else by its first character. */
export function textContent(name: string, head: Uint8Array, shown: string): 'csv' | 'tsv' | 'json' {
  refuseUtf16(head, shown)
  return sniff(name, head)
}

/** The same without a complaint. */
export function sniff(name: string, head: Uint8Array): 'csv' | 'tsv' | 'json' {
  const named = contentByName(name)
  if (named === 'csv' || named === 'tsv' || named === 'json') return named
  let at = bomLength(head)
  while (at < head.length && isBlank(head[at])) at++
  return head[at] === 0x7b || head[at] === 0x5b ? 'json' : 'csv'
}

/** Bytes of the mark that some programs put in front of UTF-8. */
export function bomLength(head: Uint8Array): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
}

function refuseUtf16(head: Uint8Array, shown: string): void {
  const marked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
  if (marked) throw new XenolithError('file-unreadable', `${shown} is written in UTF-16; expected UTF-8`)
}
