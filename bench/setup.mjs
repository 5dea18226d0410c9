// What the bench needs besides this repository: a Python environment with the peers, and data that all contenders read.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { substream } from '@xenolith/core'

const here = new URL('.', import.meta.url)
export const python = new URL('.venv/bin/python', here).pathname

/** A virtual environment under bench/.venv, made once; made anew when the requirements change. */
export function setUpPython() {
  const stamp = new URL('.venv/requirements.txt', here)
  const wanted = readFileSync(new URL('requirements.txt', here), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.error('setting up bench/.venv (scikit-learn, isotree, PyOD; isotree is compiled, which takes a minute)')
  const venv = new URL('.venv', here).pathname
  must(spawnSync('python3', ['-m', 'venv', venv], { stdio: 'inherit' }))
  must(
    spawnSync(python, ['-m', 'pip', 'install', '-q', '-r', new URL('requirements.txt', here).pathname], {
      stdio: 'inherit',
    }),
  )
  writeFileSync(stamp, wanted)
}

function must({ status, error }) {
  if (error) throw error
  if (status !== 0) throw new Error(`the Python environment could not be set up (exit code ${status})`)
}

/** Row-major float64 files under bench/.data, the same for every contender. */
export function dataFile(name) {
  const folder = new URL('.data/', here)
  const file = new URL(`${name}.f64`, folder)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    const values = name === 'covertype' ? covertype() : name.startsWith('mixture') ? mixture(name) : normals(name)
    writeFileSync(file, new Uint8Array(values.buffer))
  }
  return file.pathname
}

/** normals-<rows>x<width>-<seed> */
function normals(name) {
  const [, rows, width, seed] = /^normals-(\d+)x(\d+)-(\d+)$/.exec(name).map(Number)
  const random = substream(seed, 'bench')
  return Float64Array.from({ length: rows * width }, () => random.normal())
}

/** mixture-<rows>-<seed>: scores, of which a tenth are alien. */
function mixture(name) {
  const [, rows, seed] = /^mixture-(\d+)-(\d+)$/.exec(name).map(Number)
  const random = substream(seed, 'bench')
  return Float64Array.from({ length: rows }, (_, i) => random.normal() + (i % 10 === 0 ? 3 : 0))
}

/** The numeric columns of the Covertype sample. */
function covertype() {
  const folder = process.env.XENOLITH_DATA
  const text = gunzipSync(readFileSync(`${folder}/covertype_sample92962.csv.gz`)).toString()
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
