/** A value that both stores take. */
export type Value = string | number | null | Uint8Array

/** One transaction: SQL with ? for its values. SQLite answers at once, PostgreSQL later; operations wait for both. */
export interface Tx {
  all<T>(sql: string, ...values: Value[]): Promise<T[]> | T[]
  /** Taken before an event number is: so that whoever reads events in order sees them without a hole. */
  lock(): Promise<void> | void
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
