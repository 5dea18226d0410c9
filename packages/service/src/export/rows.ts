import { createReadStream, type ReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWriter } from '@xenolith/files'
import type { AlarmRow } from '../store/operations/alarms.js'
import type { Store } from '../store/operations.js'

const PAGE = 1000

/** Kept rows in the order of their ids, a page at a time. */
async function* pagesOf(store: Store, stream: string): AsyncGenerator<AlarmRow[]> {
  for (let after = ''; ; ) {
    const rows = await store.call('keptRows', { stream, after, limit: PAGE })
    if (rows.length === 0) return
    yield rows
    after = rows[rows.length - 1].id
  }
}

/** Kept rows with their verdicts, a line of JSON each. */
export async function* rowLines(store: Store, stream: string): AsyncGenerator<string> {
  for await (const rows of pagesOf(store, stream)) {
    yield rows
      .map((row) => `${JSON.stringify({ ...row, cells: row.cells === null ? null : JSON.parse(row.cells) })}\n`)
      .join('')
  }
}

const columns = [
  { name: 'id', type: 'string' },
  { name: 'stream_id', type: 'string' },
  { name: 'batch_id', type: 'string' },
  { name: 'position', type: 'id-number' },
  { name: 'row_key', type: 'string' },
  { name: 'score', type: 'number' },
  { name: 'distance', type: 'number' },
  { name: 'alarm', type: 'boolean' },
  { name: 'sampled', type: 'boolean' },
  { name: 'cells', type: 'json' },
  { name: 'scored_at', type: 'id-number' },
  { name: 'certificate_id', type: 'string' },
  { name: 'verdict', type: 'string' },
  { name: 'verdict_seq', type: 'id-number' },
] as const satisfies readonly { name: keyof AlarmRow; type: string }[]

/** Kept rows as a file of another format, by way of the disk: memory stays flat. */
export async function rowFile(store: Store, stream: string, format: 'csv' | 'parquet' | 'arrow'): Promise<ReadStream> {
  const folder = await mkdtemp(join(tmpdir(), 'xenolith-export-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, `rows.${format}`)
    const writer = await createWriter(path, columns)
    try {
      for await (const rows of pagesOf(store, stream)) {
        await writer.write(columns.map(({ name }) => rows.map((row) => row[name])))
      }
      await writer.commit()
    } finally {
      await writer.abort()
    }
    const file = createReadStream(path)
    file.once('close', () => void remove())
    return file
  } catch (error) {
    await remove()
    throw error
  }
}
