// node bench/detect.mjs [ROWS]: where does `xenolith detect` on a large Parquet file spend its time? Reading, scoring and
// writing alone, then the command, which does all three at once. Leaves bench/results/detect-parquet.json.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { createEngine } from '@xenolith/engine'
import { connect } from '../packages/cli/dist/files/duckdb.js'
import { openSource } from '../packages/cli/dist/files/open.js'
import { scan } from '../packages/cli/dist/files/scan.js'
import { createWriter } from '../packages/cli/dist/files/write.js'
import { readModel } from '../packages/cli/dist/read-model.js'

const WIDTH = 9
const rows = Number(process.argv[2] ?? 1_000_000)
const folder = new URL('.data/', import.meta.url)
const path = (name) => new URL(name, folder).pathname
const command = new URL('../packages/cli/bin/xenolith.js', import.meta.url).pathname

mkdirSync(folder, { recursive: true })
const input = await parquetOf(rows)
const model = path('detect.xeno')
const few = await parquetOf(10_000)
if (!existsSync(model)) {
  const words = ['fit', '--nominal', few, '--mixture', few, '--alpha', '0.1', '--q', '0.05', '--out', model, '--quiet']
  xenolith(words)
}
const file = await readModel(model)
const { features } = file.model

const steps = {}
const tables = []
await step('read', async () => {
  const source = await openSource(input, { features })
  for await (const { table, ids } of scan(source, { features })) tables.push({ table, ids })
  await source.close()
})
const scores = []
for (const workers of [1, 2]) {
  const engine = createEngine({ workers })
  await step(workers === 1 ? 'score, 1 worker' : 'score, 2 workers', async () => {
    for (const [k, { table }] of tables.entries()) scores[k] = await engine.score(file.model, table)
  })
  await engine.close()
}
for (const out of ['detect-out.parquet', 'detect-out.csv']) {
  await step(`write ${out.split('.')[1]}`, async () => {
    const columns = [
      { name: 'row', type: 'id-number' },
      { name: 'score', type: 'number' },
    ]
    const writer = await createWriter(path(out), columns)
    for (const [k, { ids }] of tables.entries()) await writer.write([ids, scores[k]])
    await writer.commit()
  })
}
tables.length = 0
for (const workers of [1, 2]) {
  const start = performance.now()
  const out = path('detect-out.parquet')
  xenolith(['score', '--model', model, '--input', input, '--out', out, '--workers', String(workers), '--quiet'])
  steps[`the command, ${workers} worker${workers > 1 ? 's' : ''}`] = { wall: (performance.now() - start) / 1000 }
}
for (const out of ['detect-out.parquet', 'detect-out.csv']) rmSync(path(out), { force: true })

const result = { rows, width: WIDTH, processor: cpus()[0]?.model, load: loadavg(), steps }
if (rows >= 1_000_000) {
  writeFileSync(new URL('results/detect-parquet.json', import.meta.url), `${JSON.stringify(result, null, 1)}\n`)
}
for (const [name, { cpu, wall }] of Object.entries(steps)) {
  console.log(
    `${name.padEnd(24)} ${cpu === undefined ? ''.padStart(8) : cpu.toFixed(2).padStart(8)} CPU s  ${wall.toFixed(2).padStart(8)} s`,
  )
}

async function step(name, work) {
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const { user, system } = process.cpuUsage(before)
  steps[name] = { cpu: (user + system) / 1e6, wall: (performance.now() - start) / 1000 }
}

/** Sums of uniform numbers, which are near enough to normal. */
async function parquetOf(count) {
  const target = path(`detect-${count}x${WIDTH}.parquet`)
  if (existsSync(target)) return target
  const columns = Array.from({ length: WIDTH }, (_, j) => `random() + random() + random() - 1.5 AS f${j}`)
  const connection = await connect()
  await connection.run('SELECT setseed(0.25)')
  await connection.run(`COPY (SELECT ${columns.join(', ')} FROM range(${count})) TO '${target}' (FORMAT parquet)`)
  connection.closeSync()
  return target
}

function xenolith(words) {
  const { status, stderr } = spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`xenolith ${words[0]} failed with code ${status}: ${stderr}`)
}
