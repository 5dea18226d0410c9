// The script of a worker that decodes Parquet. It stands apart in the page and is started when a Parquet file comes.
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { type Decoded, storageOf } from './parquet-columns.ts'

interface Scope {
  onmessage: ((event: MessageEvent<ArrayBuffer>) => unknown) | null
  postMessage(message: unknown): void
}

const scope = globalThis as unknown as Scope

/** Dates as seconds since 1970, as precise as a double is. */
const parsers = {
  timestampFromMilliseconds: (millis: bigint) => Number(millis) / 1e3,
  timestampFromMicroseconds: (micros: bigint) => Number(micros) / 1e6,
  timestampFromNanoseconds: (nanos: bigint) => Number(nanos / 1000n) / 1e6,
  dateFromDays: (days: number) => 86_400 * days,
}

scope.onmessage = async ({ data: file }) => {
  try {
    const metadata = parquetMetadata(file, { parsers })
    const rows = await parquetReadObjects({ file, metadata, compressors, parsers })
    const [, ...elements] = metadata.schema
    const columns: Decoded[] = []
    for (let i = 0; i < elements.length; ) {
      const element = elements[i]
      const storage = storageOf(element)
      const scale = element.scale ?? 0
      columns.push({
        name: element.name,
        storage,
        scale,
        values: storage === 'nested' ? [] : rows.map((row) => row[element.name]),
      })
      for (let pending = 1; pending > 0; i++) pending += (elements[i].num_children ?? 0) - 1
    }
    scope.postMessage({ rows: rows.length, columns })
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
}
