import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Operation, Tx, Value } from './driver.js'
import { plainError } from './errors.js'
import type { Answer, Request } from './lane.js'
import { migrate } from './migrate.js'
import { operations } from './operations.js'

/*
 * The one writer of an SQLite file (or a reader of it). All requests that wait are taken into one transaction, a savepoint
 * each where there are several, and answered after its commit: one fsync for all of them.
 */

/** Requests of one transaction: enough to share an fsync, few enough that none waits long. */
const MOST_TOGETHER = 256

/** Pages in the log before they are copied into the file (16 MB): the more, the fewer of them are copied twice. */
const PAGES_IN_LOG = 4000
const CACHE_KILOBYTES = 32_768

const port = parentPort!
const { path, readOnly } = workerData as { path: string; readOnly: boolean }
const database = new DatabaseSync(path)
type Statement = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>

const statements = new Map<string, Statement>()

function prepared(sql: string): Statement {
  let statement = statements.get(sql)
  if (statement === undefined) {
    statement = database.prepare(sql)
    statements.set(sql, statement)
  }
  return statement
}

const tx: Tx = {
  all: <T>(sql: string, ...values: Value[]) => prepared(sql).all(...values) as T[],
}

function open(): void {
  database.exec('PRAGMA busy_timeout = 5000')
  if (readOnly) {
    database.exec('PRAGMA query_only = 1')
    return
  }
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  database.exec('PRAGMA foreign_keys = 1')
  database.exec(`PRAGMA wal_autocheckpoint = ${PAGES_IN_LOG}`)
  database.exec(`PRAGMA cache_size = -${CACHE_KILOBYTES}`)
}

async function runOne({ id, name, input }: Request): Promise<Answer> {
  const operation = operations[name] as Operation<unknown, unknown>
  return { id, value: await operation.run(tx, input) }
}

/** One of several in a transaction: if it fails, the others stand. */
async function runApart(request: Request): Promise<Answer> {
  database.exec('SAVEPOINT request')
  try {
    const answer = await runOne(request)
    database.exec('RELEASE request')
    return answer
  } catch (error) {
    try {
      database.exec('ROLLBACK TO request')
      database.exec('RELEASE request')
    } catch {
      // SQLite has rolled the whole transaction back by itself, as it does on a full disk: that is what there is to say.
      throw error
    }
    return { id: request.id, error: plainError(error) }
  }
}

async function readEach(requests: readonly Request[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const request of requests) {
    try {
      answers.push(await runOne(request))
    } catch (error) {
      answers.push({ id: request.id, error: plainError(error) })
    }
  }
  return answers
}

async function writeTogether(requests: readonly Request[]): Promise<Answer[]> {
  // A savepoint copies every page that changes, so a request that is alone goes without: the transaction itself is undone.
  const run = requests.length === 1 ? runOne : runApart
  try {
    database.exec('BEGIN IMMEDIATE')
    const answers: Answer[] = []
    for (const request of requests) answers.push(await run(request))
    database.exec('COMMIT')
    return answers
  } catch (error) {
    // The disk is full, say: SQLite may have rolled back by itself.
    try {
      database.exec('ROLLBACK')
    } catch {}
    return requests.map(({ id }) => ({ id, error: plainError(error) }))
  }
}

const queue: Request[] = []
let running = false

async function drain(): Promise<void> {
  if (running) return
  running = true
  while (queue.length > 0) {
    const requests = queue.splice(0, MOST_TOGETHER)
    const answers = readOnly ? await readEach(requests) : await writeTogether(requests)
    port.postMessage(answers)
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port))
      take(next.message)
  }
  running = false
}

function take(message: Request | 'close'): void {
  if (message !== 'close') queue.push(message)
  else closing = true
}

let closing = false

async function start(): Promise<void> {
  try {
    open()
    if (!readOnly) {
      database.exec('BEGIN IMMEDIATE')
      try {
        await migrate(tx)
        database.exec('COMMIT')
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
      // What a savepoint would bring back stays in memory; as files it was more writing than the rows themselves. What a migration sorts may be large.
      database.exec('PRAGMA temp_store = MEMORY')
    }
    port.postMessage('ready')
  } catch (error) {
    port.postMessage({ failed: plainError(error) })
    database.close()
    port.close()
    return
  }
  port.on('message', async (message: Request | 'close') => {
    take(message)
    await drain()
    if (closing && !running) {
      statements.clear()
      database.close()
      port.close()
    }
  })
}

await start()
