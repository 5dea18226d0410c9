// What a durable request costs, in time and in CPU of the service, beside scoring the same rows with the engine alone.
//   node bench/service/load.mjs [--seconds 5]
// Writes one JSON line for each load: single-row requests of 1, 8, 64 and 256 clients, and batches of 200 rows, by turns with scoring alone.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeModelFile, numericTable } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { drawRows, modelBytes } from './model.mjs'
import { call, prepare, startServer } from './process.mjs'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } })
const seconds = Number(values.seconds)
const bytes = modelBytes(1000)
const port = 20_000 + (process.pid % 12_000)
const cpuOf = async () => {
  const { text } = await ask(port, 'GET', '/metrics')
  const read = (name) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)[1])
  return { cpu: read('xenolith_cpu_seconds_total'), rss: read('xenolith_resident_bytes') }
}

const WARM = 150
const TURNS = 7
const SCORED = 50
/** Asks again where a connection was closed because it had been idle for long, as happens while this process scores on a busy machine. */
const ask = (...request) => call(...request).catch(() => call(...request))
const bodiesOf = (rowsEach) => Array.from({ length: 50 }, (_, i) => drawRows(rowsEach, 0.05, `load ${i}`))

/** Requests until the code is compiled; after them the time is measured. */
async function warmUp(stream, rowsEach) {
  const bodies = bodiesOf(rowsEach).map((rows) => JSON.stringify(rows))
  for (let i = 0; i < WARM; i++) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `warm ${rowsEach} ${i}` }
    await call(port, 'POST', `/v1/streams/${stream}/rows`, bodies[i % bodies.length], headers)
  }
}

async function load(stream, clients, rowsEach, label) {
  const bodies = bodiesOf(rowsEach).map((rows) => JSON.stringify(rows))
  const took = []
  const before = await cpuOf()
  const start = performance.now()
  let sent = 0
  const client = async (number) => {
    for (let i = 0; performance.now() - start < 1000 * seconds; i++) {
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': `${label} ${clients} ${rowsEach} ${number} ${i}`,
      }
      const at = performance.now()
      const { status, text } = await ask(port, 'POST', `/v1/streams/${stream}/rows`, bodies[i % bodies.length], headers)
      if (status !== 201 && status !== 200) throw new Error(text)
      took.push(performance.now() - at)
      sent++
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  const wall = (performance.now() - start) / 1000
  const after = await cpuOf()
  took.sort((a, b) => a - b)
  const cpuPerRow = (1e6 * (after.cpu - before.cpu)) / (sent * rowsEach)
  return {
    clients,
    rowsEach,
    requestsPerSecond: Math.round(sent / wall),
    rowsPerSecond: Math.round((sent * rowsEach) / wall),
    p50Ms: Number(took[Math.floor(0.5 * took.length)].toFixed(1)),
    p99Ms: Number(took[Math.floor(0.99 * took.length)].toFixed(1)),
    cpuMicrosPerRow: Number(cpuPerRow.toFixed(1)),
    rssMb: Math.round(after.rss / 1e6),
  }
}

const engine = createEngine({ workers: 1 })
const { model } = decodeModelFile(bytes)
const tables = bodiesOf(200).map((rows) =>
  numericTable(
    rows.map(({ size, speed }) => [size, speed]),
    ['size', 'speed'],
  ),
)

/** Processor time a row of the engine by itself, in microseconds. */
async function scoreAlone(times) {
  const before = process.cpuUsage()
  for (let i = 0; i < times; i++) await engine.score(model, tables[i % tables.length])
  const used = process.cpuUsage(before)
  return (used.user + used.system) / (times * 200)
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const folder = mkdtempSync(join(tmpdir(), 'xenolith-load-'))
const server = await startServer(join(folder, 'x.db'), port)
try {
  const stream = await prepare(port, bytes)
  await warmUp(stream, 1)
  for (const clients of [1, 8, 64, 256]) console.log(JSON.stringify(await load(stream, clients, 1, 'single')))
  await warmUp(stream, 200)
  await scoreAlone(WARM)
  // By turns, so that whatever else the machine does slows both.
  const turns = []
  for (let turn = 0; turn < TURNS; turn++) {
    const alone = await scoreAlone(SCORED)
    const batches = await load(stream, 4, 200, `turn ${turn}`)
    turns.push({ batches, alone, ratio: batches.cpuMicrosPerRow / ((alone + (await scoreAlone(SCORED))) / 2) })
  }
  console.log(JSON.stringify(turns[TURNS - 1].batches))
  console.log(
    JSON.stringify({
      batchCpuMicrosPerRow: median(turns.map(({ batches }) => batches.cpuMicrosPerRow)),
      scoringAloneMicrosPerRow: Number(median(turns.map(({ alone }) => alone)).toFixed(1)),
      batchesOverScoring: turns.map(({ ratio }) => Number(ratio.toFixed(2))),
      median: Number(median(turns.map(({ ratio }) => ratio)).toFixed(2)),
    }),
  )
} finally {
  await engine.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
