import type { ArrowCells, ArrowOutputType } from './output.js'

/** The buffers of a batch, each at a multiple of eight bytes. */
export class Body {
  readonly parts: Uint8Array[] = []
  /** Rows and missing values of each column. */
  readonly nodes: number[] = []
  /** Where each buffer stands, and its length. */
  readonly places: number[] = []
  #length = 0

  node(rows: number, missing: number): void {
    this.nodes.push(rows, missing)
  }

  buffer(values: ArrayBufferView): void {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    this.places.push(this.#length, bytes.length)
    this.parts.push(bytes)
    const padding = -bytes.length & 7
    if (padding > 0) this.parts.push(new Uint8Array(padding))
    this.#length += bytes.length + padding
  }
}

type Present = (row: number) => boolean

export function addColumn(body: Body, type: ArrowOutputType, cells: ArrowCells): void {
  const rows = cells.length
  if (type === 'null') {
    body.node(rows, rows)
    return
  }
  const validity = new Uint8Array(Math.ceil(rows / 8))
  const coded = typeof type !== 'string'
  let missing = 0
  for (let i = 0; i < rows; i++) {
    const cell = cells[i]
    const absent =
      cell === null || cell === undefined || (typeof cell === 'number' && (Number.isNaN(cell) || (coded && cell < 0)))
    if (absent) missing++
    else validity[i >> 3] |= 1 << (i & 7)
  }
  body.node(rows, missing)
  body.buffer(missing === 0 ? new Uint8Array(0) : validity)
  const present = (i: number): boolean => missing === 0 || ((validity[i >> 3] >> (i & 7)) & 1) === 1
  if (type === 'utf8') addTexts(body, cells, present)
  else if (type === 'bool') addBits(body, cells, present)
  else addNumbers(body, type, cells, present)
}

function addBits(body: Body, cells: ArrowCells, present: Present): void {
  const bits = new Uint8Array(Math.ceil(cells.length / 8))
  for (let i = 0; i < cells.length; i++) if (present(i) && cells[i]) bits[i >> 3] |= 1 << (i & 7)
  body.buffer(bits)
}

type NumberType = Exclude<ArrowOutputType, 'bool' | 'utf8' | 'null'>

function addNumbers(body: Body, type: NumberType, cells: ArrowCells, present: Present): void {
  const values = roomOf(type, cells.length)
  const scale = type === 'date' ? 1 / 86400 : type === 'timestamp' ? 1e6 : 1
  for (let i = 0; i < cells.length; i++) {
    if (!present(i)) continue
    const value = type === 'date' ? Math.floor(Number(cells[i]) * scale) : Number(cells[i]) * scale
    if (values instanceof BigInt64Array) values[i] = BigInt(Math.round(value))
    else values[i] = value
  }
  body.buffer(values)
}

function roomOf(type: NumberType, rows: number): Float64Array | BigInt64Array | Int32Array {
  if (type === 'float64') return new Float64Array(rows)
  return type === 'int64' || type === 'timestamp' ? new BigInt64Array(rows) : new Int32Array(rows)
}

function addTexts(body: Body, cells: ArrowCells, present: Present): void {
  const encoder = new TextEncoder()
  const offsets = new Int32Array(cells.length + 1)
  let data = new Uint8Array(1 << 10)
  let end = 0
  for (let i = 0; i < cells.length; i++) {
    if (present(i)) {
      const bytes = encoder.encode(String(cells[i]))
      if (end + bytes.length > data.length) {
        const grown = new Uint8Array(Math.max(2 * data.length, end + bytes.length))
        grown.set(data)
        data = grown
      }
      data.set(bytes, end)
      end += bytes.length
    }
    offsets[i + 1] = end
  }
  body.buffer(offsets)
  body.buffer(data.subarray(0, end))
}
