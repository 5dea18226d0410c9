// How often is a promise broken on scores that learned from the mixture, at the law that makes it hardest?
// npm run bench:contrast [-- --runs 1000 --rows 300 --first 0 --forms 'contrast,fused-contrast,auto,held out' --grids 0,14]
//
// Nominal rows are uniform on a square, continuous or on a grid of 14 x 14 places. A share of the aliens looks exactly
// like nominal rows, the rest is far away: the miss rate is then just above eta where the walk of the exact test starts,
// so that a promise which reaches that far is broken, and does so by chance alone. Beside it the same promise on rows that
// had no part in training, which is exact.
import { parseArgs } from 'node:util'
import { certify, numericTable, placeGates, prepare, substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { silent, trainAndScore } from '@xenolith/study'

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '300' },
    first: { type: 'string', default: '0' },
    forms: { type: 'string', default: 'contrast,fused-contrast,auto,held out' },
    grids: { type: 'string', default: '0,14' },
  },
})
const runs = Number(options.runs)
const rows = Number(options.rows)
const first = Number(options.first)
const [alpha, eta, delta] = [0.5, 0.2, 0.05]
const hidden = 1.06 * eta
const engine = createEngine({ workers: 1 })

/** The model and the scores that certify, as a study makes them. */
async function scored(form, sample, other, seed) {
  const { nominal, mixture } = form === 'held out' ? other : sample
  if (form === 'auto') {
    const request = { terms: { alpha, recall: 1 - eta, confidence: 1 - delta }, training: { detector: 'auto' }, seed }
    const work = { engine, listener: silent }
    const { model, nominal: own, mixture: others, pilot } = await trainAndScore({ nominal, mixture }, request, work)
    const sizes = { n0: own.length, nm: others.length }
    const gates = pilot && placeGates({ pilot: prepare(pilot.nominal, pilot.mixture), ...request.terms, ...sizes })
    return { model, nominal: own, mixture: others, gates }
  }
  const detector = form === 'held out' ? 'contrast' : form
  const one = form === 'held out' ? { folds: 1, contrastTrees: 100 } : {}
  const fitted = await engine.fit(nominal, { detector, mixture, seed, ...one })
  if (form !== 'held out') return { model: fitted.model, nominal: fitted.scores, mixture: fitted.mixtureScores }
  return {
    model: fitted.model,
    nominal: await engine.score(fitted.model, sample.nominal),
    mixture: await engine.score(fitted.model, sample.mixture),
  }
}

async function measure(grid, form) {
  let issued = 0
  let broken = 0
  for (let run = first; run < first + runs; run++) {
    const random = substream(run, `critical ${grid}`)
    const place = () => (grid > 0 ? Math.floor(random.float() * grid) / grid : random.float())
    const nominalRow = () => [place(), place()]
    const farRow = () => [place() + 3, place()]
    const mixtureRow = () => (random.float() < alpha && random.float() >= hidden ? farRow() : nominalRow())
    const draw = (count, row) => numericTable(Array.from({ length: count }, row))
    const sample = { nominal: draw(rows, nominalRow), mixture: draw(rows, mixtureRow) }
    const other = form === 'held out' ? { nominal: draw(rows, nominalRow), mixture: draw(rows, mixtureRow) } : null
    const { model, nominal, mixture, gates } = await scored(form, sample, other, run)
    const certificate = attempt({ nominal, mixture, gates, alpha, recall: 1 - eta, confidence: 1 - delta })
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
for (const grid of options.grids.split(',').map(Number)) {
  for (const form of options.forms.split(',')) await measure(grid, form)
}
await engine.close()
