import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { copyCore, writeModule } from './copy-of-core.mjs'
import { mutantsOf } from './mutants.mjs'

/*
 * A mutation pass over the arithmetic that spends delta: every operator and constant of the files named below is changed, one at a time, in a copy of the
 * core package, and the tests that run the changed line are run on it in a plain process, the quickest first, until one notices. A mutant that no test notices is
 * printed; some are harmless (power, not validity; the last digit of a search), none should surprise.
 *     node tools/mutate/run.mjs [--list] [--seconds 10] [--sample 100] [--journal FILE] [part of a file's path ...]
 * --seconds bounds the processor time of the tests of one mutant: the quickest ones that fit are run. A journal keeps what was found, so that a pass that was
 * stopped goes on where it was; a mutant that was not noticed is tried again where more seconds are given than before.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    journal: { type: 'string' },
    sample: { type: 'string' },
  },
})
const budget = Number(values.seconds)

const targets = [
  ...['schedule', 'threshold', 'ties', 'ranks'].map((name) => `certificates/walk/${name}.ts`),
  ...['prover', 'schedule', 'threshold', 'rank-test', 'alpha-lower-bound'].map(
    (name) => `certificates/exact/${name}.ts`,
  ),
  ...['count-test', 'upper-bound', 'schedule', 'threshold', 'lower-bound', 'prover'].map(
    (name) => `certificates/count/${name}.ts`,
  ),
  ...['audit', 'labels', 'prover'].map((name) => `certificates/audit/${name}.ts`),
  ...['dkw', 'dkw-prover', 'theorem1', 'theorem1-prover', 'band-threshold'].map(
    (name) => `certificates/bands/${name}.ts`,
  ),
  ...['false-alarm', 'joint-level'].map((name) => `certificates/false-alarms/${name}.ts`),
  ...['placed-gates', 'separation', 'separation-bound', 'refute', 'terms', 'checks', 'certify', 'standing'].map(
    (name) => `certificates/${name}.ts`,
  ),
  ...['audited-bound', 'lower-bound'].map((name) => `proportion/${name}.ts`),
  'cdf/tie-seed.ts',
]

/** The tests that may notice: folders of test files, or one. */
const TESTS = [
  'certificates',
  'cdf/cdf.test',
  'cdf/tie-seed.test',
  'proportion/bounds.test',
  'proportion/separation.test',
]

/** So many times the processor time that its tests take, and a few seconds: a mutant that takes longer has lost its way out of a loop. */
const PATIENCE = 2

const chosen = targets.filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
const known = await journal()
const found = []
if (values.list) await list()
else await pass()

async function list() {
  let total = 0
  for (const file of chosen) {
    const mutants = mutantsOf(await readFile(join(root, 'packages/core/src', file), 'utf8'))
    total += mutants.length
    console.log(`${file}: ${mutants.length} mutants`)
  }
  console.log(`${total} mutants`)
}

async function pass() {
  const copy = await mkdtemp(join(tmpdir(), 'xenolith-mutants-'))
  try {
    await copyCore(root, copy)
    const tests = await testsByTime(copy)
    for (const mutant of (await inDrawnOrder()).slice(0, Number(values.sample ?? Number.POSITIVE_INFINITY))) {
      const noticed = known.has(mutant.key) ? known.get(mutant.key) : await noticedBy(copy, mutant, tests)
      found.push(noticed)
      if (noticed === null)
        console.log(`  not noticed: ${mutant.file}:${mutant.line}  ${mutant.before}  ->  ${mutant.after}`)
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  const survivors = found.filter((noticed) => noticed === null).length
  const lost = found.filter((noticed) => noticed === 'time').length
  console.log(
    `\n${found.length} mutants, ${found.length - survivors} noticed (${lost} of them never ended), ${survivors} not`,
  )
}

/** The test files, the quickest first, each with the lines of the sources that it runs. */
async function testsByTime(copy) {
  const tests = []
  const folder = join(copy, 'packages/core/test')
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.test.js') || !TESTS.some((part) => name.startsWith(part))) continue
    const path = join(folder, name)
    const record = join(copy, 'lines.json')
    const failed = await run([path], 600, { LINES: record })
    if (failed !== null) throw new Error(`${failed} fails without a mutation`)
    const { seconds, lines } = JSON.parse(await readFile(record, 'utf8'))
    tests.push({ path, seconds, lines: new Map(Object.entries(lines).map(([file, run]) => [file, new Set(run)])) })
  }
  return tests.sort((a, b) => a.seconds - b.seconds)
}

async function noticedBy(copy, { file, line, source, text, key }, tests) {
  const path = join('packages/core/src', file)
  const script = join(copy, path.replace(/\.ts$/, '.js'))
  let seconds = 0
  const able = tests
    .filter(({ lines }) => lines.get(script)?.has(line))
    .filter((test) => {
      if (seconds + test.seconds > budget) return false
      seconds += test.seconds
      return true
    })
  await writeModule(copy, path, text)
  const noticed = await run(
    able.map((test) => test.path),
    Math.ceil(5 + PATIENCE * seconds),
  )
  await writeModule(copy, path, source)
  if (values.journal) await appendFile(values.journal, `${JSON.stringify([key, noticed, budget])}\n`)
  return noticed
}

/** All mutants in an order that is drawn once and for all: however far a pass comes, it has tried a fair sample. */
async function inDrawnOrder() {
  const all = []
  for (const file of chosen) {
    const source = await readFile(join(root, 'packages/core/src', file), 'utf8')
    for (const mutant of mutantsOf(source)) {
      const key = JSON.stringify([file, mutant.line, mutant.before, mutant.after])
      const place = createHash('sha256').update(key).digest('hex')
      all.push({ ...mutant, file, source, key, place })
    }
  }
  return all.sort((a, b) => (a.place < b.place ? -1 : 1))
}

/** The first of these test files that fails, 'time' if they never end, null if none fails. */
function run(paths, seconds, env = {}) {
  const script = `ulimit -t ${seconds}; exec node "$@"`
  const args = [join(root, 'tools/mutate/tests.mjs'), ...paths]
  const child = spawn('sh', ['-c', script, 'sh', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  })
  let begun = ''
  child.stdout.on('data', (text) => {
    begun += text
  })
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (status, signal) => {
      if (signal !== null || status > 128) done('time')
      else done(status === 0 ? null : (begun.trim().split('\n').at(-1) ?? 'start'))
    })
  })
}

/** What earlier passes found: who noticed, or null where as many seconds as now found nobody. */
async function journal() {
  if (!values.journal) return new Map()
  const text = await readFile(values.journal, 'utf8').catch(() => '')
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => JSON.parse(line)).filter(([, noticed, seconds]) => noticed !== null || seconds >= budget),
  )
}
