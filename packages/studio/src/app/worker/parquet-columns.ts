import type { Storage, TypedValues } from '@xenolith/files/pure'

/** A column as the decoder gives it. */
export interface Decoded {
  readonly name: string
  readonly storage: Storage
  /** Digits after the point of a decimal. */
  readonly scale: number
  readonly values: readonly unknown[]
}

/** What a Parquet schema says of one element. */
interface Element {
  readonly type?: string
  readonly num_children?: number
  readonly repetition_type?: string
  readonly converted_type?: string
  readonly logical_type?: { readonly type: string }
}

/** What Parquet's declared type means for us, as the command understands it. */
export function storageOf({ type, num_children, repetition_type, converted_type, logical_type }: Element): Storage {
  const says = logical_type?.type ?? converted_type ?? ''
  if ((num_children ?? 0) > 0 || repetition_type === 'REPEATED') return 'nested'
  if (says === 'DECIMAL') return 'exact'
  if (/^(DATE|TIMESTAMP)/.test(says) || type === 'INT96') return 'temporal'
  if (/^TIME/.test(says)) return 'word'
  if (type === 'BOOLEAN') return 'boolean'
  if (type === 'INT32' || type === 'INT64') return 'integer'
  if (type === 'FLOAT' || type === 'DOUBLE' || says === 'FLOAT16') return 'float'
  return 'word'
}

/** The columns as the reader of tables takes them. */
export function typedValues({ name, storage, scale, values }: Decoded): TypedValues {
  const number = (row: number): number => {
    const value = values[row]
    if (value === null || value === undefined) return Number.NaN
    if (value instanceof Date) return value.getTime() / 1000
    // The decoder multiplies by a power of ten, which may be off in the last place; rounding to the scale is exact.
    return storage === 'exact' ? Number(Number(value).toFixed(Math.min(100, scale))) : Number(value)
  }
  const text = (row: number): string | null => {
    const value = values[row]
    if (value === null || value === undefined) return null
    if (storage === 'float') return Number.isInteger(value) ? `${value}.0` : String(value)
    if (storage === 'exact') return number(row).toFixed(scale)
    return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value)
  }
  return { name, storage, number, text }
}
