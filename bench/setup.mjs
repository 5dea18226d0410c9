// What the bench needs besides this repository: peers in Python and from npm, the same algorithm in C, and data that all
// contenders read.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { substream } from '@xenolith/core'

const here = new URL('.', import.meta.url)
export const python = new URL('.venv/bin/python', here).pathname

/** A virtual environment under bench/.venv, made once; made anew when the requirements change. */
export function setUpPython() {
  const stamp = new URL('.venv/requirements.txt', here)
  const wanted = readFileSync(new URL('requirements.txt', here), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error(
    'setting up bench/.venv (scikit-learn, isotree, PyOD, coniferest; isotree is compiled, which takes a minute)',
  )
  const venv = new URL('.venv', here).pathname
  must(spawnSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' }))
  must(
    spawnSync(python, ['-m', 'pip', 'install', '-q', '-r', new URL('requirements.txt', here).pathname], {
      stdio: 'inherit',
    }),
  )
  writeFileSync(stamp, wanted)
}

/** The scikit-learn that the targets of this bench were set against; its scoring was rewritten since. */
const OLD_SKLEARN = ['scikit-learn==1.2.2', 'numpy<2']
let old

/** Python with it, under bench/.venv-1.2; undefined where it cannot be had (it needs Python 3.11 at most). */
export function oldPython() {
  old ??= makeOldPython()
  return old === '' ? undefined : old
}

function makeOldPython() {
  const venv = new URL('.venv-1.2', here).pathname
  const program = `${venv}/bin/python`
  if (existsSync(`${venv}/ready`)) return program
  if (spawnSync('python3', ['-m', 'venv', venv]).status !== 0) return ''
  if (spawnSync(program, ['-m', 'pip', 'install', '-q', '--only-binary=:all:', ...OLD_SKLEARN]).status !== 0) return ''
  writeFileSync(`${venv}/ready`, '')
  return program
}

function must({ status, error }) {
  if (error) throw error
  if (status !== 0) throw new Error(`the peers could not be set up (exit code ${status})`)
}

/** npm's packages under bench/.npm, apart from those of the project. */
export function setUpNpm() {
  const folder = new URL('.npm/', here)
  const stamp = new URL('package.json', folder)
  const wanted = readFileSync(new URL('npm-peers.json', here), 'utf8')
  if (existsSync(new URL('node_modules', folder)) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(stamp, wanted)
  must(
    spawnSync('npm', ['install', '--silent', '--no-audit', '--no-package-lock', '--prefix', folder.pathname], {
      stdio: 'inherit',
    }),
  )
}

/** The program of native/forest.c, compiled when it has changed; undefined without a compiler or on another processor. */
export function nativeForest() {
  if (process.arch !== 'x64') return undefined
  const source = new URL('native/forest.c', here)
  const program = new URL('.data/native-forest', here)
  if (existsSync(program) && statSync(program).mtimeMs >= statSync(source).mtimeMs) return program.pathname
  mkdirSync(new URL('.data/', here), { recursive: true })
  const options = ['-O3', '-mavx', '-mpopcnt', '-o', program.pathname, source.pathname, '-lm']
  const { status } = spawnSync('cc', options, { stdio: 'inherit' })
  return status === 0 ? program.pathname : undefined
}

/** Row-major float64 files under bench/.data, the same for every contender; `makeData` makes them when they are needed. */
export function dataFile(name) {
  return new URL(`.data/${name}.f64`, here).pathname
}

/** The same numbers as text, seven digits each. */
export function csvFile(name) {
  return new URL(`.data/${name}.csv`, here).pathname
}

/** Rows of nominal data, by features. */
export const sizes = { 9: 10_000, 54: 13_624 }

export function makeData(path) {
  if (path === undefined || existsSync(path)) return
  mkdirSync(new URL('.data/', here), { recursive: true })
  if (path.endsWith('.csv')) return writeCsv(path)
  const name = basename(path, '.f64')
  const values = name === 'covertype' ? covertype() : name.startsWith('mixture') ? mixture(name) : normals(name)
  writeFileSync(path, new Uint8Array(values.buffer))
}

function writeCsv(path) {
  const name = basename(path, '.csv')
  const width = Number(/x(\d+)-/.exec(name)[1])
  const values = name.startsWith('aliens') ? withAliens(name, width) : normals(name)
  const lines = [Array.from({ length: width }, (_, j) => `f${j}`).join(',')]
  for (let at = 0; at < values.length; at += width) {
    lines.push(Array.from(values.subarray(at, at + width), (x) => x.toPrecision(7)).join(','))
  }
  writeFileSync(path, `${lines.join('\n')}\n`)
}

/** normals-<rows>x<width>-<seed> */
function normals(name) {
  const [, rows, width, seed] = /^normals-(\d+)x(\d+)-(\d+)$/.exec(name).map(Number)
  const random = substream(seed, 'bench')
  const values = new Float64Array(rows * width)
  for (let i = 0; i < values.length; i++) values[i] = random.normal()
  return values
}

/** aliens-<rows>x<width>-<seed>: every tenth row is alien, three deviations off in three features. */
function withAliens(name, width) {
  const values = normals(name.replace('aliens', 'normals'))
  for (let row = 0; row < values.length; row += 10 * width) for (let j = 0; j < 3; j++) values[row + j] += 3
  return values
}

/** mixture-<rows>-<seed>: scores, of which a tenth are alien. */
function mixture(name) {
  const [, rows, seed] = /^mixture-(\d+)-(\d+)$/.exec(name).map(Number)
  const random = substream(seed, 'bench')
  return Float64Array.from({ length: rows }, (_, i) => random.normal() + (i % 10 === 0 ? 3 : 0))
}

/** Where the Covertype sample should be; undefined without a data directory. */
function covertypeSource() {
  const folder = process.env.XENOLITH_DATA
  return folder && `${folder}/covertype_sample92962.csv.gz`
}

export function hasCovertype() {
  const source = covertypeSource()
  return existsSync(dataFile('covertype')) || (source !== undefined && existsSync(source))
}

/** The numeric columns of the Covertype sample. */
function covertype() {
  const text = gunzipSync(readFileSync(covertypeSource())).toString()
  const [header, ...lines] = text.trim().split('\n')
  const names = header.split(',')
  const first = lines[0].split(',')
  const keep = names.flatMap((name, j) =>
    Number.isFinite(Number(first[j])) && !/class|label|cover_type|id$/i.test(name) ? [j] : [],
  )
  const values = new Float64Array(lines.length * keep.length)
  lines.forEach((line, i) => {
    const cells = line.split(',')
    keep.forEach((j, k) => {
      values[i * keep.length + k] = Number(cells[j])
    })
  })
  writeFileSync(new URL('.data/covertype.width', here), String(keep.length))
  return values
}
