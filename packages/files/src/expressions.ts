/**
 * How a column is stored: `text` (CSV, JSON) says nothing of its kind and writes missing values as words;
 * the others are types declared by Parquet.
 */
export type Storage = 'text' | 'word' | 'boolean' | 'integer' | 'float' | 'exact' | 'temporal' | 'nested'

// Lists, not IN (...): DuckDB turns a long IN into a join, and a join does not keep the order of the rows.
const missingNumbers = `['', 'na', 'n/a', 'nan', 'null', 'none', '?']`
const missingWords = `['', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', '?']`

/** The column as DOUBLE: NaN for a missing value, NULL for one that is not a number. Dates are seconds since 1970 (UTC). */
export function numberOf(column: string, storage: Storage, temporal = false): string {
  if (storage === 'text' || storage === 'word') return temporal ? secondsOfText(column) : numberOfText(column)
  if (storage === 'temporal') return orMissing(`epoch(${column}::TIMESTAMP)`)
  // DuckDB's own casts of DECIMAL and HUGEINT to DOUBLE may be off by one unit in the last place; the cast of text is not.
  if (storage === 'exact') return orMissing(`${column}::VARCHAR::DOUBLE`)
  return orMissing(`${column}::DOUBLE`)
}

function orMissing(expression: string): string {
  return `COALESCE(${expression}, 'NaN'::DOUBLE)`
}

function numberOfText(column: string): string {
  // DuckDB reads 1_000 as a number; elsewhere it is a word.
  return `COALESCE(CASE WHEN NOT contains(${column}, '_') THEN TRY_CAST(${column} AS DOUBLE) END, ${missingNumber(column)})`
}

function secondsOfText(column: string): string {
  return `COALESCE(${dateSeconds(column)}, ${missingNumber(column)})`
}

function missingNumber(column: string): string {
  const missing = `${column} IS NULL OR list_contains(${missingNumbers}, lower(trim(${column})))`
  return `CASE WHEN ${missing} THEN 'NaN'::DOUBLE END`
}

/** Seconds since 1970 of an ISO 8601 date or time written as text, NULL otherwise. */
export function dateSeconds(column: string): string {
  return `CASE WHEN regexp_matches(${column}, '^\\s*\\d{4}-\\d{1,2}-\\d{1,2}') THEN epoch(TRY_CAST(${column} AS TIMESTAMPTZ)) END`
}

/** The column as a category: VARCHAR, NULL for a missing value. */
export function wordOf(column: string, storage: Storage): string {
  if (storage === 'text') return `CASE WHEN NOT list_contains(${missingWords}, trim(${column})) THEN ${column} END`
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
