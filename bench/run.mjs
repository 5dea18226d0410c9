// npm run bench [-- NAME...] [--again] [--rounds N]
// Runs xenolith and its peers side by side on the same seeded data and prints ratios. Every workload leaves
// bench/results/NAME.json; a later run goes on where an earlier one stopped, unless --again.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { drawPictures } from './picture.mjs'
import { makeData, nativeForest, oldPython, python, setUpNpm, setUpPython } from './setup.mjs'
import { printTable, summarise } from './table.mjs'
import { workloads } from './workloads.mjs'

const results = new URL('results/', import.meta.url)
const args = process.argv.slice(2)
const again = args.includes('--again')
const rounds = args.includes('--rounds') ? Number(args[args.indexOf('--rounds') + 1]) : 2
const names = args.filter((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--rounds')

setUpPython()
setUpNpm()
mkdirSync(results, { recursive: true })
const all = workloads()
const chosen = Object.keys(all).filter((name) => names.length === 0 || names.some((part) => name.includes(part)))
for (const name of chosen) {
  const file = new URL(`${name}.json`, results)
  if (again || !existsSync(file)) writeFileSync(file, `${JSON.stringify(runWorkload(name, all[name]), null, 1)}\n`)
  printTable(JSON.parse(readFileSync(file, 'utf8')))
}
drawPictures(
  Object.keys(all)
    .map((name) => new URL(`${name}.json`, results))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8'))),
)

/** Contenders take turns, so that what else the machine does falls on all of them. */
function runWorkload(name, { title, unit = 's', over, contenders }) {
  const measured = contenders.map(({ name, note, x, task }) => ({
    name,
    note,
    x,
    threads: task.threads ?? 1,
    cpu: [],
    wall: [],
    latency: [],
    peak: [],
  }))
  for (let round = 0; round < (unit === 'MB' ? 1 : rounds); round++) {
    contenders.forEach((contender, k) => {
      process.stderr.write(`${name}, round ${round + 1}: ${contender.name}\n`)
      const output = runContender(contender)
      for (const kind of ['cpu', 'wall', 'latency']) measured[k][kind].push(...(output[kind] ?? []))
      measured[k].peak.push(output.peak)
      measured[k].modelBytes = output.modelBytes
    })
  }
  for (const contender of measured) if (contender.latency.length > 0) contender.latency = summarise(contender.latency)
  return { name, title, unit, over, machine: machine(), at: new Date().toISOString(), contenders: measured }
}

function runContender({ program, task }) {
  makeData(task.nominal)
  makeData(task.test)
  if (program === 'command') return timeCommand(task.command)
  if (program === 'commands') return parsed(runCommands(task), task)
  if (program === 'native') return parsed(spawnSync(nativeForest(), nativeWords(task), { encoding: 'utf8' }), task)
  if (program === 'npm') return parsed(runNode('npm-peers.mjs', task), task)
  const script = new URL(program === 'node' ? 'xenolith.mjs' : 'peers.py', import.meta.url).pathname
  const threads = String(task.threads ?? 1)
  const run = spawnSync(
    program === 'node' ? process.execPath : program === 'old-python' ? oldPython() : python,
    program === 'node' ? [script, JSON.stringify(task)] : ['-I', script, JSON.stringify(task)],
    {
      encoding: 'utf8',
      env: { ...process.env, OMP_NUM_THREADS: threads, OPENBLAS_NUM_THREADS: threads },
    },
  )
  return parsed(run, task)
}

/** Python knows what its children used; Node does not. */
function runCommands({ commands }) {
  const script = new URL('commands.py', import.meta.url).pathname
  const one = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' }
  return spawnSync(python, ['-I', script, JSON.stringify(commands)], {
    encoding: 'utf8',
    env: { ...process.env, ...one },
  })
}

function runNode(script, task) {
  const path = new URL(script, import.meta.url).pathname
  return spawnSync(process.execPath, [path, JSON.stringify(task)], { encoding: 'utf8' })
}

function nativeWords({ work, nominal, rows, width, rangeCheck = true, repeat = 3, test, testRows }) {
  const words = [work, nominal, rows, width, 1000, Math.round(0.2 * rows), rangeCheck ? 1 : 0, repeat]
  return [...words, ...(test === undefined ? [] : [test, testRows])].map(String)
}

function parsed({ stdout, stderr, status }, task) {
  if (status !== 0) throw new Error(`code ${status} on ${JSON.stringify(task)}:\n${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1))
}

/** Wall seconds; a process that starts and ends has no other time that matters. */
function timeCommand([program, ...words]) {
  const wall = Array.from({ length: 7 }, () => {
    const start = performance.now()
    const { status } = spawnSync(program, words)
    if (status !== 0) throw new Error(`${program} ${words.join(' ')} failed`)
    return (performance.now() - start) / 1000
  })
  return { cpu: wall, wall }
}

function machine() {
  return {
    processor: cpus()[0]?.model,
    processors: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    load: loadavg().map((x) => Number(x.toFixed(1))),
  }
}
