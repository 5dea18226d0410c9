import { prepare, substream } from '@xenolith/core'
import { certifiedThreshold } from '../../packages/core/dist/certificates/exact/prover.js'
import { normalCdf, normalQuantile } from '../../packages/core/dist/numeric/normal.js'

/*
 * What a nearly perfect detector is promised at alpha .1 and recall .8, by the rows that certify and by the gate: normal scores, aliens `separation` deviations up. Mean certified false
 * alarm rate (unissued: 1) and share issued. Last, what it comes to where the gate is picked by a pilot of 444 rows: its mixture counts between nominal quantiles, weighed by likelihood.
 *     npm run build && node bench/power/near-perfect.mjs [draws]
 */
const draws = Number(process.argv[2] ?? 200)
const separations = [3, 3.5, 4, 4.5, 5, 6]
const terms = { alpha: 0.1, eta: 0.2, delta: 0.05 }
const [ALL, OTHERS, PILOT] = [2000, 1556, 444]
/** The usual gate stands at .027. */
const gates = [undefined, ...[0.0146, 0.0079, 0.0043].map((rate) => [{ rate, share: 1 }])]

function draw(rows, separation, run) {
  const random = substream(run, `near perfect ${rows} ${separation}`)
  const nominal = Float64Array.from({ length: rows }, () => random.normal())
  const isAlien = () => random.float() < terms.alpha
  const mixture = Float64Array.from({ length: rows }, () => random.normal() + (isAlien() ? separation : 0))
  return prepare(nominal, mixture)
}

const mean = (all) => all.reduce((sum, x) => sum + x, 0) / all.length
const certified = (samples, gate) => {
  const { tau } = certifiedThreshold(samples, { ...terms, gates: gate })
  return tau === Number.NEGATIVE_INFINITY ? 1 : 1 - normalCdf(tau)
}
const study = (rows, separation, gate) =>
  Array.from({ length: draws }, (_, run) => certified(draw(rows, separation, run), gate))

/** Rates between which a pilot's mixture rows are counted; its nominal quantiles scatter too, so that its likelihood counts about half. */
const looks = [0.5, 0.2, 0.1, 0.05, 0.027, 0.0135, 0.0068, 0.0023]
const TEMPER = 0.55

function likelihoods({ nominal, mixture }) {
  const ranks = looks.map((rate) => Math.min(nominal.length, Math.ceil((1 - rate) * (nominal.length + 1))))
  const below = [...ranks.map((k) => mixture.countAtMost(nominal.at(k - 1))), mixture.length]
  const truth = [...ranks.map((k) => k / (nominal.length + 1)), 1]
  const logs = separations.map((separation) => {
    const share = truth.map((f0) => 0.9 * f0 + 0.1 * (f0 < 1 ? normalCdf(normalQuantile(f0) - separation) : 1))
    return share.reduce((sum, upTo, i) => {
      const between = Math.max(1e-9, upTo - (share[i - 1] ?? 0))
      return sum + TEMPER * (below[i] - (below[i - 1] ?? 0)) * Math.log(between)
    }, 0)
  })
  const most = Math.max(...logs)
  return logs.map((log) => Math.exp(log - most))
}

const names = ['.027', '.0146', '.0079', '.0043'].map((rate) => `${OTHERS} rows, gate ${rate}`)
console.log(`| separation | ${ALL} rows | ${names.join(' | ')} | gate by a pilot |\n|${'---|'.repeat(7)}`)
const costs = separations.map((separation) => gates.map((gate) => study(OTHERS, separation, gate)))
for (const [s, separation] of separations.entries()) {
  const picked = Array.from({ length: draws }, (_, run) => {
    const weights = likelihoods(draw(PILOT, separation, run))
    const expected = gates.map((_, g) => weights.reduce((sum, weight, t) => sum + weight * mean(costs[t][g]), 0))
    return mean(costs[s][expected.indexOf(Math.min(...expected))])
  })
  const shown = [study(ALL, separation), ...costs[s]].map((rates) => {
    return `${mean(rates).toFixed(2)} (${mean(rates.map((rate) => Number(rate < 1))).toFixed(2)})`
  })
  console.log(`| ${[separation, ...shown, mean(picked).toFixed(2)].join(' | ')} |`)
}
