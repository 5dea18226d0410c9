import { gzipSync } from 'node:zlib'
import type { Nasty } from './both.js'

type Part = string | Uint8Array | readonly number[]
const joined = (...parts: Part[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part as string))))
const gzip = (text: Part): Uint8Array => Uint8Array.from(gzipSync(Buffer.from(text as string)))
const zeros = (count: number): Uint8Array => new Uint8Array(count)
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
const table = 'a,b\n1,2\n'
/** The packed table with one byte changed, counted from the end if negative. */
const altered = (at: number, to: (byte: number) => number): Uint8Array => {
  const bytes = gzip(table)
  const place = at < 0 ? bytes.length + at : at
  bytes[place] = to(bytes[place])
  return bytes
}

/** Packed files, whole or not, and bytes that are no text. */
export const packed: readonly Nasty[] = [
  ['members.csv.gz', joined(gzip(table), gzip('3,4\n')), '2: a = 1 3, b = 2 4'],
  ['members-within-a-cell.csv.gz', joined(gzip('a,b\n1,2\n3'), gzip('3,4\n')), '2: a = 1 33, b = 2 4'],
  ['empty-members.csv.gz', joined(gzip(''), gzip(table), gzip('')), '1: a = 1, b = 2'],
  [
    'garbage-behind.csv.gz',
    joined(gzip(table), 'garbage'),
    'file-unreadable: garbage-behind.csv.gz is damaged or cut short (gzip)',
  ],
  ['padded.csv.gz', joined(gzip(table), zeros(1000)), '1: a = 1, b = 2'],
  [
    'padded-garbage.csv.gz',
    joined(gzip(table), zeros(100), 'x'),
    'file-unreadable: padded-garbage.csv.gz is damaged or cut short (gzip)',
  ],
  [
    'padded-member.csv.gz',
    joined(gzip(table), zeros(100), gzip('3,4\n')),
    'file-unreadable: padded-member.csv.gz is damaged or cut short (gzip)',
  ],
  [
    'padded-much-garbage.csv.gz',
    joined(gzip(table), zeros(1_200_000), 'x'),
    'file-unreadable: padded-much-garbage.csv.gz is damaged or cut short (gzip)',
  ],
  [
    'half-a-mark-behind.csv.gz',
    joined(gzip(table), [0x1f]),
    'file-unreadable: half-a-mark-behind.csv.gz is damaged or cut short (gzip)',
  ],
  [
    'cut.csv.gz',
    gzip(table.repeat(1000)).subarray(0, 40),
    'file-unreadable: cut.csv.gz is damaged or cut short (gzip)',
  ],
  [
    'second-cut.csv.gz',
    joined(gzip(table), gzip('3,4\n').subarray(0, 12)),
    'file-unreadable: second-cut.csv.gz is damaged or cut short (gzip)',
  ],
  [
    'checksum.csv.gz',
    altered(-6, (byte) => byte ^ 1),
    'file-unreadable: checksum.csv.gz is damaged or cut short (gzip)',
  ],
  ['length.csv.gz', altered(-1, (byte) => byte ^ 1), 'file-unreadable: length.csv.gz is damaged or cut short (gzip)'],
  ['method.csv.gz', altered(2, () => 7), 'file-unreadable: method.csv.gz is damaged or cut short (gzip)'],
  [
    'reserved-flags.csv.gz',
    altered(3, () => 0xe0),
    'file-unreadable: reserved-flags.csv.gz is damaged or cut short (gzip)',
  ],
  ['mark-only', Uint8Array.of(0x1f, 0x8b), 'file-unreadable: mark-only is damaged or cut short (gzip)'],
  ['empty.csv.gz', gzip(''), 'empty-data: empty.csv.gz is empty'],
  [
    'twice.csv.gz',
    gzip(gzip(table)),
    'bad-row: twice.csv.gz, line 1: a column name holds a NUL character; expected text in UTF-8',
  ],
  ['bom.csv.gz', gzip(`\ufeff${table}`), '1: a = 1, b = 2'],
  ['utf16.csv.gz', gzip(utf16(table)), 'file-unreadable: utf16.csv.gz is written in UTF-16; expected UTF-8'],
  ['named-plain.csv', gzip('a;b\n1;2\n'), '1: a = 1, b = 2'],
  ['named-packed.csv.gz', table, '1: a = 1, b = 2'],
  ['utf16le.csv', Uint8Array.from(utf16(table)), 'file-unreadable: utf16le.csv is written in UTF-16; expected UTF-8'],
  [
    'utf16be.csv',
    Uint8Array.from(utf16(table).swap16()),
    'file-unreadable: utf16be.csv is written in UTF-16; expected UTF-8',
  ],
  [
    'utf16-unmarked.csv',
    Uint8Array.from(Buffer.from(table, 'utf16le')),
    'bad-row: utf16-unmarked.csv, line 1: a column name holds a NUL character; expected text in UTF-8',
  ],
  [
    'latin1.csv',
    Uint8Array.from(Buffer.from('name,x\nMüller,1\n', 'latin1')),
    'bad-row: latin1.csv, line 2: the text is not UTF-8',
  ],
  [
    'latin1-header.csv',
    Uint8Array.from(Buffer.from('größe,x\n1,1\n', 'latin1')),
    'bad-row: latin1-header.csv, line 1: the text is not UTF-8',
  ],
  [
    'cut-character.csv',
    joined('a,b\nx,1\nz', [0xe2, 0x82]),
    'bad-row: cut-character.csv, line 3: the text is not UTF-8',
  ],
  [
    'surrogate.csv',
    joined('a,b\n', [0xed, 0xa0, 0x80], ',1\n'),
    'bad-row: surrogate.csv, line 2: the text is not UTF-8',
  ],
  ['overlong.csv', joined('a,b\n', [0xc0, 0xaf], ',1\n'), 'bad-row: overlong.csv, line 2: the text is not UTF-8'],
  [
    'beyond-unicode.csv',
    joined('a,b\n', [0xf5, 0x80, 0x80, 0x80], ',1\n'),
    'bad-row: beyond-unicode.csv, line 2: the text is not UTF-8',
  ],
  ['zeros.csv', zeros(300), 'bad-row: zeros.csv, line 1: a column name holds a NUL character; expected text in UTF-8'],
  [
    'workbook.xlsx',
    joined('PK', [3, 4], zeros(300)),
    'file-unreadable: workbook.xlsx is an Excel workbook or a ZIP archive; expected CSV, which Excel can save',
  ],
  [
    'named-csv.csv',
    joined('PK', [3, 4], zeros(30)),
    'file-unreadable: named-csv.csv is an Excel workbook or a ZIP archive; expected CSV, which Excel can save',
  ],
  [
    'bzip2.csv.bz2',
    'BZh91AY&SY',
    'file-unreadable: bzip2.csv.bz2 is packed by bzip2; expected gzip, zstd or plain text',
  ],
  [
    'xz.csv.xz',
    joined([0xfd], '7zXZ', [0, 0, 4]),
    'file-unreadable: xz.csv.xz is packed by xz; expected gzip, zstd or plain text',
  ],
  [
    'picture.csv',
    joined([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13]),
    'bad-row: picture.csv, line 1: the text is not UTF-8',
  ],
]
