import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { mutantsOf } from './mutants.mjs'

/*
 * A mutation pass over the arithmetic that spends delta: every operator and constant of the files named below is changed, one at a time, in a copy of the
 * core package, and the tests beside it are run, the quickest first, until one notices. A mutant that no test notices is printed; some are harmless (power, not validity;
 * the last digit of a search), none should surprise.
 *     node tools/mutate/run.mjs [--list] [--quick] [--sample 100] [--journal FILE] [part of a file's path ...]
 * --quick leaves the slow tests out: what is printed then is what the quick ones do not notice. A journal keeps what was found, so that a pass that was stopped goes on where it was.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    journal: { type: 'string' },
    sample: { type: 'string' },
  },
})

/** What is mutated, on which lines, and the tests that must notice, those that take long apart. */
const targets = [
  { file: 'certificates/walk/schedule.ts', tests: ['accounts', 'walk'] },
  { file: 'certificates/walk/threshold.ts', tests: ['accounts', 'walk'], slow: ['ties'] },
  { file: 'certificates/walk/ties.ts', tests: ['walk'], slow: ['ties'] },
  {
    file: 'certificates/walk/ranks.ts',
    tests: ['accounts', 'spent', 'walk', 'exact-threshold'],
    slow: ['adversaries'],
  },
  { file: 'certificates/placed-gates.ts', tests: ['accounts', 'walk'], slow: ['schedule'] },
  { file: 'certificates/exact/prover.ts', tests: ['accounts', 'spent', 'certify'] },
  { file: 'certificates/exact/schedule.ts', tests: ['accounts', 'exact-threshold'], slow: ['schedule'] },
  { file: 'certificates/exact/threshold.ts', tests: ['accounts', 'exact-threshold'] },
  {
    file: 'certificates/exact/rank-test.ts',
    tests: ['walk', 'exact-test'],
    slow: ['adversaries'],
    lines: /p|edge|mass|mean|sum|tail/,
  },
  { file: 'certificates/exact/alpha-lower-bound.ts', tests: ['accounts', 'spent'], slow: ['bounds'] },
  { file: 'certificates/count/count-test.ts', tests: ['count-test', 'walk', 'count'], slow: ['adversaries'] },
  { file: 'certificates/count/upper-bound.ts', tests: ['count-test', 'accounts', 'count'] },
  { file: 'certificates/count/schedule.ts', tests: ['accounts', 'count'] },
  { file: 'certificates/count/threshold.ts', tests: ['accounts', 'count'] },
  { file: 'certificates/count/lower-bound.ts', tests: ['accounts', 'count'] },
  { file: 'certificates/count/prover.ts', tests: ['accounts', 'spent', 'certify', 'count'] },
  { file: 'certificates/audit/audit.ts', tests: ['accounts', 'spent'], slow: ['schedule', 'audit'] },
  { file: 'certificates/bands/dkw.ts', tests: ['accounts'], slow: ['dkw', 'upper-bound'] },
  { file: 'certificates/bands/theorem1.ts', tests: ['theorem1', 'accounts'], slow: ['upper-bound'] },
  { file: 'certificates/bands/band-threshold.ts', tests: ['accounts'], slow: ['dkw', 'upper-bound'] },
  { file: 'certificates/false-alarms/false-alarm.ts', tests: ['accounts', 'false-alarm'] },
  { file: 'certificates/false-alarms/joint-level.ts', tests: ['accounts', 'false-alarm'] },
  { file: 'certificates/separation.ts', tests: ['spent', 'accounts', 'separation'] },
  { file: 'certificates/separation-bound.ts', tests: ['accounts', 'separation'] },
  { file: 'cdf/tie-seed.ts', tests: ['walk'], slow: ['ties'] },
  { file: 'proportion/audited-bound.ts', tests: ['accounts'], slow: ['bounds'] },
  { file: 'proportion/lower-bound.ts', tests: ['accounts'], slow: ['bounds'] },
]

/** A test file that takes so many times the processor time that it took before, and so many seconds more, has lost its way out of a loop. */
const PATIENCE = { times: 5, more: 10 }
/** How many seconds of processor time each test file took at most without a mutation. */
const usual = new Map()

const chosen = targets.filter(({ file }) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
const known = await journal()
const found = []
if (values.list) await list()
else await pass()

async function list() {
  let total = 0
  for (const { file, lines } of chosen) {
    const mutants = mutantsOf(await readFile(join(root, 'packages/core/src', file), 'utf8'), lines)
    total += mutants.length
    console.log(`${file}: ${mutants.length} mutants`)
  }
  console.log(`${total} mutants`)
}

async function pass() {
  const copy = await mkdtemp(join(tmpdir(), 'xenolith-mutants-'))
  let tests = openTests(copy)
  try {
    await copyProject(copy)
    for (const mutant of (await inDrawnOrder()).slice(0, Number(values.sample ?? Number.POSITIVE_INFINITY))) {
      const { file, line, before, after, key } = mutant
      const noticed = known.has(key) ? known.get(key) : await noticedBy(mutant)
      found.push({ file, line, before, after, noticed })
      if (noticed === null) console.log(`  not noticed: ${file}:${line}  ${before}  ->  ${after}`)
    }
  } finally {
    tests.stop()
    await rm(copy, { recursive: true, force: true })
  }
  const survivors = found.filter(({ noticed }) => noticed === null)
  const lost = found.filter(({ noticed }) => noticed === 'time')
  console.log(
    `\n${found.length} mutants, ${found.length - survivors.length} noticed (${lost.length} of them never ended), ${survivors.length} not`,
  )

  async function noticedBy({ file, source, text, key, tests: names }) {
    const path = join(copy, 'packages/core/src', file)
    const unmeasured = names.filter((name) => !usual.has(name))
    if (unmeasured.length > 0 && (await tests.run({ path, text: source, tests: unmeasured }, true)) !== null) {
      throw new Error(`the tests of ${file} fail without a mutation`)
    }
    const noticed = await tests.run({ path, text, tests: names })
    if (noticed === 'time') {
      tests.stop()
      tests = openTests(copy)
    }
    await tests.run({ path, text: source, tests: [] })
    if (values.journal) await appendFile(values.journal, `${JSON.stringify([key, noticed])}\n`)
    return noticed
  }
}

/** All mutants in an order that is drawn once and for all: however far a pass comes, it has tried a fair sample. */
async function inDrawnOrder() {
  const all = []
  for (const { file, tests, slow = [], lines } of chosen) {
    const source = await readFile(join(root, 'packages/core/src', file), 'utf8')
    for (const mutant of mutantsOf(source, lines)) {
      const key = JSON.stringify([file, mutant.line, mutant.before, mutant.after])
      const place = createHash('sha256').update(key).digest('hex')
      all.push({ ...mutant, file, source, key, place, tests: values.quick ? tests : [...tests, ...slow] })
    }
  }
  return all.sort((a, b) => (a.place < b.place ? -1 : 1))
}

/** The tests in a process group of their own, which can be ended when a mutant never ends. */
function openTests(copy) {
  let child
  let ready
  return {
    async run(task, measured = false) {
      if (child === undefined) {
        const stdio = ['ignore', 'ignore', 'inherit', 'ipc']
        child = fork(join(root, 'tools/mutate/tests.mjs'), [copy], { stdio, detached: true })
        ready = new Promise((done) => child.once('message', done))
      }
      await ready
      let file
      let began
      let timer
      const ends = () => {
        clearInterval(timer)
        if (measured && file !== undefined) usual.set(file, Math.max(usual.get(file) ?? 0, used() - began))
      }
      const used = () => processorTime(child.pid)
      try {
        return await new Promise((done, fail) => {
          child.on('exit', (status) => fail(new Error(`the tests ended with status ${status}`)))
          child.on('message', ({ begins, noticed }) => {
            ends()
            if (begins === undefined) return done(noticed)
            file = begins
            began = used()
            if (measured) return
            const limit = began + PATIENCE.times * usual.get(file) + PATIENCE.more
            timer = setInterval(() => {
              if (used() < limit) return
              clearInterval(timer)
              done('time')
            }, 1000)
          })
          child.send(task)
        })
      } finally {
        child.removeAllListeners()
      }
    },
    stop() {
      if (child !== undefined) process.kill(-child.pid, 'SIGKILL')
    },
  }
}

/** Seconds of processor time that a process group has used, those of ended children included: on a busy machine wall time says little. */
function processorTime(group) {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      // State, parent, group, ...; user and system time, then those of children that have ended.
      if (Number(fields[2]) === group) ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    } catch {} // It has just ended.
  }
  return ticks / 100
}

async function copyProject(copy) {
  const kept = ['package.json', 'tsconfig.base.json', 'vitest.config.ts', 'tools/closing-line.ts', 'packages/core']
  for (const path of kept) {
    const filter = (from) => !from.includes('node_modules') && !from.includes('/dist')
    await cp(join(root, path), join(copy, path), { recursive: true, filter })
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
}

async function journal() {
  if (!values.journal) return new Map()
  const text = await readFile(values.journal, 'utf8').catch(() => '')
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  )
}
