// One contender: xenolith. Reads a task (JSON) from the command line, prints its measurements (JSON).
import { readFileSync } from 'node:fs'
import { selectRows, threshold } from '@xenolith/core'
import * as internals from '@xenolith/core/internals'
import { createEngine } from '@xenolith/engine'

const task = JSON.parse(process.argv[2])
const engine = createEngine({ workers: task.threads ?? 1 })

function load(path, width, rows = Number.POSITIVE_INFINITY) {
  const bytes = readFileSync(path)
  const values = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
  const count = Math.min(rows, values.length / width)
  const columns = Array.from({ length: width }, (_, j) => ({
    name: `f${j}`,
    kind: 'numeric',
    values: Float64Array.from({ length: count }, (_, i) => values[i * width + j]),
  }))
  return { rows: count, columns }
}

const nominal = task.nominal && load(task.nominal, task.width, task.rows)
const test = task.test && load(task.test, task.width, task.testRows)
const { trees = 1000, subsample = 0.2, rangeCheck = true, bins } = task
const forest = { trees, subsample, rangeCheck }
const knn = { detector: 'knn', scaling: 'raw', outOfBag: false }
const loda = { detector: 'loda', projections: trees, bins }

async function measure(work, repeat = task.repeat ?? 3) {
  const cpu = []
  const wall = []
  for (let k = 0; k < repeat; k++) {
    const before = process.cpuUsage()
    const start = performance.now()
    await work()
    wall.push((performance.now() - start) / 1000)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1e6)
  }
  return { cpu, wall }
}

/** One row at a time on a warm model, milliseconds: the first fifth warms it, every eighth of the others is told. */
async function latency(model) {
  const { oneByOne = 300 } = task
  const rows = Array.from({ length: oneByOne }, (_, i) => selectRows(test, [i]))
  const times = []
  for (const row of rows) {
    const start = performance.now()
    await engine.score(model, row)
    times.push(performance.now() - start)
  }
  return { latency: times.slice(oneByOne / 5).filter((_, i) => i % 8 === 0) }
}

let peak

const works = {
  fit: () => measure(() => engine.fit(nominal, { ...forest, outOfBag: false })),
  'fit-oob': () => measure(() => engine.fit(nominal, forest)),
  score: async () => {
    const { model } = await engine.fit(nominal, { ...forest, outOfBag: false })
    return measure(() => engine.score(model, test))
  },
  'one-row': async () => latency((await engine.fit(nominal, { ...forest, outOfBag: false })).model),
  'knn-score': async () => {
    const { model } = await engine.fit(nominal, knn)
    return measure(() => engine.score(model, test))
  },
  'loda-fit': () => measure(() => engine.fit(nominal, loda)),
  'loda-score': async () => {
    const { model } = await engine.fit(nominal, loda)
    return measure(() => engine.score(model, test))
  },
  'loda-one-row': async () => latency((await engine.fit(nominal, loda)).model),
  memory: async () => {
    const { model } = await engine.fit(nominal, forest)
    await engine.score(model, test)
    peak = process.resourceUsage().maxRSS / 1024
    return { modelBytes: internals.encodeContainer({ model: internals.packModel(model) }).byteLength }
  },
  stream: () => measure(() => engine.fitAndScore(nominal, [test], forest)),
  threshold: () => {
    const scores = load(task.nominal, 1).columns[0].values
    const mixture = load(task.test, 1).columns[0].values
    return measure(() => threshold({ nominal: scores, mixture, alpha: 0.1, q: 0.05 }))
  },
}

const result = await works[task.work]()
peak ??= process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ ...result, peak }))
await engine.close()
