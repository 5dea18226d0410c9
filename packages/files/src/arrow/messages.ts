import { type ArrowBatch, ArrowDecoder } from './decoder.js'
import { FlatTable } from './flatbuffer.js'
import { isArrowFile } from './magic.js'
import type { ArrowField } from './schema.js'

/** What a reader of messages asks for (from where it stands, or from a place of a file), or what it has found. */
export type Step =
  | { readonly kind: 'take'; readonly bytes: number; readonly at?: number }
  | { readonly kind: 'skip'; readonly bytes: number }
  | { readonly kind: 'schema'; readonly fields: readonly ArrowField[] }
  | { readonly kind: 'batch'; readonly batch: ArrowBatch }

export type Messages = Generator<Step, void, Uint8Array | undefined>

export interface MessagesOptions {
  /** Only how many rows there are. */
  readonly count?: boolean
  /** Bytes in all, where any place can be read. */
  readonly size?: number
}

const CONTINUATION = 0xffffffff
const MOST_METADATA = 1 << 28

/**
 * Reads an Arrow stream or file, in whatever pieces the bytes come: it asks for bytes, is given them by `next` (nothing when there are
 * fewer), and tells what it finds. A file is read by its footer where that can be reached, as a stream otherwise.
 */
export function* arrowMessages(shown: string, { count = false, size }: MessagesOptions = {}): Messages {
  const decoder = new ArrowDecoder(shown)
  const first = yield { kind: 'take', bytes: 8 }
  if (first === undefined) throw decoder.damaged()
  if (!isArrowFile(first)) yield* stream(decoder, count, first)
  else if (size === undefined) yield* stream(decoder, count, yield { kind: 'take', bytes: 8 })
  else yield* file(decoder, count, size)
  if (decoder.fields === undefined) throw decoder.damaged()
}

function* stream(decoder: ArrowDecoder, count: boolean, first: Uint8Array | undefined): Messages {
  for (let prefix = first; prefix !== undefined; prefix = yield { kind: 'take', bytes: 8 }) {
    const view = new DataView(prefix.buffer, prefix.byteOffset, 8)
    if (view.getUint32(0, true) !== CONTINUATION) throw decoder.damaged()
    const length = view.getInt32(4, true)
    if (length === 0) return
    if (length < 0 || length > MOST_METADATA) throw decoder.damaged()
    const metadata = yield { kind: 'take', bytes: length }
    if (metadata === undefined) throw decoder.damaged()
    yield* content(decoder, count, metadata)
  }
}

/** The message whose metadata are given; its body comes next. */
function* content(decoder: ArrowDecoder, count: boolean, metadata: Uint8Array): Messages {
  const { type, header, version, bodyLength } = decoder.envelope(metadata)
  const wanted = !count && (type === 'records' || type === 'dictionary')
  const body = bodyLength === 0 || !wanted ? new Uint8Array(0) : yield { kind: 'take', bytes: bodyLength }
  if (!wanted && bodyLength > 0) yield { kind: 'skip', bytes: bodyLength }
  if (body === undefined) throw decoder.damaged()
  if (type === 'schema') yield { kind: 'schema', fields: decoder.schema(header, version) }
  else if (type === 'records') {
    yield { kind: 'batch', batch: count ? decoder.count(header) : decoder.records(header, body) }
  } else if (wanted) decoder.dictionary(header, body)
}

const TAIL = 10

/** A file ends with its footer, the footer's length and the file's mark. */
function* file(decoder: ArrowDecoder, count: boolean, size: number): Messages {
  const tail = size < 8 + TAIL ? undefined : yield { kind: 'take', bytes: TAIL, at: size - TAIL }
  if (tail === undefined || !isArrowFile(tail.subarray(4))) throw decoder.damaged()
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL).getInt32(0, true)
  const start = size - TAIL - length
  if (!(length > 0 && start >= 8)) throw decoder.damaged()
  const bytes = yield { kind: 'take', bytes: length, at: start }
  const footer = bytes === undefined ? undefined : readFooter(bytes)
  if (footer === undefined) throw decoder.damaged()
  yield { kind: 'schema', fields: decoder.schema(footer.schema, footer.version) }
  for (const [blocks, wanted] of [[footer.dictionaries, !count] as const, [footer.batches, true] as const]) {
    for (let b = 0; wanted && b < blocks.length; b += 3) {
      // The middle long of a block is an int and its padding.
      const metadataLength = blocks[b + 1] % 2 ** 32
      if (!(metadataLength > 8 && metadataLength <= MOST_METADATA)) throw decoder.damaged()
      const metadata = yield { kind: 'take', bytes: metadataLength, at: blocks[b] }
      if (metadata === undefined) throw decoder.damaged()
      const marked = new DataView(metadata.buffer, metadata.byteOffset).getUint32(0, true) === CONTINUATION
      yield* content(decoder, count, metadata.subarray(marked ? 8 : 4))
    }
  }
}

function readFooter(bytes: Uint8Array) {
  try {
    const footer = FlatTable.root(bytes)
    const schema = footer.table(1)
    if (schema === undefined) return undefined
    return { version: footer.short(0), schema, dictionaries: footer.longs(2, 3), batches: footer.longs(3, 3) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
