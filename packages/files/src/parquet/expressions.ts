/** How Parquet stores a column, by the type that it declares. */
export type Storage = 'word' | 'boolean' | 'integer' | 'float' | 'exact' | 'temporal' | 'nested'

/** The column as DOUBLE, NaN for a missing value. Dates are seconds since 1970 (UTC). */
export function numberOf(column: string, storage: Storage): string {
  if (storage === 'temporal') return orMissing(`epoch(${column}::TIMESTAMP)`)
  // DuckDB's own casts of DECIMAL and HUGEINT to DOUBLE may be off by one unit in the last place; the cast of text is not.
  if (storage === 'exact') return orMissing(`${column}::VARCHAR::DOUBLE`)
  return orMissing(`${column}::DOUBLE`)
}

function orMissing(expression: string): string {
  return `COALESCE(${expression}, 'NaN'::DOUBLE)`
}

/** The column as a category: VARCHAR, NULL for a missing value. */
export function wordOf(column: string): string {
  return `NULLIF(${column}::VARCHAR, '')`
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

/** The kind of the feature that a column becomes. */
export function kindOf(storage: Storage): 'numeric' | 'categorical' {
  return storage === 'word' || storage === 'boolean' || storage === 'nested' ? 'categorical' : 'numeric'
}
