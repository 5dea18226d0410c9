// What rules of choice would have done on recorded draws: false alarm rate at the threshold that catches 95 % of the alien test rows.
// node bench/choice/replay.mjs DIR [--alpha 0.1] [--first 0] [--draws 30]   (DIR as bench/choice/record.mjs wrote it)
//
// Rules are functions of what the choice knows: the candidates, their scores of the rows of the last stage, and the estimates made of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { blendScores, learnRanks, learnsFromMixture } from '@xenolith/core/internals'
import { candidatesFor } from '@xenolith/study'
import { blendOf, weigh } from '../../packages/study/dist/auto/blend.js'
import { chooseAmong } from '../../packages/study/dist/auto/choose.js'
import { estimateAll } from '../../packages/study/dist/auto/estimate.js'
import { takeCandidate } from '../../packages/study/dist/auto/fit-candidates.js'
import { keyOf } from './pieces.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    alpha: { type: 'string', default: '0.1' },
    first: { type: 'string', default: '0' },
    draws: { type: 'string', default: '1000' },
  },
})
const [folder] = positionals
const ETA = 0.05

/** A draw with the scores of its pieces: honest ones of the last stage, of all rows, and of test rows. */
function readDraw(path) {
  const draw = JSON.parse(readFileSync(join(path, 'draw.json'), 'utf8'))
  const all = candidatesFor(draw.alpha * draw.n, undefined)
  const forest = { detector: 'iforest', options: {} }
  const known = new Map()
  for (const piece of [forest, ...all.flatMap(({ pieces }) => pieces)]) {
    const file = join(path, `${keyOf(piece)}.f64`)
    if (!existsSync(file)) return null
    const bytes = readFileSync(file)
    const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
    let at = 0
    const parts = draw.lengths.map((length) => values.subarray(at, (at += length)))
    const [nominal, mixture, allNominal, , testNominal, testAlien] = parts.slice(-6)
    known.set(keyOf(piece), { nominal, mixture, allNominal, testNominal, testAlien })
  }
  const piecesOf = ({ pieces }) => pieces.map((piece) => known.get(keyOf(piece)))
  const scores = all.map((candidate) => {
    const own = piecesOf(candidate)
    return own.length === 1 ? own[0] : fused(own, 'nominal', ['nominal', 'mixture'])
  })
  const rateOf = (candidate) => {
    const own = piecesOf(candidate)
    const { testNominal, testAlien } =
      own.length === 1 ? own[0] : fused(own, 'allNominal', ['testNominal', 'testAlien'], candidate.weights)
    return oracleRate(testNominal, testAlien)
  }
  const stage = draw.stages.at(-1)
  const own = { nominal: { rows: stage.nominal.length }, mixture: { rows: stage.mixture.length } }
  const fitted = { own, seed: draw.seed, all, scores }
  return { ...draw, fitted, goal: { alpha: draw.alpha, eta: ETA }, rateOf, forest: rateOf({ pieces: [forest] }) }
}

function fused(own, ranked, names, weights = new Float64Array(own.length).fill(1)) {
  const ranks = own.map((one) => learnRanks(one[ranked]))
  return Object.fromEntries(
    names.map((name) => [
      name,
      blendScores(
        ranks,
        weights,
        own.map((one) => one[name]),
      ),
    ]),
  )
}

function oracleRate(nominal, aliens) {
  const sorted = Float64Array.from(aliens).sort()
  const tau = sorted[Math.ceil(ETA * sorted.length) - 1] ?? Number.NEGATIVE_INFINITY
  return nominal.filter((score) => score > tau).length / nominal.length
}

/** The candidate within so many standard deviations of the least rate that ranks the mixture highest, as `auto` took it before it blended. */
const single =
  (deviations) =>
  ({ fitted: { all, scores, seed }, goal }) => {
    const estimates = estimateAll(scores, goal, seed).map((one, c) => ({
      ...one,
      excessDeviation: deviations * one.excessDeviation,
      surprisal: learnsFromMixture(all[c].detector) ? 1 + 1.15 * (one.surprisal - 1) : one.surprisal,
    }))
    return all[chooseAmong(estimates)]
  }

const rules = {
  'auto, as it is': ({ fitted, goal }) => takeCandidate(fitted, goal).candidate,
  'auto, by rates alone': ({ fitted: { all, scores, seed, own }, goal }) => {
    const estimates = estimateAll(scores, goal, seed).map((one) => ({
      ...one,
      resampled: { ...one.resampled, surprisals: one.resampled.surprisals.fill(1) },
    }))
    return blendOf(all, scores, weigh(estimates, own.nominal.rows)).candidate
  },
  'auto, shares of the mean rate': ({ fitted: { all, scores, seed, own }, goal }) => {
    const estimates = estimateAll(scores, goal, seed).map((one, c) => ({
      ...one,
      resampled: {
        rates: Float64Array.of(one.falseAlarmRate),
        surprisals: Float64Array.of(
          learnsFromMixture(all[c].detector) ? 1 + 1.15 * (one.surprisal - 1) : one.surprisal,
        ),
      },
    }))
    return blendOf(all, scores, weigh(estimates, own.nominal.rows)).candidate
  },
  'all alike': ({ fitted: { all, scores } }) =>
    blendOf(
      all,
      scores,
      all.map(() => 1),
    ).candidate,
  'one of them': single(1),
  'one, within half a deviation': single(0.5),
  'one, the least rate': single(0),
}

const mean = (values) => values.reduce((sum, x) => sum + x, 0) / values.length
const halfWidth = (values) => {
  const m = mean(values)
  return 1.96 * Math.sqrt(mean(values.map((x) => (x - m) ** 2)) / (values.length - 1)) || Number.NaN
}

const draws = new Map()
for (const name of readdirSync(folder).sort()) {
  const [, alpha, , index] = name.split('-')
  const wanted = Number(index) >= Number(options.first) && Number(index) < Number(options.first) + Number(options.draws)
  const draw =
    alpha === options.alpha && wanted && existsSync(join(folder, name, 'draw.json')) && readDraw(join(folder, name))
  if (draw) draws.set(draw.table, [...(draws.get(draw.table) ?? []), draw])
}
const tables = [...draws.keys()]
console.log(`alpha ${options.alpha}; ${tables.map((table) => `${table} ${draws.get(table).length}`).join(', ')}`)
const print = (name, ratesOf) => {
  const all = tables.map((table) => draws.get(table).map(ratesOf))
  const forest = tables.map((table) => mean(draws.get(table).map((draw) => draw.forest)))
  const floored = (rate) => Math.max(rate, 1 / 6000)
  const ratio = Math.exp(mean(all.map((rates, t) => Math.log(floored(mean(rates)) / floored(forest[t])))))
  const cells = all.map((rates) => `${mean(rates).toFixed(4)} ± ${halfWidth(rates).toFixed(4)}`)
  console.log([name.padEnd(32), ...cells.map((cell) => cell.padStart(17)), ratio.toFixed(3).padStart(7)].join(''))
}
console.log([''.padEnd(32), ...tables.map((table) => table.padStart(17)), '  ratio'].join(''))
print('iforest', (draw) => draw.forest)
for (const [name, rule] of Object.entries(rules)) print(name, (draw) => draw.rateOf(rule(draw)))
print('the best for each draw', (draw) => Math.min(...draw.fitted.all.map(draw.rateOf)))
