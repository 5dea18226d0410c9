// How long a client waits for a durable row while the service fits a model, certifies and makes a bundle.
//   node bench/service/apart.mjs
// Four clients send one row at a time; one JSON line for each kind of work beside them, and one with nothing beside them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { substream } from '@xenolith/core'
import { drawRows, modelBytes } from './model.mjs'
import { call, prepare, startServer } from './process.mjs'

const port = 20_000 + (process.pid % 12_000)
const folder = mkdtempSync(join(tmpdir(), 'xenolith-apart-'))
const json = { 'content-type': 'application/json' }
const csv = (rows) => `size,speed\n${rows.map(({ size, speed }) => `${size},${speed}`).join('\n')}\n`
const random = substream(1, 'apart')
const scores = (n, alpha) => Array.from({ length: n }, () => (random.float() < alpha ? 4 : 0) + random.normal())

const server = await startServer(join(folder, 'x.db'), port)
try {
  const stream = await prepare(port, modelBytes(100))
  const { model, certificate } = JSON.parse((await call(port, 'GET', `/v1/streams/${stream}`)).text)
  const terms = { alpha: 0.2, recall: 0.8, confidence: 0.95 }
  const certified = JSON.stringify({ model, nominal: scores(100_000, 0), mixture: scores(100_000, 0.2), ...terms })
  const file = (name, n, alpha) => ({ name: `${name}.csv`, text: csv(drawRows(n, alpha, name)) })
  const fitted = JSON.stringify({ nominal: file('clean', 20_000, 0), mixture: file('new', 20_000, 0.2), ...terms })
  const work = {
    nothing: () => new Promise((resolve) => setTimeout(resolve, 4000)),
    certificates: () => call(port, 'POST', '/v1/certificates', certified, json),
    bundles: () => call(port, 'GET', `/v1/certificates/${certificate}/bundle`),
    fits: () => call(port, 'POST', '/v1/fits', fitted, json),
  }
  let key = 0
  for (const [name, run] of Object.entries(work)) {
    const took = []
    let [ended, times] = [false, 0]
    const clients = Array.from({ length: 4 }, async () => {
      while (!ended) {
        const body = JSON.stringify(drawRows(1, 0.05, `row ${key}`))
        const at = performance.now()
        const { status, text } = await call(port, 'POST', `/v1/streams/${stream}/rows`, body, {
          ...json,
          'idempotency-key': `${key++}`,
        })
        if (status !== 201) throw new Error(text)
        took.push(performance.now() - at)
      }
    })
    const start = performance.now()
    do {
      const answer = await run()
      if (answer !== undefined && answer.status >= 300) throw new Error(answer.text)
      times++
    } while (performance.now() - start < 4000)
    const wall = performance.now() - start
    ended = true
    await Promise.all(clients)
    took.sort((a, b) => a - b)
    const at = (share) => Number(took[Math.floor(share * (took.length - 1))].toFixed(1))
    console.log(
      JSON.stringify({
        beside: name,
        times,
        msEach: Math.round(wall / times),
        requests: took.length,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
        maxMs: at(1),
      }),
    )
  }
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
