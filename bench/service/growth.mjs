// Whether memory stays flat while rows arrive, and how long a service takes to start on a store that has grown.
//   node bench/service/growth.mjs [--rows 1000000] [--kept 1000000]
// Sends rows in batches of 10,000 to a stream that keeps alarms and one row in a hundred, then adds kept rows until there are as many as asked for.
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
const port = 20_000 + (process.pid % 20_000)
const asCsv = (rows) => `size,speed\n${rows.map(({ size, speed }) => `${size},${speed}`).join('\n')}\n`
const bodies = Array.from({ length: 10 }, (_, i) => asCsv(drawRows(BATCH, 0.02, `growth ${i}`)))
const memory = async () => Number(/^xenolith_resident_bytes (.+)$/m.exec((await call(port, 'GET', '/metrics')).text)[1])

async function send(stream, rows, label) {
  const seen = []
  for (let i = 0; i * BATCH < rows; i++) {
    const headers = { 'content-type': 'text/csv', 'idempotency-key': `${label} ${i}` }
    const { status, text } = await call(port, 'POST', `/v1/streams/${stream}/rows`, bodies[i % bodies.length], headers)
    if (status !== 201) throw new Error(text)
    if ((i + 1) % Math.ceil(rows / BATCH / 10) === 0) seen.push(Math.round((await memory()) / 1e6))
  }
  return seen
}

try {
  let server = await startServer(path, port)
  const few = await prepare(port, modelBytes(20), { name: 'few', sampleRate: 0.01 })
  console.log(JSON.stringify({ rows: Number(values.rows), megabytes: await send(few, Number(values.rows), 'few') }))
  const all = await prepare(port, modelBytes(20), { name: 'all', sampleRate: 1 })
  console.log(JSON.stringify({ kept: Number(values.kept), megabytes: await send(all, Number(values.kept), 'all') }))
  await server.stop()
  const took = { startMs: [], stopMs: [] }
  for (let i = 0; i < 5; i++) {
    const at = performance.now()
    server = await startServer(path, port)
    const ready = await call(port, 'GET', '/readyz')
    if (ready.status !== 200) throw new Error(ready.text)
    took.startMs.push(Math.round(performance.now() - at))
    const stopping = performance.now()
    await server.stop()
    took.stopMs.push(Math.round(performance.now() - stopping))
  }
  console.log(JSON.stringify({ storeMegabytes: Math.round(statSync(path).size / 1e6), ...took }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
