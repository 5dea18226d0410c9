// False alarms on tables, texts and images that no default was set on, beside PyOD's and scikit-learn's detectors, of which the best is taken with knowledge of the aliens.
// node bench/detectors/foreign/run.mjs --data FOLDER --out results.json [--tables spam,digits] [--alphas 0.1,0.4] [--draws 3] [--largest 2000] [--python PROGRAM]
// (FOLDER: made by tables.R and tables.py; the results keep what is done, and are shown at the end)
//
// A draw takes as many nominal rows as rows of a mixture, at most `--largest`, and tests on others. Peers learn from the nominal rows, with standardised and raw values, categories as columns; `iforest` and
// `auto` are trained as a study trains them. Rates are those at the threshold of the oracle; then what `auto` and `iforest` certify at confidence 95 %, measured on test rows, 1 where nothing is promised.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sortScores } from '@xenolith/core'
import { deriveSeed, shareAbove } from '@xenolith/core/internals'
import { createEngine } from '@xenolith/engine'
import { certifyScores, silent, trainAndScore } from '@xenolith/study'
import { loadDataset } from '../../../experiments/dist/data/load.js'
import { drawMixture } from '../../../experiments/dist/protocol/labelled-mixture.js'
import { python, setUpPython } from '../../setup.mjs'
import { tables } from './tables.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string' },
    tables: { type: 'string', default: Object.keys(tables).join() },
    alphas: { type: 'string', default: '0.1,0.4' },
    draws: { type: 'string', default: '3' },
    largest: { type: 'string', default: '2000' },
    python: { type: 'string' },
  },
})
const ORACLE = [0.95, 0.9]
const PROMISED = [0.8, 0.9]
const results = existsSync(options.out) ? JSON.parse(readFileSync(options.out, 'utf8')) : {}
const work = { engine: createEngine({ workers: 1 }), listener: silent }
if (options.python === undefined) setUpPython()

function rateAt(nominal, aliens, recall) {
  const tau = sortScores(aliens, 'aliens')[Math.floor((1 - recall) * aliens.length + 1e-9)]
  return nominal.filter((score) => score >= tau).length / nominal.length
}

async function own(detector, drawn, alpha, seed) {
  const oracle = []
  const certified = []
  let before
  let last
  for (const recall of [...ORACLE, ...PROMISED]) {
    const terms = { alpha, recall, confidence: 0.95 }
    if (detector === 'auto' || last === undefined) {
      last = await trainAndScore(drawn, { terms, training: { detector }, seed }, work, before)
      before = last
      const [nominal, aliens] = [drawn.testNominal, drawn.testAlien]
      last.test = {
        nominal: await work.engine.score(last.model, nominal),
        aliens: await work.engine.score(last.model, aliens),
      }
    }
    const { nominal, aliens } = last.test
    if (oracle.length < ORACLE.length) oracle.push(rateAt(nominal, aliens, recall))
    else {
      const { certificate } = await certifyScores(last, terms)
      certified.push(certificate?.certified ? shareAbove(sortScores(nominal, 'nominal'), certificate.tau) : 1)
    }
  }
  return { oracle, certified, chosen: last.choice?.chosen }
}

for (const table of options.tables.split(',')) {
  const path = join(options.data, `${table}.csv`)
  const dataset = await loadDataset(table, { table: { path, label: 'category', nominal: tables[table] } })
  for (const alpha of options.alphas.split(',').map(Number)) {
    for (let draw = 1; draw <= Number(options.draws); draw++) {
      const key = `${table} ${alpha} ${draw}`
      if (results[key] !== undefined) continue
      const seed = deriveSeed(1, key, 0)
      const rows = drawMixture({ ...dataset, take: (some) => Array.from(some) }, alpha, Number(options.largest), seed)
      const { nominal, mixture, testNominal, testAlien } = rows
      const asked = { training: nominal, nominal: testNominal, aliens: testAlien, recalls: ORACLE }
      const made = spawnSync(options.python ?? python, [new URL('peers.py', import.meta.url).pathname, path], {
        input: JSON.stringify(asked),
        encoding: 'utf8',
        env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' },
      })
      if (made.status !== 0) throw new Error(made.stderr)
      const drawn = Object.fromEntries(
        Object.entries({ nominal, mixture, testNominal, testAlien }).map(([kind, some]) => [kind, dataset.take(some)]),
      )
      results[key] = {
        n: rows.n,
        test: [testNominal.length, testAlien.length],
        peers: JSON.parse(made.stdout),
        iforest: await own('iforest', drawn, alpha, seed),
        auto: await own('auto', drawn, alpha, seed),
      }
      writeFileSync(options.out, `${JSON.stringify(results, null, 1)}\n`)
    }
  }
}
await work.engine.close()

const mean = (all) => all.reduce((sum, x) => sum + x, 0) / all.length
console.log(
  '| table | alpha | n | best peer | at 95 % | at 90 % | `iforest` | `auto` | `auto` certified 80 / 90 % | `iforest` certified | chosen |',
)
console.log(`|${'---|'.repeat(11)}`)
for (const table of options.tables.split(',')) {
  for (const alpha of options.alphas.split(',')) {
    const draws = Object.entries(results).flatMap(([key, one]) => (key.startsWith(`${table} ${alpha} `) ? [one] : []))
    if (draws.length === 0) continue
    const names = Object.keys(draws[0].peers).filter((name) => draws.every(({ peers }) => peers[name] !== undefined))
    const peerAt = (name, r) => mean(draws.map(({ peers }) => peers[name][r]))
    const best = (r) => names.reduce((least, name) => (peerAt(name, r) < peerAt(least, r) ? name : least))
    const of = (detector, kind, r) => mean(draws.map((one) => one[detector][kind][r])).toFixed(3)
    const both = (detector, kind) => `${of(detector, kind, 0)} / ${of(detector, kind, 1)}`
    const peers = [0, 1].map((r) => peerAt(best(r), r).toFixed(3))
    const chosen = [...new Set(draws.map(({ auto }) => auto.chosen))].join(', ')
    const cells = [table, alpha, draws[0].n, best(0), ...peers, both('iforest', 'oracle'), both('auto', 'oracle')]
    console.log(`| ${[...cells, both('auto', 'certified'), both('iforest', 'certified'), chosen].join(' | ')} |`)
  }
}
