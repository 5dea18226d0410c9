import { prepare, substream, threshold } from '@xenolith/core'
import { theorem1Epsilon } from '@xenolith/core/internals'
import { dkwThreshold } from '../../packages/core/dist/certificates/bands/dkw.js'
import { certifiedThreshold } from '../../packages/core/dist/certificates/exact/prover.js'

/*
 * The long version of the coverage tests: every method on score laws with a closed-form miss rate, many runs, the share of
 * broken promises beside the largest that a sound method shows with probability 1e-6.
 *     npm run build && node bench/coverage/run.mjs [runs per row, default 100000] [method]
 */
const runs = Number(process.argv[2] ?? 100_000)
const only = process.argv[3]
const ETA = 0.1
const DELTA = 0.05

/** Standard normal CDF by the error function's continued series; enough to tell a miss rate from eta. */
function normalCdf(z) {
  if (z < -8) return 0
  if (z > 8) return 1
  let sum = z
  let term = z
  for (let k = 3; Math.abs(term) > 1e-16 * Math.abs(sum); k += 2) {
    term *= (z * z) / k
    sum += term
  }
  return 0.5 + sum * Math.exp(-0.5 * z * z) * 0.3989422804014327
}

const round = (x, grain) => (grain > 0 ? Math.round(x / grain) * grain : x)
const upper = (tau, grain) => (grain > 0 ? (Math.floor(tau / grain + 1e-9) + 0.5) * grain : tau)
/** Aliens d deviations up. At d = 2.926 exactly eta is missed where the false alarm rate is .05, where the walk begins. */
const laws = [
  { name: 'critical at FPR .05', d: 2.926, grain: 0 },
  { name: 'critical at FPR .02', d: 3.335, grain: 0 },
  { name: 'ties', d: 2.926, grain: 0.5 },
  { name: 'useless', d: 0, grain: 0 },
  { name: 'inverted', d: -2, grain: 0 },
]
const sizes = [
  { alpha: 0.01, n0: 200, nm: 200 },
  { alpha: 0.1, n0: 200, nm: 200 },
  { alpha: 0.1, n0: 50, nm: 1000 },
  { alpha: 0.1, n0: 1000, nm: 50 },
  { alpha: 0.5, n0: 200, nm: 200 },
  { alpha: 0.9, n0: 200, nm: 200 },
]
/** The certified threshold of each method, without the checks and reports around it. */
const thresholds = {
  exact: (samples, alpha) => certifiedThreshold(samples, { alpha, eta: ETA, delta: DELTA }).tau,
  dkw: (samples, alpha) => dkwThreshold(samples, { alpha, eta: ETA, delta: DELTA })?.tau ?? -Infinity,
  theorem1: (samples, alpha) => {
    const q = ETA - theorem1Epsilon(alpha, DELTA, Math.min(samples.nominal.length, samples.mixture.length))
    return q < 0 ? -Infinity : threshold({ samples, alpha, q }).tau
  },
}
const allowed = DELTA + 4.76 * Math.sqrt((DELTA * (1 - DELTA)) / runs)
let worst = 0
console.log(`runs per row ${runs}; a sound method stays below ${allowed.toFixed(4)} with probability 1 - 1e-6`)
console.log('| method | law | alpha | n0 | nm | certified | promise broken |')
console.log('|---|---|---|---|---|---|---|')
for (const method of only ? [only] : Object.keys(thresholds)) {
  for (const { name, d, grain } of laws) {
    for (const { alpha, n0, nm } of sizes) {
      let broken = 0
      let certified = 0
      for (let run = 0; run < runs; run++) {
        const random = substream(44, `${name} ${alpha} ${n0} ${nm}`, run)
        const nominal = Float64Array.from({ length: n0 }, () => round(random.normal(), grain))
        const mixture = Float64Array.from({ length: nm }, () =>
          round(random.normal() + (random.float() < alpha ? d : 0), grain),
        )
        const tau = thresholds[method](prepare(nominal, mixture), alpha)
        if (tau > -Infinity) certified++
        if (normalCdf(upper(tau, grain) - d) > ETA) broken++
      }
      worst = Math.max(worst, broken / runs)
      const shares = [certified, broken].map((count) => (count / runs).toFixed(4))
      console.log(`| ${[method, name, alpha, n0, nm, ...shares].join(' | ')} |`)
    }
  }
}
console.log(`worst ${worst.toFixed(4)}`)
process.exitCode = worst <= allowed ? 0 : 1
