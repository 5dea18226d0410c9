// A file for the readers: its name, its bytes, and how somebody asks for them to be read.
import { gzipSync } from 'node:zlib'
import { substream } from '@xenolith/core'
import { chance, oneOf } from './cells.mjs'
import { jsonText, rightText, roughText } from './texts.mjs'

const DELIMITERS = [',', ',', ',', '\t', ';', '|']
const encoder = new TextEncoder()

/** File number `number` of a run: it depends on the seed and its number alone, so that one file can be made again. */
export function fileOf(seed, number) {
  const random = substream(seed, 'readers', number)
  const delimiter = oneOf(DELIMITERS, random)
  const named = (...extensions) => `a${oneOf(extensions, random)}`
  const way = random.below(10)
  let made
  if (way < 2) {
    const { text, names, cells } = rightText(random, delimiter, oneOf(['\n', '\r\n', '\r'], random))
    made = { text, name: delimiter === '\t' ? named('.tsv', '.tab') : named('.csv'), right: { names, cells } }
  } else if (way < 7)
    made = {
      text: roughText(random, delimiter),
      name: named('.csv', '.csv', '.tsv', '.txt', '', '.CSV', '.parquet', '.json'),
    }
  else made = { text: jsonText(random), name: named('.json', '.ndjson', '.jsonl', '.txt', '', '.csv') }
  const { name, right } = made
  let bytes = encoder.encode((chance(0.1, random) ? '\ufeff' : '') + made.text)
  const spoiled = right === undefined && chance(0.15, random)
  if (spoiled) bytes = withBadBytes(bytes, random)
  if (right !== undefined || !chance(0.35, random))
    return { name, bytes, right, ask: askOf(right, bytes.length, random) }
  return {
    name: name + oneOf(['.gz', '.gz', '', '.zst'], random),
    bytes: packed(bytes, random),
    ask: askOf(right, bytes.length, random),
  }
}

/** Which columns are asked for, and how numbers are written. */
function askOf(right, size, random) {
  // As few bytes at a time as a few hundred reads allow.
  const chunkBytes = Math.max(Math.ceil(size / 200), oneOf([1, 2, 3, 7, 64, 1000, 1 << 16], random))
  if (right !== undefined)
    return { chunkBytes, types: Object.fromEntries(right.names.map((name) => [name, 'categorical'])) }
  const column = () => oneOf(['f0', 'f1', 'f2', 'x', 'column0', 'nosuch', 'Label'], random)
  const ask = { chunkBytes }
  if (chance(0.15, random)) ask.id = column()
  if (chance(0.15, random)) ask.label = column()
  if (chance(0.1, random)) ask.features = Array.from({ length: 1 + random.below(2) }, column)
  if (chance(0.1, random)) ask.types = { [column()]: oneOf(['numeric', 'categorical'], random) }
  if (chance(0.05, random)) ask.decimal = oneOf(['.', ','], random)
  if (chance(0.05, random)) ask.thousands = oneOf(['.', ',', "'", ' '], random)
  return ask
}

/** Bytes that are no UTF-8, NULs, another encoding, or a cut. */
function withBadBytes(bytes, random) {
  const way = random.below(5)
  if (way === 0) return Uint8Array.from(Buffer.from(`\ufeff${new TextDecoder().decode(bytes)}`, 'utf16le'))
  if (way === 1) return bytes.slice(0, random.below(bytes.length + 1))
  const copy = bytes.slice()
  for (let times = 1 + random.below(4); times > 0 && copy.length > 0; times--) {
    const at = random.below(copy.length)
    copy[at] = way === 2 ? oneOf([0x00, 0x80, 0xc0, 0xff, 0xed, 0xf8, 0xe9], random) : copy[at] ^ (1 << random.below(8))
  }
  return copy
}

/** gzip in one member or several, with the fields a header may have, padded, damaged or cut short. */
function packed(bytes, random) {
  const level = oneOf([0, 1, 6, 9], random)
  const cut = chance(0.2, random) ? random.below(bytes.length + 1) : bytes.length
  const parts = [bytes.subarray(0, cut), bytes.subarray(cut)].filter((part, i) => i === 0 || part.length > 0)
  const members = parts.map((part) => withHeader(gzipSync(part, { level }), random))
  let whole = Uint8Array.from(Buffer.concat(members))
  const way = random.below(12)
  if (way === 0) whole = whole.slice(0, random.below(whole.length + 1))
  if (way === 1) whole[random.below(whole.length)] ^= 1 << random.below(8)
  if (way !== 2) return whole
  const after = oneOf([[0], [0, 0, 0, 0, 0, 0, 0], [1, 2, 3], [0x1f], [0x1f, 0x8b], [0, 1]], random)
  return Uint8Array.from(Buffer.concat([whole, Uint8Array.from(after)]))
}

/** The same member with optional fields: extra, name, comment, a checksum of the header (right or wrong). */
function withHeader(member, random) {
  if (chance(0.6, random)) return member
  const flags = random.below(32)
  const header = [...member.subarray(0, 10)]
  header[3] = flags
  if (flags & 4) header.push(3, 0, 1, 2, 3)
  if (flags & 8) header.push(...encoder.encode('name'), 0)
  if (flags & 16) header.push(...encoder.encode('a comment'), 0)
  if (flags & 2) {
    const crc = chance(0.8, random) ? crc16(header) : random.below(65536)
    header.push(crc & 255, crc >> 8)
  }
  return Buffer.concat([Uint8Array.from(header), member.subarray(10)])
}

function crc16(bytes) {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ -1) & 0xffff
}
