/**
 * A table of a FlatBuffer, read where it stands. Fields are numbered in the order of the schema; one that is absent has its default.
 * Reading outside the bytes throws a RangeError, which the caller turns into a refusal.
 */
export class FlatTable {
  readonly #view: DataView
  readonly #at: number
  readonly #vtable: number

  constructor(view: DataView, at: number) {
    this.#view = view
    this.#at = at
    this.#vtable = at - view.getInt32(at, true)
  }

  /** The table that a whole buffer holds. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return new FlatTable(view, view.getUint32(0, true))
  }

  #place(field: number): number {
    const slot = 4 + 2 * field
    if (slot >= this.#view.getUint16(this.#vtable, true)) return 0
    const offset = this.#view.getUint16(this.#vtable + slot, true)
    return offset === 0 ? 0 : this.#at + offset
  }

  byte(field: number): number {
    const at = this.#place(field)
    return at === 0 ? 0 : this.#view.getUint8(at)
  }

  short(field: number, absent = 0): number {
    const at = this.#place(field)
    return at === 0 ? absent : this.#view.getInt16(at, true)
  }

  int(field: number, absent = 0): number {
    const at = this.#place(field)
    return at === 0 ? absent : this.#view.getInt32(at, true)
  }

  long(field: number): number {
    const at = this.#place(field)
    return at === 0 ? 0 : Number(this.#view.getBigInt64(at, true))
  }

  text(field: number): string | undefined {
    const at = this.#follow(field)
    if (at === 0) return undefined
    const length = this.#view.getUint32(at, true)
    if (at + 4 + length > this.#view.byteLength) throw new RangeError('text beyond the end')
    return new TextDecoder().decode(new Uint8Array(this.#view.buffer, this.#view.byteOffset + at + 4, length))
  }

  table(field: number): FlatTable | undefined {
    const at = this.#follow(field)
    return at === 0 ? undefined : new FlatTable(this.#view, at)
  }

  tables(field: number): FlatTable[] {
    const at = this.#follow(field)
    if (at === 0) return []
    return Array.from({ length: this.#count(at, 4) }, (_, i) => {
      const from = at + 4 + 4 * i
      return new FlatTable(this.#view, from + this.#view.getUint32(from, true))
    })
  }

  /** A vector of structs that hold `width` longs each, as numbers one after the other. */
  longs(field: number, width: number): Float64Array {
    const at = this.#follow(field)
    if (at === 0) return new Float64Array(0)
    const out = new Float64Array(this.#count(at, 8 * width) * width)
    for (let i = 0; i < out.length; i++) out[i] = Number(this.#view.getBigInt64(at + 4 + 8 * i, true))
    return out
  }

  /** A vector's length, if all its elements are there. */
  #count(at: number, bytes: number): number {
    const count = this.#view.getUint32(at, true)
    if (at + 4 + count * bytes > this.#view.byteLength) throw new RangeError('vector beyond the end')
    return count
  }

  #follow(field: number): number {
    const at = this.#place(field)
    return at === 0 ? 0 : at + this.#view.getUint32(at, true)
  }
}

/** Where something written before stands: bytes from the end of the buffer. */
export type Ref = number

/** Writes a FlatBuffer from its end to its beginning: what a table refers to is written before it. */
export class FlatBuilder {
  #bytes = new Uint8Array(1 << 10)
  #view = new DataView(this.#bytes.buffer)
  #used = 0
  #widest = 8

  text(text: string): Ref {
    const encoded = new TextEncoder().encode(text)
    this.#align(4, encoded.length + 1)
    this.#reserve(encoded.length + 1)
    this.#bytes.set(encoded, this.#bytes.length - this.#used)
    this.#int(encoded.length)
    return this.#used
  }

  refs(refs: readonly Ref[]): Ref {
    this.#align(4, 4 * refs.length)
    for (let i = refs.length - 1; i >= 0; i--) this.#int(this.#used + 4 - refs[i])
    this.#int(refs.length)
    return this.#used
  }

  /** A vector of structs of `width` longs each. */
  longs(values: readonly number[], width: number): Ref {
    this.#align(8, 8 * values.length)
    for (let i = values.length - 1; i >= 0; i--) this.#long(values[i])
    this.#int(values.length / width)
    return this.#used
  }

  /** A table of the fields that are given, by their numbers. */
  table(fields: readonly (FlatField | undefined)[]): Ref {
    const start = this.#used
    const places = fields.map((field) => {
      if (field === undefined) return 0
      const bytes = widths[field.type]
      this.#align(bytes, bytes)
      if (field.type === 'ref') this.#int(this.#used + 4 - field.value)
      else if (field.type === 'long') this.#long(field.value)
      else if (field.type === 'int') this.#int(field.value)
      else if (field.type === 'short') this.#short(field.value)
      else this.#byte(field.value)
      return this.#used
    })
    this.#align(4, 4)
    this.#int(0)
    const table = this.#used
    for (const place of places.toReversed()) this.#short(place === 0 ? 0 : table - place)
    this.#short(table - start)
    this.#short(4 + 2 * places.length)
    this.#view.setInt32(this.#bytes.length - table, this.#used - table, true)
    return table
  }

  /** All that was written, `root` being what the buffer holds; a multiple of eight bytes. */
  finish(root: Ref): Uint8Array {
    this.#align(this.#widest, 4)
    this.#int(this.#used + 4 - root)
    return this.#bytes.slice(this.#bytes.length - this.#used)
  }

  /** Pads so that after `bytes` more the end is a multiple of `unit`. */
  #align(unit: number, bytes: number): void {
    while ((this.#used + bytes) % unit !== 0) this.#byte(0)
  }

  #reserve(bytes: number): void {
    while (this.#used + bytes > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#bytes.length)
      grown.set(this.#bytes, this.#bytes.length)
      this.#bytes = grown
      this.#view = new DataView(grown.buffer)
    }
    this.#used += bytes
  }

  #byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#bytes.length - this.#used] = value
  }

  #short(value: number): void {
    this.#reserve(2)
    this.#view.setInt16(this.#bytes.length - this.#used, value, true)
  }

  #int(value: number): void {
    this.#reserve(4)
    this.#view.setInt32(this.#bytes.length - this.#used, value, true)
  }

  #long(value: number): void {
    this.#reserve(8)
    this.#view.setBigInt64(this.#bytes.length - this.#used, BigInt(value), true)
  }
}

const widths = { ref: 4, long: 8, int: 4, short: 2, byte: 1 } as const

export interface FlatField {
  readonly type: keyof typeof widths
  readonly value: number
}
