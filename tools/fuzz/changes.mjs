// Ways to change a model file. Each takes the parts of a file, a source of random numbers and the parts of another file.

/** The header as JSON and each section as bytes. */
export function partsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(12, true)
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(16, 16 + length)))
  let at = Math.ceil((16 + length) / 8) * 8
  const bodies = header.sections.map(({ type, length }) => {
    const body = bytes.slice(at, at + length * WIDTHS[type])
    at = Math.ceil((at + body.length) / 8) * 8
    return body
  })
  return { header, bodies }
}

const WIDTHS = { u8: 1, u16: 2, u32: 4, i32: 4, f64: 8 }

/** A whole file of these parts; the checksum is `seal`'s. */
export function assemble({ header, bodies }) {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const start = Math.ceil((16 + text.length) / 8) * 8
  const size = bodies.reduce((at, body) => Math.ceil((at + body.length) / 8) * 8, start)
  const bytes = new Uint8Array(size + 4)
  bytes.set(new TextEncoder().encode('XENOLITH'))
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 1, true)
  view.setUint32(12, text.length, true)
  bytes.set(text, 16)
  let at = start
  for (const body of bodies) {
    bytes.set(body, at)
    at = Math.ceil((at + body.length) / 8) * 8
  }
  return bytes
}

const table = new Uint32Array(256).map((_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1
  return n
})

/** Writes the checksum that fits the bytes. */
export function seal(bytes) {
  const end = bytes.length - 4
  if (end < 0) return bytes
  let crc = 0xffffffff
  for (let i = 0; i < end; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8)
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(end, (crc ^ 0xffffffff) >>> 0, true)
  return bytes
}

const oneOf = (list, random) => list[random.below(list.length)]
const NUMBERS = [0, 1, -1, 2, 3, 0.5, -0.5, 1e-9, 1 - 1e-9, 1e9, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, -1e308, 5e-324]
const TEXTS = ['', 'x', '__proto__', 'constructor', '<b>&"', '\u0000', '\u202e', 'numeric', 'categorical', 'per-class']

function anyValue(random) {
  const kinds = [
    () => oneOf(NUMBERS, random),
    () => oneOf(TEXTS, random),
    () => null,
    () => random.below(2) === 0,
    () => [],
    () => ({}),
    () => ({ $: random.below(12) - 1 }),
    () => Array.from({ length: random.below(6) }, () => oneOf(NUMBERS, random)),
  ]
  return oneOf(kinds, random)()
}

/** A number a little or a lot away from what it was. */
function nudged(x, random) {
  const ways = [
    () => x + 1,
    () => x - 1,
    () => -x,
    () => x * 2,
    () => x / 2,
    () => x + 1e-12,
    () => oneOf(NUMBERS, random),
  ]
  return oneOf(ways, random)()
}

/** Every place in the header: an object or list with a key. Long lists show only some of their places, else they would take nearly all changes. */
function placesIn(value, found, random) {
  if (typeof value !== 'object' || value === null) return found
  const keys = Object.keys(value)
  const seen = keys.length > 24 ? Array.from({ length: 6 }, () => oneOf(keys, random)) : keys
  for (const key of seen) {
    found.push([value, key])
    placesIn(value[key], found, random)
  }
  return found
}

function changeHeader({ header }, random) {
  const places = placesIn(header, [], random)
  if (places.length === 0) return
  const [holder, key] = oneOf(places, random)
  const before = holder[key]
  const ways = [
    () => anyValue(random),
    () => (typeof before === 'number' ? nudged(before, random) : anyValue(random)),
    () => (typeof before === 'boolean' ? !before : before),
    () => (Array.isArray(before) ? [...before, ...before.slice(0, 1)] : before),
    () => (Array.isArray(before) ? before.slice(0, random.below(before.length + 1)) : before),
    () => (Array.isArray(before) ? before.toReversed() : before),
    () => {
      const [other, otherKey] = oneOf(places, random)
      return structuredClone(other[otherKey])
    },
  ]
  if (random.below(9) === 0) delete holder[key]
  else
    Object.defineProperty(holder, key, {
      value: oneOf(ways, random)(),
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

const WRITERS = {
  u8: (view, at, x) => view.setUint8(at, x),
  u16: (view, at, x) => view.setUint16(at, x, true),
  u32: (view, at, x) => view.setUint32(at, x, true),
  i32: (view, at, x) => view.setInt32(at, x, true),
  f64: (view, at, x) => view.setFloat64(at, x, true),
}
const READERS = {
  u8: (view, at) => view.getUint8(at),
  u16: (view, at) => view.getUint16(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i32: (view, at) => view.getInt32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
}

/** Changes numbers of a section, as numbers. */
function changeNumbers({ header, bodies }, random) {
  const filled = bodies.flatMap((body, k) => (body.length > 0 ? [k] : []))
  if (filled.length === 0) return
  const k = oneOf(filled, random)
  const type = header.sections?.[k]?.type // an earlier change may have taken it
  const width = Object.hasOwn(WIDTHS, String(type)) ? WIDTHS[type] : undefined
  if (width === undefined || bodies[k].length < width) return
  const view = new DataView(bodies[k].buffer, bodies[k].byteOffset, bodies[k].byteLength)
  const count = Math.floor(bodies[k].length / width)
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = width * random.below(count)
    const before = READERS[type](view, at)
    const other = READERS[type](view, width * random.below(count))
    const ways = [nudged(before, random), other, Number.NaN, Number.POSITIVE_INFINITY, oneOf(NUMBERS, random), before]
    WRITERS[type](view, at, oneOf(ways, random))
  }
}

/** A section shorter, longer, or with another one's bytes; its length in the header goes along half of the time. */
function changeSection({ header, bodies }, random, other) {
  if (bodies.length === 0) return
  const k = random.below(bodies.length)
  const length = random.below(3) === 0 ? random.below(bodies[k].length + 1) : bodies[k].length + 8 * random.below(3)
  const body = new Uint8Array(length)
  const from = random.below(2) === 0 ? bodies[k] : oneOf([...other.bodies, ...bodies], random)
  body.set(from.subarray(0, length))
  bodies[k] = body
  const section = header.sections?.[k]
  const width = WIDTHS[section?.type] ?? 1
  if (random.below(2) === 0 && typeof section === 'object' && section !== null)
    section.length = Math.floor(length / width)
}

/** Part of another file's header in the place of this one's. */
function cross({ header }, random, other) {
  if (typeof header.content !== 'object' || header.content === null) return
  const keys = Object.keys(other.header.content)
  const key = oneOf(keys, random)
  header.content[key] = structuredClone(other.header.content[key])
}

/** Bytes of the finished file, wherever they stand. */
function changeBytes(bytes, random) {
  for (let times = 1 + random.below(4); times > 0; times--) bytes[random.below(bytes.length)] ^= 1 << random.below(8)
  if (random.below(12) === 0) return bytes.slice(0, random.below(bytes.length + 1))
  if (random.below(40) === 0) return new Uint8Array([...bytes, ...bytes.subarray(0, 8)])
  return bytes
}

const CHANGES = [
  changeHeader,
  changeHeader,
  changeHeader,
  changeNumbers,
  changeNumbers,
  changeNumbers,
  changeSection,
  cross,
]

/** A changed copy of a file, with a checksum that fits. */
export function changed(parts, random, other) {
  if (random.below(10) === 0) return seal(changeBytes(assemble(parts), random))
  const copy = structuredClone(parts)
  for (let times = 1 + random.below(3); times > 0; times--) oneOf(CHANGES, random)(copy, random, other)
  return seal(assemble(copy))
}
