// Records what a choice of a detector could go by, and what came of it, so that rules of choice can be tried without fitting anything.
// node bench/choice/record.mjs --out DIR [--tables letter,optdigits] [--alphas 0.1] [--seed 2] [--first 0] [--draws 30]
// (the tables need XENOLITH_DATA; node bench/choice/replay.mjs DIR reads what was recorded)
//
// A draw is one of `xenolith reproduce false-alarms`, of another seed: rules are not to be picked on the draws that are published. Each part of a
// candidate is fitted to the rows of every stage of the choice and to all rows. Its scores are a file of its own: honest ones of the training rows, and those of test rows. What
// is there already is not made again.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { deriveSeed } from '@xenolith/core/internals'
import { createEngine } from '@xenolith/engine'
import { choosingRows, fitOptions, stagesOf } from '@xenolith/study'
import { loadDataset } from '../../experiments/dist/data/load.js'
import { drawMixture } from '../../experiments/dist/protocol/labelled-mixture.js'
import { pieces } from './pieces.mjs'

const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    tables: { type: 'string', default: 'landsat,letter,optdigits,pageblocks,shuttle' },
    alphas: { type: 'string', default: '0.1' },
    seed: { type: 'string', default: '2' },
    first: { type: 'string', default: '0' },
    draws: { type: 'string', default: '30' },
    largest: { type: 'string', default: '2000' },
  },
})

const engine = createEngine({ workers: 1 })

async function scoresOf(piece, rows, seed, others = []) {
  const { model, scores, mixtureScores } = await engine.fit(rows.nominal, fitOptions(piece, seed, rows))
  const more = []
  for (const table of others) more.push(await engine.score(model, table))
  return [scores, mixtureScores ?? (await engine.score(model, rows.mixture)), ...more]
}

async function record(dataset, alpha, index) {
  const seed = deriveSeed(Number(options.seed), `false alarms ${dataset.name} ${alpha}`, index)
  const drawn = drawMixture(dataset, alpha, Number(options.largest), seed)
  const stages = stagesOf(drawn, alpha, undefined, seed)
  const folder = join(options.out, `${dataset.name}-${alpha}-${options.seed}-${index}`)
  mkdirSync(folder, { recursive: true })
  for (const [key, piece] of pieces) {
    const path = join(folder, `${key}.f64`)
    if (existsSync(path)) continue
    const parts = []
    for (const stage of stages)
      parts.push(...(await scoresOf(piece, choosingRows({ ...drawn, classes: undefined }, stage), seed)))
    parts.push(...(await scoresOf(piece, drawn, seed, [drawn.testNominal, drawn.testAlien])))
    writeFileSync(`${path}.part`, Buffer.concat(parts.map((a) => Buffer.from(a.buffer, a.byteOffset, a.byteLength))))
    renameSync(`${path}.part`, path)
    const meta = {
      table: dataset.name,
      alpha,
      index,
      n: drawn.n,
      seed,
      stages: stages.map(({ nominal, mixture }) => ({
        nominal: Array.from(nominal.kept),
        mixture: Array.from(mixture.kept),
      })),
      lengths: parts.map((a) => a.length),
    }
    writeFileSync(join(folder, 'draw.json'), JSON.stringify(meta))
  }
}

const first = Number(options.first)
for (let index = first; index < first + Number(options.draws); index++) {
  for (const table of options.tables.split(',')) {
    const dataset = await loadDataset(table, { directory: process.env.XENOLITH_DATA })
    for (const alpha of options.alphas.split(',').map(Number)) {
      const start = process.cpuUsage()
      await record(dataset, alpha, index)
      const { user, system } = process.cpuUsage(start)
      console.log(`${table} ${alpha} ${index}: ${((user + system) / 1e6).toFixed(1)} s of CPU`)
    }
  }
}
await engine.close()
