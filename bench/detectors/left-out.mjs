// The detectors that decision 14 left out, by scikit-learn and NumPy, on the splits of run.mjs.
// node bench/detectors/left-out.mjs [--tables letter,optdigits] [--splits 3] [--out bench/results/left-out.json]
// (the tables need XENOLITH_DATA)
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadDataset } from '../../experiments/dist/data/load.js'
import { python, setUpPython } from '../setup.mjs'
import { drawSplit, falseAlarmRate } from './splits.mjs'

const { values: options } = parseArgs({
  options: {
    tables: { type: 'string', default: 'landsat,letter,pageblocks,optdigits,shuttle,covertype,mnist' },
    splits: { type: 'string', default: '3' },
    out: { type: 'string' },
  },
})
const program = new URL('left-out.py', import.meta.url).pathname
const results = options.out && existsSync(options.out) ? JSON.parse(readFileSync(options.out, 'utf8')) : {}

function write(folder, split) {
  const shapes = {}
  for (const name of ['training', 'nominal', 'aliens']) {
    const { rows, columns } = split[name]
    const cells = new Float64Array(rows * columns.length)
    columns.forEach(({ values }, j) => {
      for (let i = 0; i < rows; i++) cells[i * columns.length + j] = values[i]
    })
    writeFileSync(join(folder, `${name}.f64`), cells)
    shapes[name] = [rows, columns.length]
  }
  writeFileSync(join(folder, 'shapes.json'), JSON.stringify(shapes))
}

/** Detector by detector, the false alarm rate of one split. */
function ratesOf(split) {
  const folder = mkdtempSync(join(tmpdir(), 'xenolith-left-out-'))
  try {
    write(folder, split)
    const run = spawnSync(python, [program, folder], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (run.status !== 0) throw new Error(`left-out.py ended with ${run.status}`)
    const lines = run.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    return new Map(lines.map(({ name, nominal, aliens }) => [name, falseAlarmRate(nominal, Float64Array.from(aliens))]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

setUpPython()
for (const table of options.tables.split(',')) {
  const dataset = await loadDataset(table, { directory: process.env.XENOLITH_DATA })
  const splits = Array.from({ length: Number(options.splits) }, (_, split) => ratesOf(drawSplit(dataset, split + 1)))
  for (const name of splits[0].keys()) {
    const rate = splits.reduce((sum, rates) => sum + rates.get(name), 0) / splits.length
    results[table] = {
      ...results[table],
      [name]: { falseAlarmRate: Math.round(1e4 * rate) / 1e4, splits: splits.length },
    }
    console.log(`${table.padEnd(11)} ${name.padEnd(28)} ${rate.toFixed(3)}`)
  }
  if (options.out) writeFileSync(options.out, `${JSON.stringify(results, null, 1)}\n`)
}
