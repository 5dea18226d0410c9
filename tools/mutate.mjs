import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/*
 * A mutation pass over the arithmetic that spends delta: every operator and constant of the lines named below is changed, one at a time, in a copy of the
 * core package, and the tests beside it are run. A mutant that no test notices is printed; some are harmless (power, not validity), none should surprise.
 *     node tools/mutate.mjs [--list] [part of a file's path ...]
 */
const run = promisify(execFile)
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** What is mutated, on which lines, and the tests that must notice. */
const targets = [
  { file: 'certificates/walk/schedule.ts', tests: ['walk', 'accounts'] },
  { file: 'certificates/exact/prover.ts', tests: ['spent', 'accounts'] },
  { file: 'certificates/exact/schedule.ts', tests: ['accounts', 'exact-threshold'] },
  { file: 'certificates/exact/threshold.ts', tests: ['accounts', 'exact-threshold', 'exact-coverage'] },
  { file: 'certificates/exact/rank-test.ts', tests: ['exact-test', 'walk'], lines: /p|edge|mass|mean|sum|tail/ },
  { file: 'certificates/exact/alpha-lower-bound.ts', tests: ['accounts', 'spent', 'bounds'] },
  { file: 'certificates/count/count-test.ts', tests: ['count-test', 'walk'] },
  { file: 'certificates/count/upper-bound.ts', tests: ['count'] },
  { file: 'certificates/count/schedule.ts', tests: ['accounts', 'count'] },
  { file: 'certificates/count/threshold.ts', tests: ['accounts', 'count'] },
  { file: 'certificates/count/lower-bound.ts', tests: ['accounts', 'count'] },
  { file: 'certificates/audit/audit.ts', tests: ['audit', 'accounts', 'spent', 'schedule'] },
  { file: 'certificates/bands/dkw.ts', tests: ['dkw', 'accounts', 'upper-bound'] },
  { file: 'certificates/bands/theorem1.ts', tests: ['theorem1', 'accounts', 'upper-bound'] },
  { file: 'certificates/bands/band-threshold.ts', tests: ['upper-bound'] },
  { file: 'certificates/false-alarms/false-alarm.ts', tests: ['false-alarm', 'accounts'] },
  { file: 'certificates/false-alarms/joint-level.ts', tests: ['false-alarm', 'accounts'] },
  { file: 'certificates/separation.ts', tests: ['spent', 'accounts'] },
  { file: 'certificates/separation-bound.ts', tests: ['separation', 'accounts'] },
  { file: 'proportion/audited-bound.ts', tests: ['bounds', 'accounts'] },
  { file: 'proportion/lower-bound.ts', tests: ['bounds', 'accounts'] },
]

/** Each pattern is replaced wherever it stands in code, once for each place. */
const mutations = [
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' / '],
  [/ \/ /g, ' * '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < (?!\/)/g, ' <= '],
  [/ > /g, ' >= '],
  [/Math\.min\(/g, 'Math.max('],
  [/Math\.max\(/g, 'Math.min('],
  [/\bdelta \/ 2\b/g, 'delta'],
  [/\b0\.5\b/g, '1'],
  [/\b(0\.\d*[1-9]\d*)\b/g, (x) => String(2 * Number(x))],
  [/\b1 - /g, ''],
]

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const chosen = targets.filter(({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
const copy = await mkdtemp(join(tmpdir(), 'xenolith-mutants-'))
let killed = 0
const survivors = []
try {
  await copyProject()
  for (const target of chosen) await mutate(target)
} finally {
  await rm(copy, { recursive: true, force: true })
}
console.log(`\n${killed + survivors.length} mutants, ${killed} noticed, ${survivors.length} not`)
for (const line of survivors) console.log(line)

async function copyProject() {
  const kept = ['package.json', 'tsconfig.base.json', 'vitest.config.ts', 'tools/closing-line.ts', 'packages/core']
  for (const path of kept) {
    const filter = (from) => !from.includes('node_modules') && !from.includes('/dist')
    await cp(join(root, path), join(copy, path), { recursive: true, filter })
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
}

async function mutate({ file, tests, lines }) {
  const path = join(copy, 'packages/core/src', file)
  let source
  try {
    source = await readFile(path, 'utf8')
  } catch {
    console.log(`${file}: not there`)
    return
  }
  const mutants = mutantsOf(source, lines)
  console.log(`${file}: ${mutants.length} mutants`)
  if (process.argv.includes('--list')) return
  if (!(await passes(tests))) throw new Error(`the tests of ${file} fail without a mutation`)
  for (const { text, line, before, after } of mutants) {
    await writeFile(path, text)
    if (await passes(tests)) {
      survivors.push(`${file}:${line}  ${before.trim()}  ->  ${after.trim()}`)
      console.log(`  not noticed: ${line}  ${after.trim()}`)
    } else killed++
  }
  await writeFile(path, source)
}

function mutantsOf(source, lines) {
  const all = source.split('\n')
  const seen = new Set()
  const mutants = []
  let comment = false
  all.forEach((before, index) => {
    const text = before.trim()
    if (text.startsWith('/*')) comment = true
    const code = !comment && !text.startsWith('//') && !/^(import|export (type|interface)|readonly|\*)/.test(text)
    if (text.includes('*/')) comment = false
    if (!code || (lines !== undefined && !lines.test(before))) return
    for (const [pattern, replacement] of mutations) {
      for (const match of before.matchAll(pattern)) {
        const put = typeof replacement === 'function' ? replacement(match[0]) : replacement
        const after = before.slice(0, match.index) + put + before.slice(match.index + match[0].length)
        const key = `${index} ${after}`
        if (after === before || seen.has(key)) continue
        seen.add(key)
        mutants.push({
          line: index + 1,
          before,
          after,
          text: [...all.slice(0, index), after, ...all.slice(index + 1)].join('\n'),
        })
      }
    }
  })
  return mutants
}

async function passes(tests) {
  const filters = tests.map((name) => `${name}.test.ts`)
  try {
    await run(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        'unit',
        '--bail',
        '1',
        '--testTimeout',
        '20000',
        ...filters,
      ],
      { cwd: copy, timeout: 180_000 },
    )
    return true
  } catch {
    return false
  }
}
