import { parentPort, workerData } from 'node:worker_threads'
import { XenolithError } from '@xenolith/core'
import type { Operation, Tx, Value } from './driver.js'
import { plainError } from './errors.js'
import type { Answer, Request } from './lane.js'
import { migrate } from './migrate.js'
import { operations } from './operations.js'

/** What we use of the `postgres` client, which is an optional peer. */
interface Sql {
  unsafe(sql: string, values?: unknown[], options?: { prepare?: boolean }): Promise<unknown[]>
  begin<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  end(options?: { timeout?: number }): Promise<void>
}

const CONNECTIONS = 8
/** Any number: all who write take the same lock, in this service and in others on the database. */
const WRITE_LOCK = 7_878_001

/*
 * A thread of its own, not for speed but for safety: when the server goes away, the client can throw where nobody can catch. Then this
 * thread ends, what waited is answered with an error, and the next request starts another.
 */
const port = parentPort!
const { url } = workerData as { url: string }

async function start(): Promise<void> {
  let sql: Sql | undefined
  try {
    const connect = await loadClient()
    sql = connect(url, {
      max: CONNECTIONS,
      connect_timeout: 10,
      onnotice: () => {},
      // We have no arrays. The client's question for their types has no one to hear its failure when the server goes away.
      fetch_types: false,
      // 64-bit integers and numerics of ours are counts and times: far below 2^53.
      types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
    })
    await write(sql, migrate)
  } catch (error) {
    port.postMessage({ failed: plainError(error) })
    await sql?.end({ timeout: 1 })
    port.close()
    return
  }
  const open = sql
  let running = 0
  let closing = false
  const leave = async (): Promise<void> => {
    if (!closing || running > 0) return
    await open.end({ timeout: 5 })
    port.close()
  }
  port.postMessage('ready')
  port.on('message', async (message: Request | 'close') => {
    if (message === 'close') closing = true
    else {
      running++
      port.postMessage([await runOne(open, message)])
      running--
    }
    await leave()
  })
}

async function runOne(sql: Sql, { id, name, input }: Request): Promise<Answer> {
  const operation = operations[name] as Operation<unknown, unknown>
  try {
    const value = operation.writes
      ? await write(sql, (tx) => operation.run(tx, input))
      : await operation.run(transaction(sql), input)
    return { id, value }
  } catch (error) {
    return { id, error: plainError(error) }
  }
}

/** A transaction that waits for its turn before it reads anything: each of its statements then sees what the one before it wrote. */
function write<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return sql.begin(async (inner) => {
    await inner.unsafe(`SELECT pg_advisory_xact_lock(${WRITE_LOCK})`)
    return work(transaction(inner))
  })
}

function transaction(sql: Sql): Tx {
  return {
    all: async <T>(text: string, ...values: Value[]) =>
      Array.from(await sql.unsafe(numbered(text), values, { prepare: true })) as T[],
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

await start()
