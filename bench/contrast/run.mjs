// How often is a promise on cross-fitted contrast scores broken, at the law that makes it hardest?
// npm run bench:contrast [-- --runs 1000 --rows 300]
//
// Nominal rows are uniform on a square, continuous or on a grid of 14 x 14 places. A share of the aliens looks exactly
// like nominal rows, the rest is far away: the miss rate is then just above eta where the walk of the exact test starts,
// so that a promise which reaches that far is broken, and does so by chance alone. Beside it the same promise on rows that
// had no part in training, which is exact.
import { parseArgs } from 'node:util'
import { certify, numericTable, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, rows: { type: 'string', default: '300' } },
})
const runs = Number(options.runs)
const rows = Number(options.rows)
const [alpha, eta, delta] = [0.5, 0.2, 0.05]
const hidden = 1.06 * eta
const engine = createEngine({ workers: 1 })

async function measure(grid, form) {
  let issued = 0
  let broken = 0
  for (let run = 0; run < runs; run++) {
    const random = substream(run, `critical ${grid}`)
    const place = () => (grid > 0 ? Math.floor(random.float() * grid) / grid : random.float())
    const nominalRow = () => [place(), place()]
    const farRow = () => [place() + 3, place()]
    const mixtureRow = () => (random.float() < alpha && random.float() >= hidden ? farRow() : nominalRow())
    const draw = (count, row) => numericTable(Array.from({ length: count }, row))
    const sample = { nominal: draw(rows, nominalRow), mixture: draw(rows, mixtureRow) }
    const trained =
      form === 'cross-fitted' ? sample : { nominal: draw(rows, nominalRow), mixture: draw(rows, mixtureRow) }
    const { model } = await engine.fit(trained.nominal, {
      detector: 'contrast',
      mixture: trained.mixture,
      seed: run,
      ...(form === 'cross-fitted' ? {} : { folds: 1, contrastTrees: 100 }),
    })
    const scores = {
      nominal: await engine.score(model, sample.nominal),
      mixture: await engine.score(model, sample.mixture),
    }
    const certificate = attempt({ ...scores, alpha, recall: 1 - eta, confidence: 1 - delta })
    if (!certificate?.certified) continue
    issued++
    const missed = async (row) => {
      const found = await engine.score(model, draw(3000, row))
      return found.reduce((sum, x) => sum + (x <= certificate.tau ? 1 : 0), 0) / found.length
    }
    if (hidden * (await missed(nominalRow)) + (1 - hidden) * (await missed(farRow)) > eta) broken++
  }
  console.log(
    `| ${grid > 0 ? `${grid} x ${grid} places` : 'continuous'} | ${form} | ${(issued / runs).toFixed(3)} | ${(broken / runs).toFixed(4)} |`,
  )
}

function attempt(input) {
  try {
    return certify(input)
  } catch (error) {
    if (error.code !== 'alpha-refuted') throw error
    return null
  }
}

console.log(`| rows (${rows} in each sample) | scores | promised | broken (delta ${delta}) |`)
console.log('|---|---|---|---|')
for (const grid of [0, 14]) for (const form of ['cross-fitted', 'held out']) await measure(grid, form)
await engine.close()
