import { open } from 'node:fs/promises'
import type { Source } from '../reading/source.js'
import { readError } from '../system/errors.js'
import { checkSameNames } from '../text/names.js'
import type { Batch, Output, TypedColumn } from '../typed/batches.js'
import { type TypedFiles, typedSource } from '../typed/source.js'
import { arrowBatching, typedColumns } from './cells.js'
import { arrowMessages } from './messages.js'
import type { ArrowField } from './schema.js'
import { type Found, fileSupply, supplied } from './supply.js'

/** Arrow IPC files and streams, batch by batch. */
export async function arrowSource(options: TypedFiles): Promise<Source> {
  const { files, shown } = options
  const schemas: (readonly ArrowField[])[] = []
  for (const file of files) schemas.push(await fieldsOf(file, shown(file)))
  checkSameNames(
    schemas.map((fields) => fields.map(({ name }) => name)),
    files,
    shown,
  )
  const columns = typedColumns(schemas[0])

  const rowsOf = async (file: string): Promise<number> => {
    let rows = 0
    for await (const found of fileMessages(file, shown(file), true))
      if (found.kind === 'batch') rows += found.batch.rows
    return rows
  }
  async function* batches(outputs: readonly Output[], batchRows: number): AsyncGenerator<Batch> {
    const batching = arrowBatching(columns, outputs, batchRows)
    for (const file of files) {
      for await (const found of fileMessages(file, shown(file))) {
        if (found.kind === 'batch') yield* batching.add(found.batch, found.batch.rows)
      }
    }
    yield* batching.flush()
  }
  const safeIntegers = async (column: TypedColumn): Promise<boolean> => {
    for await (const { cells } of batches([{ column, as: 'number' }], 1 << 15)) {
      if (!(cells[0] as Float64Array).every(Number.isSafeInteger)) return false
    }
    return true
  }
  return typedSource({ columns, rowsOf, batches, safeIntegers, close: async () => undefined }, options)
}

async function fieldsOf(file: string, shown: string): Promise<readonly ArrowField[]> {
  for await (const found of fileMessages(file, shown)) if (found.kind === 'schema') return found.fields
  return []
}

async function* fileMessages(file: string, shown: string, count = false): AsyncGenerator<Found> {
  const handle = await open(file, 'r').catch((error) => {
    throw readError(error, shown)
  })
  try {
    const { size } = await handle.stat()
    yield* supplied(arrowMessages(shown, { count, size }), fileSupply(handle, size))
  } catch (error) {
    throw readError(error, shown)
  } finally {
    await handle.close()
  }
}
