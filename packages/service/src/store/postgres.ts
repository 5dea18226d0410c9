import { XenolithError } from '@xenolith/core'
import type { Operation, Tx, Value } from './driver.js'
import { fromPlain, plainError } from './errors.js'
import { migrate } from './migrate.js'
import { type Input, type Name, type Output, operations, type Store } from './operations.js'

/** What we use of the `postgres` client, which is an optional peer. */
interface Sql {
  unsafe(sql: string, values?: unknown[], options?: { prepare?: boolean }): Promise<unknown[]>
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  end(options?: { timeout?: number }): Promise<void>
}

/** Any number: all writers of history take the same lock. */
const HISTORY_LOCK = 7_878_001

/** Opens a PostgreSQL database. Several services may share it. */
export async function openPostgres(url: string): Promise<Store> {
  const connect = await loadClient()
  const sql = connect(url, {
    max: 8,
    connect_timeout: 10,
    onnotice: () => {},
    // 64-bit integers and numerics of ours are counts and times: far below 2^53.
    types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
  })
  let waiting = 0
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    waiting++
    try {
      return await work()
    } catch (error) {
      throw fromPlain(plainError(error))
    } finally {
      waiting--
    }
  }
  try {
    await run(() =>
      sql.begin(async (inner) => {
        await inner.unsafe(`SELECT pg_advisory_xact_lock(${HISTORY_LOCK})`)
        await migrate(transaction(inner))
      }),
    )
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
  return {
    kind: 'postgres',
    get waiting() {
      return waiting
    },
    call: <N extends Name>(name: N, input: Input<N>): Promise<Output<N>> => {
      const operation = operations[name] as unknown as Operation<Input<N>, Output<N>>
      if (!operation.writes) return run(() => operation.run(transaction(sql), input))
      return run(() => sql.begin((inner) => operation.run(transaction(inner), input)))
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

function transaction(sql: Sql): Tx {
  return {
    all: async <T>(text: string, ...values: Value[]) =>
      (await sql.unsafe(numbered(text), values, { prepare: true })) as T[],
    lock: async () => {
      await sql.unsafe(`SELECT pg_advisory_xact_lock(${HISTORY_LOCK})`)
    },
  }
}

const numberedTexts = new Map<string, string>()

/** Our ? as PostgreSQL's $1, $2, ... None of our statements has a ? in a text. */
function numbered(sql: string): string {
  let text = numberedTexts.get(sql)
  if (text === undefined) {
    let n = 0
    text = sql.replace(/\?/g, () => `$${++n}`)
    numberedTexts.set(sql, text)
  }
  return text
}

async function loadClient(): Promise<(url: string, options: object) => Sql> {
  try {
    const name = 'postgres'
    return ((await import(name)) as { default: (url: string, options: object) => Sql }).default
  } catch {
    throw new XenolithError('not-installed', 'a PostgreSQL store needs the package postgres: npm install postgres')
  }
}
