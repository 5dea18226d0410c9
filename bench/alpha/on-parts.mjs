// How far the estimates of `xenolith alpha` on a part of the rows are from those on all of them: 20,000 nominal and 40,000
// mixture rows, a tenth of them alien; the part is drawn anew with every seed. Prints a line for each estimate as it comes.
//   XENOLITH_DATA=... node bench/alpha/on-parts.mjs [covertype|synthetic] [draws]
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { numericTable, paperTable, substream } from '@xenolith/core'
import { createEngine, estimateAlpha } from '@xenolith/engine'
import { lookedAt } from '../../packages/study/dist/alpha/estimates.js'

const [source = 'synthetic', draws = '5'] = process.argv.slice(2)
const ALPHA = 0.1
const NAMES = ['bt-patrasen', 'c-ps', 'c-roc']

function synthetic() {
  const nominal = paperTable(20_000, () => false, substream(1, 'nominal'))
  const mixture = paperTable(40_000, (row) => row % 10 === 0, substream(1, 'mixture'))
  return { nominal, mixture }
}

/** Classes 1, 2, 3 and 7 are known, 4, 5 and 6 alien; quantitative attributes. */
function covertype() {
  const text = gunzipSync(readFileSync(`${process.env.XENOLITH_DATA}/covertype_sample92962.csv.gz`)).toString()
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
  const random = substream(1, 'rows')
  for (let i = rows.length - 1; i > 0; i--) {
    const j = Math.floor(random.float() * (i + 1))
    ;[rows[i], rows[j]] = [rows[j], rows[i]]
  }
  const known = rows.filter((row) => [1, 2, 3, 7].includes(row.at(-1)))
  const aliens = rows.filter((row) => ![1, 2, 3, 7].includes(row.at(-1)))
  const table = (some) => numericTable(some.map((row) => row.slice(0, 10)))
  const mixed = [...known.slice(20_000, 56_000), ...aliens.slice(0, 4000)]
  return { nominal: table(known.slice(0, 20_000)), mixture: table(mixed) }
}

const rows = source === 'covertype' ? covertype() : synthetic()
const engine = createEngine()
const { model, scores } = await engine.fit(rows.nominal, { detector: 'iforest', seed: 1 })
const samples = { nominal: scores, mixture: await engine.score(model, rows.mixture), rows }
await engine.close()

console.log(`${source}: alpha ${ALPHA}, ${rows.nominal.rows} + ${rows.mixture.rows} rows`)
for (const name of NAMES) {
  const of = async (some) => (await estimateAlpha(name, some, { seed: 1, bootstrap: 0, confidence: 0.95 })).alpha
  const parts = []
  for (let seed = 1; seed <= Number(draws); seed++) parts.push(await of(lookedAt(samples, seed)(name)))
  console.log(`${name} on parts: ${parts.map((each) => each?.toFixed(4)).join(' ')}`)
  const start = process.cpuUsage()
  const all = await of(samples)
  const { user, system } = process.cpuUsage(start)
  console.log(`${name} on all: ${all?.toFixed(4)} (${((user + system) / 1e6).toFixed(0)} s of CPU)`)
}
