// How often is a promise broken on scores that learned from the mixture, at the law that makes it hardest, and on real tables?
// npm run bench:contrast [-- --runs 1000 --rows 200,300,400,600,1000 --forms contrast,fused-contrast,auto --worlds 'continuous,14 x 14' --journal FILE]
//
// Aliens are of a known law (worlds.mjs): far rows or alien rows of a table (needs XENOLITH_DATA), and, in critical worlds, a share
// that looks exactly like nominal rows, so that the miss rate is just above eta where the walk of the exact test starts and a promise
// that reaches that far is broken by chance alone. A form is the name of a detector, or `auto`; with `held out` behind it the promise is exact. Training, the choice, the gates
// and the certificate are those of a study. A journal keeps the runs that are done, so that what was stopped goes on where it was.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { substream } from '@xenolith/core'
import { createEngine } from '@xenolith/engine'
import { certifyScores, silent, trainAndScore } from '@xenolith/study'
import { binomialSurvival } from '../../packages/core/dist/numeric/binomial.js'
import { worldOf } from './worlds.mjs'

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    rows: { type: 'string', default: '300' },
    forms: { type: 'string', default: 'contrast,fused-contrast,auto,contrast held out' },
    worlds: { type: 'string', default: 'continuous,14 x 14' },
    journal: { type: 'string' },
  },
})
const runs = Number(options.runs)
/** So many runs of a cell follow each other, then it is another's turn: a journal that is cut short has some of all. */
const TURN = 10
const [alpha, eta, delta] = [0.5, 0.2, 0.05]
const terms = { alpha, recall: 1 - eta, confidence: 1 - delta }
const work = { engine: createEngine({ workers: 1 }), listener: silent }

const cells = options.rows
  .split(',')
  .flatMap((rows) =>
    options.forms
      .split(',')
      .flatMap((form) => options.worlds.split(',').map((world) => ({ rows: Number(rows), form, world }))),
  )
const keyOf = ({ rows, form, world }) => `${world} | ${form} | ${rows}`
const done = new Map(cells.map((cell) => [keyOf(cell), new Map()]))
if (options.journal && existsSync(options.journal)) {
  for (const line of readFileSync(options.journal, 'utf8').split('\n').filter(Boolean)) {
    const { cell, run, outcome } = JSON.parse(line)
    if (run < runs) done.get(cell)?.set(run, outcome)
  }
}

/** What came of one study: null if nothing was promised, else whether the promise was broken. */
async function outcomeOf({ rows, form, world: name }, world, run) {
  const random = substream(run, `${name} ${rows}`)
  const isHidden = () => random.float() < world.hidden
  const nominal = world.draw(random, Array(rows).fill(false))
  const mixture = world.draw(
    random,
    Array.from({ length: rows }, () => random.float() < alpha && !isHidden()),
  )
  const heldOut = form.endsWith(' held out')
  const training = { detector: form.replace(' held out', ''), ...(heldOut ? { holdout: 0.5 } : {}) }
  const scored = await trainAndScore({ nominal, mixture }, { terms, training, seed: run }, work)
  const answer = await certifyScores(scored, terms)
  if (!answer.certificate?.certified) return null
  const { tau } = answer.certificate
  const missed = async (alien) => {
    const found = await work.engine.score(scored.model, world.truth(random, alien))
    return found.reduce((sum, x) => sum + (x <= tau ? 1 : 0), 0) / found.length
  }
  return world.hidden * (await missed(false)) + (1 - world.hidden) * (await missed(true)) > eta
}

const worlds = new Map()
for (const { world } of cells) if (!worlds.has(world)) worlds.set(world, await worldOf(world, eta))
for (let first = 0; first < runs; first += TURN) {
  for (const cell of cells) {
    const outcomes = done.get(keyOf(cell))
    for (let run = first; run < Math.min(runs, first + TURN); run++) {
      if (outcomes.has(run)) continue
      const outcome = await outcomeOf(cell, worlds.get(cell.world), run)
      outcomes.set(run, outcome)
      if (options.journal) appendFileSync(options.journal, `${JSON.stringify({ cell: keyOf(cell), run, outcome })}\n`)
    }
  }
}
await work.engine.close()

/** The most failures that a sound promise shows, except with probability 1e-6. */
function allowedFailures(runs) {
  let most = 0
  while (binomialSurvival(most, runs, delta) > 1e-6) most++
  return most
}

console.log(
  `| world | scores | rows of each sample | runs | promised | broken (delta ${delta}) | a sound promise, at most |`,
)
console.log('|---|---|---|---|---|---|---|')
for (const cell of cells) {
  const outcomes = [...done.get(keyOf(cell)).values()]
  const share = (count) => (count / outcomes.length).toFixed(4)
  const promised = outcomes.filter((outcome) => outcome !== null).length
  const broken = outcomes.filter((outcome) => outcome === true).length
  const most = allowedFailures(outcomes.length)
  console.log(`| ${keyOf(cell)} | ${outcomes.length} | ${share(promised)} | ${share(broken)} | ${share(most)} |`)
}
