import type { Output } from '../typed/batches.js'
import type { Storage } from '../typed/storage.js'

/** The SQL of an output, of the column that has this name there. */
export function sqlOf({ column: { storage }, as }: Output, ref: string): string {
  if (as === 'number') return numberOf(ref, storage)
  return as === 'word' ? `NULLIF(${ref}::VARCHAR, '')` : `COALESCE(${ref}::VARCHAR, '')`
}

/** The column as DOUBLE, NaN for a missing value. Dates are seconds since 1970 (UTC). */
function numberOf(column: string, storage: Storage): string {
  if (storage === 'temporal') return orMissing(`epoch(${column}::TIMESTAMP)`)
  // DuckDB's own casts of DECIMAL and HUGEINT to DOUBLE may be off by one unit in the last place; the cast of text is not.
  if (storage === 'exact') return orMissing(`${column}::VARCHAR::DOUBLE`)
  return orMissing(`${column}::DOUBLE`)
}

function orMissing(expression: string): string {
  return `COALESCE(${expression}, 'NaN'::DOUBLE)`
}

/** What Parquet's declared type means for us. */
export function storageOf(type: string): Storage {
  if (/\[|^(STRUCT|MAP|UNION|VARIANT|LIST)\b/.test(type)) return 'nested'
  if (/^U?(TINYINT|SMALLINT|INTEGER|BIGINT)$/.test(type)) return 'integer'
  if (/^(FLOAT|DOUBLE)$/.test(type)) return 'float'
  if (/^(DECIMAL|U?HUGEINT|BIGNUM)/.test(type)) return 'exact'
  if (/^(DATE|TIMESTAMP)/.test(type)) return 'temporal'
  if (type === 'BOOLEAN') return 'boolean'
  return 'word'
}
