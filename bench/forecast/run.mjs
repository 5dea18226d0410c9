// How often the forecast of a pilot holds what the sealed rows then answer, on real tables (they need XENOLITH_DATA).
// node bench/forecast/run.mjs [--tables landsat,optdigits] [--detectors iforest,auto] [--draws 8] [--rows 600,2000]
//
// A draw takes so many nominal rows, or half of them if there are fewer, and as many mixture rows, 10 or 30 % of them alien. The detector
// is trained as the studio trains it, 35 % of both samples are the pilot, and the others answer to 80 and 90 % recall at confidence 95 %,
// with the share of aliens said as it is and half as large again. A refusal is the dearest answer.
import { parseArgs } from 'node:util'
import { certify, placeGates, prepare, substream } from '@xenolith/core'
import { forecaster } from '@xenolith/core/internals'
import { createEngine } from '@xenolith/engine'
import { setAside, silent, trainAndScore } from '@xenolith/study'
import { loadDataset } from '../../experiments/dist/data/load.js'
import { shuffled, shuffledKinds } from '../detectors/splits.mjs'

const { values: options } = parseArgs({
  options: {
    tables: { type: 'string', default: 'landsat,optdigits,pageblocks,letter,shuttle' },
    detectors: { type: 'string', default: 'iforest,fusion,auto' },
    draws: { type: 'string', default: '8' },
    rows: { type: 'string', default: '600,2000' },
  },
})
const [CONFIDENCE, PILOT, REFUSED] = [0.95, 0.35, 2]

const engine = createEngine({ workers: 1 })
try {
  for (const detector of options.detectors.split(',')) {
    const all = []
    for (const table of options.tables.split(',')) all.push(...(await answersOf(detector, table)))
    for (const said of [1, 1.5]) {
      for (const rows of options.rows.split(',').map(Number)) {
        tell(
          `${detector}, up to ${rows} rows, ${said === 1 ? 'the share of aliens' : 'half as many again'}`,
          all.filter((one) => one.said === said && one.rows === rows),
        )
      }
      tell(
        `${detector}, all, ${said === 1 ? 'the share of aliens' : 'half as many again'}`,
        all.filter((one) => one.said === said),
      )
    }
  }
} finally {
  await engine.close()
}

function tell(what, answers) {
  const share = (chosen) => `${((100 * answers.filter(chosen).length) / answers.length).toFixed(0).padStart(3)} %`
  const foretold = answers.reduce((sum, { refused }) => sum + refused, 0) / answers.length
  console.log(
    `${what.padEnd(48)} ${String(answers.length).padStart(4)} answers: inside ${share((a) => a.answer >= a.low && a.answer <= a.high)}, below ${share((a) => a.answer < a.low)}, above ${share((a) => a.answer > a.high)}; refused ${share((a) => a.answer === REFUSED)}, foretold ${(100 * foretold).toFixed(0)} %`,
  )
}

async function answersOf(detector, table) {
  const dataset = await loadDataset(table, { directory: process.env.XENOLITH_DATA })
  const answers = []
  for (const rows of options.rows.split(',').map(Number)) {
    for (const alien of [0.1, 0.3]) {
      for (let draw = 0; draw < Number(options.draws); draw++) {
        const terms = { alpha: alien, recall: 0.9, confidence: CONFIDENCE }
        const request = { terms, training: { detector }, seed: draw + 1, pilot: PILOT }
        const data = drawData(dataset, table, rows, alien, draw)
        const { pilot, sealed } = setAside(await trainAndScore(data, request, { engine, listener: silent }), PILOT)
        for (const said of [1, 1.5])
          answers.push(...ask(pilot, sealed, alien * said).map((one) => ({ ...one, said, rows })))
      }
    }
  }
  return answers
}

function ask(pilotScores, sealed, alpha) {
  const pilot = prepare(pilotScores.nominal, pilotScores.mixture)
  const samples = prepare(sealed.nominal, sealed.mixture)
  const sizes = { n0: sealed.nominal.length, nm: sealed.mixture.length }
  const foretell = forecaster({ pilot, alpha, ...sizes })
  return [0.8, 0.9].map((recall) => {
    const { rates, refused } = foretell(recall, CONFIDENCE)
    const gates = placeGates({ pilot, alpha, recall, confidence: CONFIDENCE, ...sizes })
    const { certified, falseAlarmRate } = certify({ samples, alpha, recall, confidence: CONFIDENCE, gates })
    const count = Math.round(rates.length / (1 - refused)) || 1
    const at = (share) => rates[Math.ceil(share * count) - 1] ?? REFUSED
    return { answer: certified ? falseAlarmRate : REFUSED, low: at(0.1), high: at(0.9), refused }
  })
}

function drawData(dataset, table, rows, alien, draw) {
  const random = substream(draw, `forecast ${table} ${rows}`)
  const { nominal, aliens } = shuffledKinds(dataset, random)
  const size = Math.min(rows, Math.floor(nominal.length / 2), Math.floor(aliens.length / alien))
  let count = 0
  for (let i = 0; i < size; i++) if (random.float() < alien) count++
  count = Math.min(count, aliens.length)
  const mixture = shuffled([...nominal.slice(size, 2 * size - count), ...aliens.slice(0, count)], random)
  return { nominal: dataset.take(nominal.slice(0, size)), mixture: dataset.take(mixture) }
}
