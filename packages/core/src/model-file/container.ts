import { bad } from '../codec/shape.js'
import { crc32 } from './crc32.js'

/**
 * The container: "XENOLITH", format version, header length (32 bits each, little endian), a JSON header, typed-array
 * sections on 8-byte boundaries, and a CRC-32 of all that. In the header a typed array stands as {"$": n}, section n
 * of its list. Reading builds plain data and nothing else.
 */
const MAGIC = 'XENOLITH'
/** What this version writes. It reads every version up to it. */
export const FORMAT_VERSION = 1
const PREFIX_BYTES = 16
/** No header nests deeper, so that reading one cannot exhaust the stack. */
const DEEPEST = 32

const SECTION_TYPES = {
  u8: Uint8Array,
  u16: Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f64: Float64Array,
} as const
type SectionType = keyof typeof SECTION_TYPES
type Section = InstanceType<(typeof SECTION_TYPES)[SectionType]>

export function encodeContainer(content: unknown): Uint8Array {
  const arrays: Section[] = []
  const body = JSON.stringify(content, (_, value) => {
    if (!ArrayBuffer.isView(value)) return value
    arrays.push(value as Section)
    return { $: arrays.length - 1 }
  })
  const list = arrays.map((array) => ({ type: typeOf(array), length: array.length }))
  const header = new TextEncoder().encode(`{"sections":${JSON.stringify(list)},"content":${body}}`)
  const start = align(PREFIX_BYTES + header.length)
  const size = arrays.reduce((at, array) => align(at + array.byteLength), start)
  const bytes = new Uint8Array(size + 4)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i)
  view.setUint32(8, FORMAT_VERSION, true)
  view.setUint32(12, header.length, true)
  bytes.set(header, PREFIX_BYTES)
  let at = start
  for (const array of arrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at)
    at = align(at + array.byteLength)
  }
  view.setUint32(size, crc32(bytes.subarray(0, size)), true)
  return bytes
}

/** What a container holds, typed arrays included, and the version of the format it was written in. */
export interface Container {
  readonly version: number
  readonly content: unknown
}

/** Reads a container that is whole. */
export function decodeContainer(input: Uint8Array): Container {
  const bytes = input.byteOffset % 8 === 0 ? input : input.slice()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let i = 0; i < MAGIC.length; i++) {
    if (bytes[i] !== MAGIC.charCodeAt(i)) throw bad('it is not a Xenolith model')
  }
  if (bytes.length < PREFIX_BYTES + 4) throw bad('it is cut short')
  const version = view.getUint32(8, true)
  if (version === 0) throw bad('its format has no version')
  if (version > FORMAT_VERSION) {
    throw bad(`its format is version ${version}; this Xenolith reads up to ${FORMAT_VERSION}`)
  }
  const size = bytes.length - 4
  if (view.getUint32(size, true) !== crc32(bytes.subarray(0, size))) throw bad('its checksum does not match')
  const headerEnd = PREFIX_BYTES + view.getUint32(12, true)
  if (headerEnd > size) throw bad('its header is longer than the file')
  const header = parseHeader(bytes.subarray(PREFIX_BYTES, headerEnd))
  const arrays = readSections(bytes, header.sections, align(headerEnd), size)
  return { version, content: restoreAll(header.content, arrays) }
}

function align(at: number): number {
  return Math.ceil(at / 8) * 8
}

function typeOf(array: Section): SectionType {
  return (Object.keys(SECTION_TYPES) as SectionType[]).find((type) => array instanceof SECTION_TYPES[type])!
}

function parseHeader(bytes: Uint8Array): { sections: unknown; content: unknown } {
  try {
    const { sections, content } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return { sections, content }
  } catch {
    throw bad('its header is damaged')
  }
}

function readSections(bytes: Uint8Array, list: unknown, start: number, end: number): Section[] {
  if (!Array.isArray(list)) throw bad('its list of sections is damaged')
  let at = start
  const arrays = list.map((entry: { type?: unknown; length?: unknown } | null): Section => {
    const type = entry?.type
    const length = entry?.length
    if (typeof type !== 'string' || !Object.hasOwn(SECTION_TYPES, type)) throw bad('its list of sections is damaged')
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) {
      throw bad('its list of sections is damaged')
    }
    const Type = SECTION_TYPES[type as SectionType]
    const byteLength = length * Type.BYTES_PER_ELEMENT
    if (at + byteLength > end) throw bad('a section runs past its end')
    const array = new Type(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length)
    at = align(at + byteLength)
    return array
  })
  if (at !== end) throw bad('its sections do not fill it')
  return arrays
}

/** Puts the sections in the places that refer to them: each in one, so that a file cannot unpack to many times its size. */
function restoreAll(content: unknown, arrays: readonly Section[]): unknown {
  const waiting = new Set(arrays)
  const section = (at: unknown): Section => {
    const array = Number.isSafeInteger(at) ? arrays[at as number] : undefined
    if (array === undefined) throw bad('it refers to a section that it lacks')
    if (!waiting.delete(array)) throw bad('it uses a section twice')
    return array
  }
  const whole = restore(content, section, 0)
  if (waiting.size > 0) throw bad('it has a section that nothing uses')
  return whole
}

/** In place: a copy of a large header would take its memory twice. */
function restore(value: unknown, section: (at: unknown) => Section, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) throw bad('its header is damaged')
  const keys = Object.keys(value)
  if (keys.length === 1 && keys[0] === '$' && !Array.isArray(value)) return section((value as { $: unknown }).$)
  for (const key of keys) {
    const before = (value as Record<string, unknown>)[key]
    const after = restore(before, section, depth + 1)
    // Defined, not assigned: a key named __proto__ is a key like any other.
    if (after !== before) Object.defineProperty(value, key, { value: after })
  }
  return value
}
