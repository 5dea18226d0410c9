// npm run fuzz -- --files 200000 [--from 0] [--seed 1]: changed model files with checksums that fit, through everything that reads one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { addCounts, countLines, emptyCounts, fileOf, fuzz, seedFiles } from './fuzz.mjs'

async function main() {
  const { values } = parseArgs({
    options: {
      files: { type: 'string', default: '200000' },
      from: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      only: { type: 'string' },
      keep: { type: 'string', default: 'node_modules/.cache/fuzz' },
    },
  })
  const [files, from, seed, jobs] = [values.files, values.from, values.seed, values.jobs].map(Number)
  for (const [name, value, least] of [
    ['files', files, 1],
    ['from', from, 0],
    ['seed', seed, 0],
    ['jobs', jobs, 1],
  ]) {
    if (!Number.isSafeInteger(value) || value < least)
      throw new Error(`--${name} must be a whole number of at least ${least}`)
  }
  const counts = emptyCounts()
  if (values.only !== undefined) {
    const number = Number(values.only)
    addCounts(counts, await fuzz({ files: number + 1, from: number, seed }))
  } else {
    const parts = await Promise.all(
      Array.from({ length: jobs }, (_, job) =>
        inWorker({ job, files: from + files, seed, from: from + job, step: jobs }),
      ),
    )
    for (const part of parts) addCounts(counts, part)
    counts.failures.sort((a, b) => a.number - b.number)
  }
  console.log(countLines(counts).join('\n'))
  keepFailures(counts.failures, seed, values.keep)
  process.exitCode = counts.failures.length > 0 ? 1 : 0
}

function inWorker(task) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: task })
    worker.on('message', (message) => {
      if (typeof message === 'number') process.stderr.write(`job ${task.job}: ${message} files\n`)
      else resolve(message)
    })
    worker.on('error', reject)
  })
}

/** The files that failed, to look at. */
function keepFailures(failures, seed, folder) {
  if (failures.length === 0) return
  mkdirSync(folder, { recursive: true })
  const seeds = seedFiles()
  for (const { number } of failures.slice(0, 100)) {
    writeFileSync(join(folder, `${seed}-${number}.xeno`), fileOf(seeds, seed, number).bytes)
  }
  console.log(`the files that failed are in ${folder}; --only NUMBER tries one of them again`)
}

if (isMainThread) await main()
else {
  const onFile = ({ files }) => files % 10_000 === 0 && parentPort.postMessage(files)
  parentPort.postMessage(await fuzz({ ...workerData, onFile }))
}
