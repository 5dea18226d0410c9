import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { mutantsOf } from './mutants.mjs'

/*
 * A mutation pass over the arithmetic that spends delta: every operator and constant of the files named below is changed, one at a time, in a copy of the
 * core package, and tests are run on it in a plain process, the quickest first, until one notices. A mutant that no test notices is printed; some are harmless (power, not validity;
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

/** Quick tests that every mutant meets after its own; those that take longer are named file by file. */
const QUICK = ['references', 'count-test', 'theorem1', 'spent', 'answers', 'accounts', 'walk', 'looks', 'certify']

/** What is mutated, on which lines, and the tests that must notice: its own first, those that take long last. */
const targets = [
  { file: 'certificates/walk/schedule.ts', own: ['accounts', 'walk'] },
  { file: 'certificates/walk/threshold.ts', own: ['walk'], slow: ['ties'] },
  { file: 'certificates/walk/ties.ts', own: ['walk'], slow: ['ties'] },
  { file: 'certificates/walk/ranks.ts', own: ['accounts', 'walk'], slow: ['false-alarm', 'adversaries'] },
  { file: 'certificates/placed-gates.ts', own: ['accounts', 'certify'], slow: ['beside-atoms', 'placed-gates'] },
  { file: 'certificates/exact/prover.ts', own: ['answers', 'accounts'], slow: ['separation', 'observed'] },
  { file: 'certificates/exact/schedule.ts', own: ['accounts'], slow: ['schedule'] },
  { file: 'certificates/exact/threshold.ts', own: ['accounts'] },
  { file: 'certificates/exact/rank-test.ts', own: ['walk', 'exact-test'], slow: ['separation', 'adversaries'] },
  { file: 'certificates/exact/alpha-lower-bound.ts', own: ['accounts', 'spent'], slow: ['bounds'] },
  { file: 'certificates/count/count-test.ts', own: ['count-test', 'walk'], slow: ['count', 'adversaries'] },
  { file: 'certificates/count/upper-bound.ts', own: ['count-test', 'accounts'], slow: ['count'] },
  { file: 'certificates/count/schedule.ts', own: ['accounts'], slow: ['count'] },
  { file: 'certificates/count/threshold.ts', own: ['accounts'], slow: ['count'] },
  { file: 'certificates/count/lower-bound.ts', own: ['accounts'], slow: ['count'] },
  { file: 'certificates/count/prover.ts', own: ['answers', 'accounts'], slow: ['count', 'observed'] },
  { file: 'certificates/audit/audit.ts', own: ['accounts', 'spent'], slow: ['schedule', 'audit'] },
  { file: 'certificates/audit/labels.ts', own: ['certify'], slow: ['audit'] },
  { file: 'certificates/audit/prover.ts', own: ['spent', 'accounts'], slow: ['audit'] },
  { file: 'certificates/bands/dkw.ts', own: ['accounts'], slow: ['dkw', 'upper-bound'] },
  { file: 'certificates/bands/dkw-prover.ts', own: ['accounts', 'spent'], slow: ['dkw', 'upper-bound', 'observed'] },
  { file: 'certificates/bands/theorem1.ts', own: ['theorem1', 'accounts'], slow: ['plan', 'upper-bound'] },
  { file: 'certificates/bands/theorem1-prover.ts', own: ['theorem1', 'spent'], slow: ['upper-bound', 'observed'] },
  { file: 'certificates/bands/band-threshold.ts', own: ['accounts'], slow: ['dkw', 'upper-bound'] },
  { file: 'certificates/false-alarms/false-alarm.ts', own: ['accounts', 'false-alarm'] },
  { file: 'certificates/false-alarms/joint-level.ts', own: ['accounts', 'false-alarm'] },
  { file: 'certificates/separation.ts', own: ['answers', 'spent'], slow: ['separation'] },
  { file: 'certificates/separation-bound.ts', own: ['accounts', 'separation'] },
  { file: 'certificates/refute.ts', own: ['certify'], slow: ['count', 'bounds'] },
  { file: 'certificates/terms.ts', own: ['certify', 'looks'], slow: ['audit', 'separation'] },
  { file: 'certificates/checks.ts', own: ['certify', 'plan'], slow: ['audit'] },
  { file: 'certificates/certify.ts', own: ['answers', 'certify'], slow: ['admissibility', 'observed'] },
  { file: 'certificates/standing.ts', own: ['certify', 'looks'] },
  { file: 'cdf/tie-seed.ts', own: ['walk'], slow: ['ties'] },
  { file: 'proportion/audited-bound.ts', own: ['accounts'], slow: ['bounds'] },
  { file: 'proportion/lower-bound.ts', own: ['accounts'], slow: ['bounds'] },
].map(({ own, slow = [], ...target }) => ({
  ...target,
  tests: [...new Set([...own, ...QUICK])],
  slow,
}))

/** So many seconds of processor time and no more: a mutant that takes longer has lost its way out of a loop. */
const PATIENCE = { quick: 40, slow: 240 }

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
  try {
    await copyCore(copy)
    const all = [...new Set(chosen.flatMap(({ tests, slow }) => [...tests, ...(values.quick ? [] : slow)]))]
    const before = await run(copy, all)
    if (before !== null) throw new Error(`${before} fails without a mutation`)
    for (const mutant of (await inDrawnOrder()).slice(0, Number(values.sample ?? Number.POSITIVE_INFINITY))) {
      const { file, line, before, after, key } = mutant
      const noticed = known.has(key) ? known.get(key) : await noticedBy(copy, mutant)
      found.push({ file, line, before, after, noticed })
      if (noticed === null) console.log(`  not noticed: ${file}:${line}  ${before}  ->  ${after}`)
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
  const survivors = found.filter(({ noticed }) => noticed === null)
  const lost = found.filter(({ noticed }) => noticed === 'time')
  console.log(
    `\n${found.length} mutants, ${found.length - survivors.length} noticed (${lost.length} of them never ended), ${survivors.length} not`,
  )
}

async function noticedBy(copy, { file, source, text, key, tests }) {
  await writeModule(copy, join('packages/core/src', file), text)
  const noticed = await run(copy, tests)
  await writeModule(copy, join('packages/core/src', file), source)
  if (values.journal) await appendFile(values.journal, `${JSON.stringify([key, noticed])}\n`)
  return noticed
}

/** All mutants in an order that is drawn once and for all: however far a pass comes, it has tried a fair sample. */
async function inDrawnOrder() {
  const all = []
  for (const { file, tests, slow, lines } of chosen) {
    const source = await readFile(join(root, 'packages/core/src', file), 'utf8')
    for (const mutant of mutantsOf(source, lines)) {
      const key = JSON.stringify([file, mutant.line, mutant.before, mutant.after])
      const place = createHash('sha256').update(key).digest('hex')
      all.push({ ...mutant, file, source, key, place, tests: values.quick ? tests : [...tests, ...slow] })
    }
  }
  return all.sort((a, b) => (a.place < b.place ? -1 : 1))
}

/** The first of these test files that fails, 'time' if they never end, null if none fails. */
function run(copy, tests) {
  const seconds = values.quick ? PATIENCE.quick : PATIENCE.slow
  const script = `ulimit -t ${seconds}; exec node "$@"`
  const args = [join(root, 'tools/mutate/tests.mjs'), join(copy, 'packages/core/test'), ...tests]
  const child = spawn('sh', ['-c', script, 'sh', ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
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

/** Sources and tests of core as JavaScript, in which `vitest` is the stand-in. */
async function copyCore(copy) {
  for (const folder of ['packages/core/src', 'packages/core/test', 'tools']) {
    const from = join(root, folder)
    await cp(from, join(copy, folder), { recursive: true, filter: (path) => !path.endsWith('.ts') })
    for (const path of await readdir(from, { recursive: true })) {
      if (path.endsWith('.ts')) await writeModule(copy, join(folder, path), await readFile(join(from, path), 'utf8'))
    }
  }
  await writeFile(join(copy, 'package.json'), '{ "type": "module" }')
  const standIn = join(root, 'tools/mutate/stand-in.mjs')
  await writePackage(copy, 'vitest', { index: standIn })
  const [index, internals] = ['index.js', 'internals.js'].map((name) => join(copy, 'packages/core/src', name))
  await writePackage(copy, '@xenolith/core', { index, internals })
  await symlink(join(root, 'node_modules/fast-check'), join(copy, 'node_modules/fast-check'))
}

/** A package whose modules are those of other places. */
async function writePackage(copy, name, modules) {
  const folder = join(copy, 'node_modules', name)
  await mkdir(folder, { recursive: true })
  const exports = {}
  for (const [module, path] of Object.entries(modules)) {
    exports[module === 'index' ? '.' : `./${module}`] = `./${module}.js`
    await writeFile(join(folder, `${module}.js`), `export * from ${JSON.stringify(path)}\n`)
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', exports }))
}

async function writeModule(copy, path, text) {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
  const { outputText } = ts.transpileModule(text, { compilerOptions })
  await writeFile(join(copy, path.replace(/\.ts$/, '.js')), outputText)
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
