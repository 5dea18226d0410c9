import { XenolithError } from '@xenolith/core'
import { readBatch } from './batch.js'
import { FlatTable } from './flatbuffer.js'
import { type ArrowField, readSchema } from './schema.js'
import { joined, type Vector } from './vector.js'

export interface ArrowBatch {
  readonly rows: number
  /** One per field; undefined for lists, structures and raw bytes. Empty where only rows are counted. */
  readonly vectors: readonly (Vector | undefined)[]
}

export interface Envelope {
  readonly type: 'schema' | 'dictionary' | 'records' | 'other'
  readonly version: number
  readonly header: FlatTable
  readonly bodyLength: number
}

const TYPES = ['other', 'schema', 'dictionary', 'records'] as const
const MOST_BODY = 2 ** 31 - 1

/** Makes batches of messages, remembering their schema and dictionaries. Whatever does not fit its bytes is refused as damaged. */
export class ArrowDecoder {
  readonly #shown: string
  readonly #dictionaries = new Map<number, Vector>()
  #fields: readonly ArrowField[] | undefined

  constructor(shown: string) {
    this.#shown = shown
  }

  get fields(): readonly ArrowField[] | undefined {
    return this.#fields
  }

  damaged(): XenolithError {
    return new XenolithError('file-unreadable', `${this.#shown}: the Arrow data are damaged or cut short`)
  }

  envelope(metadata: Uint8Array): Envelope {
    return this.#guarded(() => {
      const message = FlatTable.root(metadata)
      const header = message.table(2)
      const bodyLength = message.long(3)
      if (header === undefined || !(bodyLength >= 0 && bodyLength <= MOST_BODY)) throw new RangeError('no header')
      return { version: message.short(0), type: TYPES[message.byte(1)] ?? 'other', header, bodyLength }
    })
  }

  schema(header: FlatTable, version: number): readonly ArrowField[] {
    this.#fields = this.#guarded(() => readSchema(header, version, this.#shown))
    return this.#fields
  }

  /** A batch of which only the rows are counted. */
  count(header: FlatTable): ArrowBatch {
    return { rows: this.#guarded(() => header.long(0)), vectors: [] }
  }

  records(header: FlatTable, body: Uint8Array): ArrowBatch {
    const { rows, vectors } = this.#guarded(() => readBatch(header, body, this.#known(), this.#dictionaries))
    // Vectors look their values up when asked: what lies outside the buffers is a damage as well.
    const safe = (vector: Vector): Vector => ({
      rows,
      number: (i) => this.#guarded(() => vector.number(i)),
      text: (i) => this.#guarded(() => vector.text(i)),
    })
    return { rows, vectors: vectors.map((vector) => vector && safe(vector)) }
  }

  dictionary(header: FlatTable, body: Uint8Array): void {
    this.#guarded(() => {
      const id = header.long(0)
      const data = header.table(1)
      const field = withDictionary(this.#known(), id)
      if (data === undefined || field === undefined) throw new RangeError('a dictionary of no field')
      const { vectors } = readBatch(data, body, [{ ...field, dictionary: undefined }], this.#dictionaries)
      const [values] = vectors
      if (values === undefined) return
      const before = header.byte(2) === 0 ? undefined : this.#dictionaries.get(id)
      this.#dictionaries.set(id, before === undefined ? values : joined(before, values))
    })
  }

  /** Does what may read outside its bytes. */
  #guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw error instanceof RangeError ? this.damaged() : error
    }
  }

  #known(): readonly ArrowField[] {
    if (this.#fields === undefined) throw this.damaged()
    return this.#fields
  }
}

function withDictionary(fields: readonly ArrowField[], id: number): ArrowField | undefined {
  for (const field of fields) {
    const found = field.dictionary?.id === id ? field : withDictionary(field.children, id)
    if (found !== undefined) return found
  }
  return undefined
}
