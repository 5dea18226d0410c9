import type { Feature, Table } from '@xenolith/core'
import type { Batch } from '../typed/batches.js'
import { lookupOf } from '../typed/builders.js'
import { infiniteIn, infiniteValue, TypedCollector } from '../typed/collect.js'
import { arrowBatching, typedColumns } from './cells.js'
import { arrowMessages } from './messages.js'
import { pipeSupply, supplied } from './supply.js'

export interface ArrowTablesOptions {
  /** What messages call the stream. */
  readonly name?: string
  /** What a model knows: each table has these columns, in this order and coding. All columns as they are by default. */
  readonly features?: readonly Feature[]
}

/**
 * The record batches of an Arrow stream as tables, each as soon as its bytes are there.
 *
 * @example
 * ```ts
 * const encoder = arrowEncoder([{ name: 'x', type: 'float64' }])
 * async function* pieces() {
 *   yield* [encoder.start(), encoder.batch([[1.5, 2.5]]), encoder.end()]
 * }
 * const { value: table } = await arrowTables(pieces()).next()
 * table.columns[0] // => { name: 'x', kind: 'numeric', values: Float64Array(2) [ 1.5, 2.5 ] }
 * ```
 */
export async function* arrowTables(
  pieces: AsyncIterable<Uint8Array>,
  { name = 'the Arrow stream', features }: ArrowTablesOptions = {},
): AsyncGenerator<Table> {
  let columns = typedColumns([])
  let firstRow = 0
  for await (const found of supplied(arrowMessages(name), pipeSupply(pieces))) {
    if (found.kind === 'schema') columns = typedColumns(found.fields)
    else {
      const { rows } = found.batch
      const byName = new Map(columns.map((column) => [column.name, column]))
      const lookups = features?.map((feature) => lookupOf(feature, byName.get(feature.name), name))
      const collector = lookups ?? new TypedCollector(columns, {}, name, () => undefined)
      const outputs = 'outputs' in collector ? collector.outputs : collector
      for (const batch of arrowBatching(columns, outputs, Math.max(1, rows)).add(found.batch, rows)) {
        refuseInfinite(batch, outputs, firstRow, name)
        if (lookups !== undefined) {
          yield { rows, columns: lookups.map((lookup, j) => lookup.of(batch.cells[j] as never)) }
        } else {
          const own = collector as TypedCollector
          own.add(batch)
          yield own.finish().table
        }
      }
      firstRow += rows
    }
  }
}

function refuseInfinite(
  { cells }: Batch,
  outputs: readonly { readonly column: { readonly name: string } }[],
  firstRow: number,
  name: string,
): void {
  for (const [j, { column }] of outputs.entries()) {
    const values = cells[j]
    const found = values instanceof Float64Array ? infiniteIn(column.name, values, firstRow) : undefined
    if (found !== undefined) throw infiniteValue(found, `${name}, row ${found.row + 1}`)
  }
}
