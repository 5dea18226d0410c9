import { parseArgs } from 'node:util'
import { prepare } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { silent } from '@xenolith/study'
import { loadDataset } from '../../experiments/dist/data/load.js'
import { certifiedThreshold } from '../../packages/core/dist/certificates/exact/prover.js'
import { exactPValueAt } from '../../packages/core/dist/certificates/exact/rank-test.js'
import { rankAtRate } from '../../packages/core/dist/certificates/walk/ranks.js'
import { mixtureCounts } from '../../packages/core/dist/certificates/walk/ties.js'
import { gatesBy } from '../../packages/study/dist/gates-by.js'
import { scoresFor } from './table-scores.mjs'

/*
 * Whether certificates have a cliff on real tables: the false alarm rate that `exact` certifies in half of the draws, beside the pointwise optimum, the lowest rate at which the test of
 * a single rank passes in half of them. "By luck" is the lowest rate at which a test passes on each draw, chosen after looking. Rates are read off the nominal ranks; an unissued promise counts as 1.
 *     node bench/power/tables.mjs --keep FOLDER [--forms iforest,auto] [--tables letter] [--rows 500,2000] [--alphas 0.1,0.4] [--recalls 0.8,0.9] [--draws 10]
 * A line for each cell, then one for each form. (The tables need XENOLITH_DATA.)
 */
const { values } = parseArgs({
  options: {
    keep: { type: 'string' },
    forms: { type: 'string', default: 'iforest,fusion,iforest held out,fusion held out,auto,auto held out' },
    tables: { type: 'string', default: 'landsat,optdigits,letter,pageblocks,shuttle,covertype' },
    rows: { type: 'string', default: '500,2000' },
    alphas: { type: 'string', default: '0.05,0.1,0.2,0.4' },
    recalls: { type: 'string', default: '0.8,0.9,0.95' },
    draws: { type: 'string', default: '10' },
    quiet: { type: 'boolean', default: false },
  },
})
const list = (text) => text.split(',')
const DELTA = 0.05
/** Rates at which single tests are tried: falling by a twentieth each. */
const rates = Array.from({ length: 120 }, (_, i) => 0.97 * 0.95 ** i)
const work = { engine: createEngine({ workers: 1 }), listener: silent }

/** The false alarm rate of a rank, on average. */
const rateAt = (rank, n0) => 1 - rank / (n0 + 1)

/** Whether the test of a single rank passes, at all rates that are looked at. */
function passes(samples, { alpha, eta }) {
  const [n0, nm] = [samples.nominal.length, samples.mixture.length]
  const ranks = rates.map((rate) => rankAtRate(n0, rate))
  const counts = mixtureCounts(samples, ranks)
  return ranks.map((k, i) => exactPValueAt({ k, n0, bm: counts[i], nm, alpha, eta }, DELTA) <= DELTA)
}

/** What a certificate and the single tests come to on one draw. */
function outcomeOf({ nominal, mixture, pilot }, alpha, recall) {
  const samples = prepare(nominal, mixture)
  const terms = { alpha, recall, confidence: 1 - DELTA, samples }
  const gates = pilot && gatesBy(pilot, terms)
  const eta = 1 - recall
  const { rank } = certifiedThreshold(samples, { alpha, eta, delta: DELTA, gates })
  const passed = passes(samples, { alpha, eta })
  return { certified: rank === null ? 1 : rateAt(rank, nominal.length), passed }
}

const mean = (all) => all.reduce((sum, x) => sum + x, 0) / all.length

/** What half of the draws of a cell come to or below. */
function summary(outcomes) {
  const certified = outcomes.map((one) => one.certified).sort((a, b) => a - b)
  const share = (i) => mean(outcomes.map(({ passed }) => Number(passed[i])))
  const pointwise = rates.findLast((_, i) => share(i) >= 0.5) ?? 1
  const lucky = mean(outcomes.map(({ passed }) => rates.findLast((_, i) => passed[i]) ?? 1))
  const half = certified[Math.ceil(certified.length / 2) - 1]
  return {
    draws: outcomes.length,
    pointwise,
    half,
    mean: mean(certified),
    lucky,
    issued: mean(certified.map((rate) => Number(rate < 1))),
  }
}

const heads = 'draws | pointwise | certified, half | ratio | certified, mean | by luck, mean | issued'
console.log(`| form | table | rows | alpha | recall | ${heads} |`)
console.log(`|${'---|'.repeat(12)}`)
for (const form of list(values.forms)) {
  const all = []
  for (const table of list(values.tables)) {
    const dataset = await loadDataset(table, { directory: process.env.XENOLITH_DATA })
    for (const n of list(values.rows).map(Number)) {
      for (const alpha of list(values.alphas).map(Number)) {
        const cells = list(values.recalls).map((recall) => ({ recall: Number(recall), outcomes: [] }))
        for (let draw = 1; draw <= Number(values.draws); draw++) {
          for (const { recall, outcomes } of cells) {
            const scores = await scoresFor({ dataset, form, n, alpha, recall, draw, keep: values.keep }, work)
            if (scores !== null) outcomes.push(outcomeOf(scores, alpha, recall))
          }
        }
        for (const { recall, outcomes } of cells) {
          if (outcomes.length === 0) continue
          const one = summary(outcomes)
          all.push(one)
          const shown = [one.pointwise, one.half, one.half / one.pointwise, one.mean, one.lucky, one.issued]
          const cells = [form, table, n, alpha, recall, one.draws, ...shown.map((x) => x.toFixed(3))]
          if (!values.quiet) console.log(`| ${cells.join(' | ')} |`)
        }
      }
    }
  }
  const passing = all.filter(({ pointwise }) => pointwise < 1)
  if (passing.length === 0) continue
  const within = passing.filter(({ half, pointwise }) => half < 1 && half <= 2 * pointwise)
  const means = `mean certified rate ${mean(passing.map((one) => one.mean)).toFixed(3)}`
  console.log(`${form}: within twice the pointwise optimum in ${within.length} of ${passing.length} cells, ${means}`)
}
await work.engine.close()
