// The contenders from npm. Reads a task (JSON) from the command line, prints its measurements (JSON).
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(new URL('.npm/package.json', import.meta.url))
const task = JSON.parse(process.argv[2])
const { width, fewTrees = 1000, fewRows } = task

function load(path, most = Number.POSITIVE_INFINITY) {
  const bytes = readFileSync(path)
  const values = new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8)
  const rows = Math.min(most, values.length / width)
  return Array.from({ length: rows }, (_, i) => Array.from(values.subarray(i * width, (i + 1) * width)))
}

const asObjects = (rows) => rows.map((row) => Object.fromEntries(row.map((x, j) => [`f${j}`, x])))

const peers = {
  'isolation-forest': () => {
    const { IsolationForest } = require('isolation-forest')
    const forest = new IsolationForest(fewTrees, Math.round(0.2 * nominal.length))
    return { rows: asObjects, fit: (rows) => forest.fit(rows), score: (rows) => forest.predict(rows) }
  },
  'ml-isolation-forest': () => {
    const { IsolationForest } = require('ml-isolation-forest')
    const forest = new IsolationForest({ nEstimators: fewTrees })
    return { rows: (rows) => rows, fit: (rows) => forest.train(rows), score: (rows) => forest.predict(rows) }
  },
}

const nominal = load(task.nominal)
const judged = task.work === 'score' ? load(task.test) : nominal

function measure(work) {
  const before = process.cpuUsage()
  const start = performance.now()
  work()
  const { user, system } = process.cpuUsage(before)
  return { cpu: (user + system) / 1e6, wall: (performance.now() - start) / 1000 }
}

const peer = peers[task.peer]()
const training = peer.rows(nominal)
const part = peer.rows(judged.slice(0, fewRows))
const fitted = measure(() => peer.fit(training))
const scored = task.work === 'fit' ? undefined : measure(() => peer.score(part))
const trees = 1000 / fewTrees
const rows = judged.length / part.length
const total = (kind) =>
  (task.work === 'score' ? 0 : fitted[kind] * trees) + (scored === undefined ? 0 : scored[kind] * trees * rows)
console.log(JSON.stringify({ cpu: [total('cpu')], wall: [total('wall')], peak: process.resourceUsage().maxRSS / 1024 }))
