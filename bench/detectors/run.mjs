// False alarms of every detector at the oracle threshold that finds 95 % of the aliens.
// node bench/detectors/run.mjs [--tables letter,optdigits] [--only knn,gmm] [--splits 3] [--out bench/results/detectors.json]
// (the tables need XENOLITH_DATA)
//
// A split draws test rows (2500 nominal, or a third of them if fewer, and 2500 alien) and up to 5000 training rows from the
// other nominal rows. Every detector is fitted to the training rows, without its knowing the aliens, and the false alarm
// rate is read off at the threshold below which 5 % of the test aliens score. Results are means over the splits, and their
// standard deviations. Results of other tables and detectors that stand in the file stay.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createEngine } from '@xenolith/engine'
import { loadDataset } from '../../experiments/dist/data/load.js'
import { lineup } from './lineup.mjs'
import { drawSplit, falseAlarmRate } from './splits.mjs'

const { values: options } = parseArgs({
  options: {
    tables: { type: 'string', default: 'landsat,optdigits,pageblocks,letter,shuttle,covertype,mnist' },
    only: { type: 'string' },
    splits: { type: 'string', default: '3' },
    out: { type: 'string' },
  },
})
const splits = Number(options.splits)
const chosen = options.only?.split(',') ?? Object.keys(lineup)
const results = options.out && existsSync(options.out) ? JSON.parse(readFileSync(options.out, 'utf8')) : {}

const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length
const deviation = (values) => Math.sqrt(mean(values.map((x) => (x - mean(values)) ** 2)))
const rounded = (x) => Math.round(x * 1e4) / 1e4

const engine = createEngine({ workers: 2 })
try {
  for (const table of options.tables.split(',')) {
    const dataset = await loadDataset(table, { directory: process.env.XENOLITH_DATA })
    const drawn = Array.from({ length: splits }, (_, split) => drawSplit(dataset, split + 1))
    for (const name of chosen) {
      const { perClass, ...fit } = lineup[name]
      const rates = []
      let fitSeconds = 0
      let scoreSeconds = 0
      for (const [split, { training, classes, nominal, aliens }] of drawn.entries()) {
        const start = performance.now()
        const { model } = await engine.fit(training, { ...fit, seed: split + 1, ...(perClass ? { classes } : {}) })
        const fitted = performance.now()
        rates.push(falseAlarmRate(await engine.score(model, nominal), await engine.score(model, aliens)))
        fitSeconds += (fitted - start) / 1000 / splits
        scoreSeconds += (performance.now() - fitted) / 1000 / splits
      }
      results[table] = {
        ...results[table],
        [name]: { falseAlarmRate: rounded(mean(rates)), deviation: rounded(deviation(rates)), splits },
      }
      const took = `${fitSeconds.toFixed(1)} s to fit, ${scoreSeconds.toFixed(1)} s to score`
      console.log(
        `${table.padEnd(11)} ${name.padEnd(24)} ${mean(rates).toFixed(3)} +- ${deviation(rates).toFixed(3)}  ${took}`,
      )
      if (options.out) writeFileSync(options.out, `${JSON.stringify(results, null, 1)}\n`)
    }
  }
} finally {
  await engine.close()
}
