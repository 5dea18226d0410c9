/** A value that both stores take. */
export type Value = string | number | null | Uint8Array

/**
 * One transaction: SQL with ? for its values. SQLite answers at once, PostgreSQL later; operations wait for both. Transactions that
 * write run one after the other in either store, so what one of them has read still holds when it writes, and whoever reads
 * events in order sees them without a hole.
 */
export interface Tx {
  all<T>(sql: string, ...values: Value[]): Promise<T[]> | T[]
}

/** An operation of the store: plain data in, plain data out, since it may run in another thread. */
export interface Operation<I, O> {
  readonly writes: boolean
  run(tx: Tx, input: I): Promise<O>
}

export function reads<I, O>(run: (tx: Tx, input: I) => Promise<O>): Operation<I, O> {
  return { writes: false, run }
}

export function writes<I, O>(run: (tx: Tx, input: I) => Promise<O>): Operation<I, O> {
  return { writes: true, run }
}

/** The first row, or undefined. */
export async function first<T>(tx: Tx, sql: string, ...values: Value[]): Promise<T | undefined> {
  return (await tx.all<T>(sql, ...values))[0]
}

/** Who did something, and when. */
export interface Acting {
  readonly actor: string
  readonly at: number
}

/** Most rows of one statement: with them its values stay far below what both stores take. */
const MOST_ROWS = 64

/** Inserts rows, many in a statement. The sizes are powers of two, so that few statements have to be prepared. */
export async function insertRows(
  tx: Tx,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const one = `(${columns.map(() => '?').join(', ')})`
  const head = `INSERT INTO ${table} (${columns.join(', ')}) VALUES `
  for (let at = 0, size = MOST_ROWS; at < rows.length; ) {
    while (size > rows.length - at) size /= 2
    await tx.all(head + new Array(size).fill(one).join(', '), ...rows.slice(at, at + size).flat())
    at += size
  }
}
