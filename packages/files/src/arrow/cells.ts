import { Batching, type Cells, type Output, type TypedColumn } from '../typed/batches.js'
import type { ArrowBatch } from './decoder.js'
import { type ArrowField, storageOf } from './schema.js'

export function typedColumns(fields: readonly ArrowField[]): TypedColumn[] {
  return fields.map((field) => ({ name: field.name, storage: storageOf(field) }))
}

/** Gathers the cells of outputs from batches of these columns. */
export function arrowBatching(
  columns: readonly TypedColumn[],
  outputs: readonly Output[],
  batchRows: number,
): Batching<ArrowBatch> {
  const places = new Map(columns.map(({ name }, place) => [name, place]))
  const wanted = outputs.map(({ column }) => places.get(column.name)!)
  return new Batching(outputs, batchRows, (batch: ArrowBatch, output, from, count, to, at) =>
    copy(batch, wanted[output], outputs[output].as, from, count, to, at),
  )
}

function copy(
  { vectors }: ArrowBatch,
  place: number,
  as: Output['as'],
  from: number,
  count: number,
  to: Cells,
  at: number,
): void {
  const vector = vectors[place]!
  if (to instanceof Float64Array) for (let i = 0; i < count; i++) to[at + i] = vector.number(from + i)
  else if (as === 'id') for (let i = 0; i < count; i++) to[at + i] = vector.text(from + i) ?? ''
  else for (let i = 0; i < count; i++) to[at + i] = vector.text(from + i) || null
}
