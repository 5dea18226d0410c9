// Whether memory stays flat while rows arrive, how long a service takes to start on a store that has grown, and what its pages cost there.
//   node bench/service/growth.mjs [--rows 1000000] [--kept 1000000]
// Sends rows in batches of 10,000 to a stream that keeps alarms and one row in a hundred, then adds kept rows, half of them alarms, until there are as many as asked for.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawRows, modelBytes } from './model.mjs'
import { call, prepare, startServer } from './process.mjs'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, kept: { type: 'string', default: '1000000' } },
})
const BATCH = 10_000
const folder = mkdtempSync(join(tmpdir(), 'xenolith-growth-'))
const path = join(folder, 'x.db')
const port = 20_000 + (process.pid % 12_000)
const asCsv = (rows) => `size,speed\n${rows.map(({ size, speed }) => `${size},${speed}`).join('\n')}\n`
const bodiesOf = (alpha) => Array.from({ length: 10 }, (_, i) => asCsv(drawRows(BATCH, alpha, `growth ${i}`)))
const metric = async (name) =>
  Number(new RegExp(`^xenolith_${name} (.+)$`, 'm').exec((await call(port, 'GET', '/metrics')).text)[1])

async function send(stream, rows, label, alpha) {
  const seen = []
  const bodies = bodiesOf(alpha)
  for (let i = 0; i * BATCH < rows; i++) {
    const headers = { 'content-type': 'text/csv', 'idempotency-key': `${label} ${i}` }
    const { status, text } = await call(port, 'POST', `/v1/streams/${stream}/rows`, bodies[i % bodies.length], headers)
    if (status !== 201) throw new Error(text)
    if ((i + 1) % Math.ceil(rows / BATCH / 10) === 0) seen.push(Math.round((await metric('resident_bytes')) / 1e6))
  }
  return seen
}

/** Milliseconds of processor time for each of some requests. */
async function costOf(paths) {
  const before = await metric('cpu_seconds_total')
  for (const path of paths) {
    const { status, text } = await call(port, 'GET', path)
    if (status !== 200) throw new Error(text)
  }
  return Number(((1000 * ((await metric('cpu_seconds_total')) - before)) / paths.length).toFixed(1))
}

/** What pages of a large queue cost, the first ones and those after a hundred thousand alarms, and what else looks at all rows. */
async function pages(stream) {
  const cost = {}
  for (const order of ['score', 'near', 'time']) {
    const list = `/v1/streams/${stream}/alarms?order=${order}&limit=200`
    const walked = [list]
    for (let i = 0; i < 500; i++) {
      const { next } = JSON.parse((await call(port, 'GET', walked.at(-1))).text)
      if (next === null) break
      walked.push(`${list}&after=${next}`)
    }
    cost[order] = {
      first: await costOf(walked.slice(0, 50)),
      last: await costOf(walked.slice(-50)),
      pages: walked.length,
    }
  }
  const draw = JSON.stringify({ stream, kind: 'alarms', size: 200 })
  const before = await metric('cpu_seconds_total')
  const { status, text } = await call(port, 'POST', '/v1/draws', draw, { 'content-type': 'application/json' })
  if (status !== 201) throw new Error(text)
  cost.draw = Math.round(1000 * ((await metric('cpu_seconds_total')) - before))
  cost.judged = await costOf(Array(20).fill(`/v1/streams/${stream}/alarms?verdict=alien`))
  cost.review = await costOf(Array(20).fill(`/v1/streams/${stream}/review`))
  cost.why = await costOf([`/v1/alarms/${(await firstAlarm(stream)).id}/why`])
  cost.metrics = await costOf(Array(20).fill('/metrics'))
  return cost
}

async function firstAlarm(stream) {
  return JSON.parse((await call(port, 'GET', `/v1/streams/${stream}/alarms?limit=1`)).text).alarms[0]
}

try {
  let server = await startServer(path, port)
  const few = await prepare(port, modelBytes(20), { name: 'few', sampleRate: 0.01 })
  console.log(
    JSON.stringify({ rows: Number(values.rows), megabytes: await send(few, Number(values.rows), 'few', 0.02) }),
  )
  const all = await prepare(port, modelBytes(20), { name: 'all', sampleRate: 1 })
  console.log(
    JSON.stringify({ kept: Number(values.kept), megabytes: await send(all, Number(values.kept), 'all', 0.5) }),
  )
  console.log(JSON.stringify({ millisecondsOfProcessorTime: await pages(all) }))
  await server.stop()
  const took = { startMs: [], startCpuMs: [], stopMs: [] }
  for (let i = 0; i < 5; i++) {
    const at = performance.now()
    server = await startServer(path, port)
    const ready = await call(port, 'GET', '/readyz')
    if (ready.status !== 200) throw new Error(ready.text)
    took.startMs.push(Math.round(performance.now() - at))
    took.startCpuMs.push(Math.round(1000 * (await metric('cpu_seconds_total'))))
    const stopping = performance.now()
    await server.stop()
    took.stopMs.push(Math.round(performance.now() - stopping))
  }
  console.log(JSON.stringify({ storeMegabytes: Math.round(statSync(path).size / 1e6), ...took }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
