// What learning from the mixture can do on Covertype, where detectors of nominal rows are of no use.
// node bench/detectors/covertype.mjs [--draws 1] [--out bench/results/covertype.json]   (needs XENOLITH_DATA)
//
// 6000 nominal rows, 6000 of a mixture with a share alpha of aliens; 2000 nominal and 1237 alien test rows, at the threshold that
// finds 95 % of the aliens. Last, as a limit of what can be told apart: the contrast forest that is given 3500 labelled aliens.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { loadDataset } from '../../experiments/dist/data/load.js'
import { drawOrder } from '../../experiments/dist/protocol/draw.js'
import { falseAlarmRate } from './splits.mjs'

const { values: options } = parseArgs({
  options: { draws: { type: 'string', default: '1' }, out: { type: 'string' } },
})
const [ROWS, TEST_NOMINALS, TEST_ALIENS] = [6000, 2000, 1237]

const dataset = await loadDataset('covertype', { directory: process.env.XENOLITH_DATA })
const known = new Set(dataset.nominal)
const all = [...dataset.labels.keys()]
const isNominal = (row) => known.has(dataset.labels[row])
const groups = { nominal: all.filter(isNominal), alien: all.filter((row) => !isNominal(row)) }

const engine = createEngine({ workers: 1 })
const results = []
try {
  for (let seed = 1; seed <= Number(options.draws); seed++) {
    const drawn = (group) => {
      const rows = groups[group]
      return Array.from(drawOrder(rows.length, rows.length, substream(seed, group)), (i) => rows[i])
    }
    const [nominals, aliens] = [drawn('nominal'), drawn('alien')]
    const test = {
      nominal: dataset.take(nominals.splice(0, TEST_NOMINALS)),
      alien: dataset.take(aliens.splice(0, TEST_ALIENS)),
    }
    const own = dataset.take(nominals.splice(0, ROWS))
    for (const alpha of [0.1, 0.4, 1]) {
      const strange = aliens.slice(0, Math.round(alpha * ROWS))
      const rows = alpha === 1 ? strange : [...strange, ...nominals.slice(0, ROWS - strange.length)]
      const { model } = await engine.fit(own, { detector: 'contrast', mixture: dataset.take(rows), seed })
      const rate = falseAlarmRate(await engine.score(model, test.nominal), await engine.score(model, test.alien))
      const learned = alpha === 1 ? `${strange.length} labelled aliens` : `alpha ${alpha}`
      results.push({ seed, learned, falseAlarmRate: rate })
      console.log(`draw ${seed}, contrast, ${learned}: ${rate.toFixed(3)}`)
    }
  }
} finally {
  await engine.close()
}
if (options.out) writeFileSync(options.out, `${JSON.stringify(results, null, 1)}\n`)
