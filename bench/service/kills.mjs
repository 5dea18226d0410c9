// Eight clients send rows and send again until they are answered, while the service is killed (-9) and started again.
//   node bench/service/kills.mjs [--rounds 100] [--store FILE|postgres://...] [--instead COMMAND]
// --instead runs a command in place of each kill, for instance one that restarts PostgreSQL.
// Prints what was acknowledged, lost and doubled, as JSON; exit 1 if anything was.
import { exec } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { substream } from '@xenolith/core'
import { openStore, verifyHistory } from '@xenolith/service'
import { drawRows, modelBytes } from './model.mjs'
import { call, prepare, startServer } from './process.mjs'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, store: { type: 'string' }, instead: { type: 'string' } },
})
const CLIENTS = 8
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'xenolith-kills-'))
const store = values.store ?? join(folder, 'x.db')
const port = 20_000 + (process.pid % 12_000)
const chance = substream(1, 'kills')

let server = await startServer(store, port)
const stream = await prepare(port, modelBytes(20), { name: `kills ${process.pid}` })
const acknowledged = new Map()
let ending = false
let [repeated, refusedConnections] = [0, 0]

async function client(number) {
  for (let i = 0; !ending; i++) {
    const key = `${number} ${i}`
    const rows = drawRows(1 + (i % 3), 0.3, key)
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    for (;;) {
      try {
        const answer = await call(port, 'POST', `/v1/streams/${stream}/rows`, JSON.stringify(rows), headers)
        if (answer.status === 200) repeated++
        if (answer.status === 200 || answer.status === 201) {
          acknowledged.set(key, { rows, text: answer.text })
          break
        }
        if (answer.status < 500 && ![408, 409, 429].includes(answer.status)) throw new Error(answer.text)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        refusedConnections++
      }
      await sleep(100)
    }
  }
}

// A service that ends by itself has failed.
const watchdog = setInterval(() => {
  if (values.instead !== undefined && server.child.exitCode !== null) {
    console.error('the service ended by itself')
    process.exit(1)
  }
}, 200)
/** Until a few more rows were acknowledged, however slow the machine: a kill of a service that does nothing shows nothing. */
async function underTraffic(before) {
  for (let waits = 0; acknowledged.size < before + CLIENTS && waits < 600; waits++) await sleep(50)
}
const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
for (let round = 0; round < rounds; round++) {
  await underTraffic(acknowledged.size)
  await sleep(chance.below(400))
  if (values.instead !== undefined) {
    await promisify(exec)(values.instead)
    continue
  }
  server.child.kill('SIGKILL')
  await server.exit
  server = await startServer(store, port)
}
await sleep(300)
ending = true
await Promise.all(clients)

// Every acknowledged answer must come again, to the byte, and all rows be counted once.
let lost = 0
for (const [key, { rows, text }] of acknowledged) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const again = await call(port, 'POST', `/v1/streams/${stream}/rows`, JSON.stringify(rows), headers)
  if (again.status !== 200 || again.text !== text) lost++
}
const counted = JSON.parse((await call(port, 'GET', `/v1/streams/${stream}`)).text).rows
const sent = [...acknowledged.values()].reduce((sum, { rows }) => sum + rows.length, 0)
clearInterval(watchdog)
await server.stop()
const opened = await openStore(store)
const chain = await verifyHistory(opened)
await opened.close()
let integrity = 'not asked'
if (values.store === undefined) {
  const { DatabaseSync } = await import('@photostructure/sqlite')
  const database = new DatabaseSync(store)
  integrity = database.prepare('PRAGMA integrity_check').all()[0].integrity_check
  database.close()
}
rmSync(folder, { recursive: true, force: true })
const result = {
  rounds,
  acknowledged: acknowledged.size,
  repeated,
  refusedConnections,
  lost,
  doubledRows: counted - sent,
  chain: chain.whole,
  events: chain.events,
  integrity,
}
console.log(JSON.stringify(result))
process.exitCode =
  lost === 0 && counted === sent && chain.whole && (integrity === 'ok' || integrity === 'not asked') ? 0 : 1
