import { prepare, substream } from '@xenolith/core'
import { certifiedByCount } from '../../packages/core/dist/certificates/count/prover.js'
import { certifiedThreshold } from '../../packages/core/dist/certificates/exact/prover.js'
import { exactPValueAt } from '../../packages/core/dist/certificates/exact/rank-test.js'
import { scheduleFor } from '../../packages/core/dist/certificates/exact/schedule.js'
import { gateTask } from '../../packages/core/dist/certificates/exact/start.js'
import { exactThreshold } from '../../packages/core/dist/certificates/exact/threshold.js'
import { gatesFrom } from '../../packages/core/dist/certificates/walk/place-gates.js'
import { ranksFrom } from '../../packages/core/dist/certificates/walk/ranks.js'
import { mixtureCounts } from '../../packages/core/dist/certificates/walk/ties.js'
import { normalCdf } from '../../packages/core/dist/numeric/normal.js'

/*
 * What a certificate costs detectors that are not good: normal scores, aliens `separation` deviations up, from useless to good. For each: the share issued, the median false alarm
 * rate (unissued: 1), its mean, and how often it is within a factor of two of the pointwise optimum, the lowest false alarm rate at which the test at one rank fixed by an oracle passes.
 *     npm run build && node bench/power/cliff.mjs [draws]
 */
const draws = Number(process.argv[2] ?? 200)
const separations = [1.5, 2, 2.5, 3, 3.5, 4]
const designs = [
  { alpha: 0.5, n0: 1000, nm: 1000, eta: 0.1, delta: 0.05 },
  { alpha: 0.3, n0: 1000, nm: 1000, eta: 0.2, delta: 0.05 },
  { alpha: 0.2, n0: 5000, nm: 5000, eta: 0.1, delta: 0.05 },
  { alpha: 0.3, n0: 200, nm: 200, eta: 0.2, delta: 0.05 },
]

function drawPair({ alpha, n0, nm }, separation, random) {
  let aliens = 0
  const nominal = Float64Array.from({ length: n0 }, () => random.normal())
  const mixture = Float64Array.from({ length: nm }, () => {
    const alien = random.float() < alpha
    if (alien) aliens++
    return random.normal() + (alien ? separation : 0)
  })
  return { nominal, mixture, aliens }
}

const rateOf = (tau) => (tau === Number.NEGATIVE_INFINITY ? 1 : 1 - normalCdf(tau))

/** The largest nominal score at which the test of one rank passes at delta. */
function pointwise(samples, ranks, { alpha, eta, delta, n0, nm }) {
  const counts = mixtureCounts(samples, ranks)
  for (let i = ranks.length - 1; i >= 0; i--) {
    if (exactPValueAt({ k: ranks[i], n0, bm: counts[i], nm, alpha, eta }, delta) <= delta) {
      return samples.nominal.at(ranks[i] - 1)
    }
  }
  return Number.NEGATIVE_INFINITY
}

console.log('| alpha | n0 = nm | eta | separation | pointwise | method | issued | median FPR | mean FPR | within 2 x |')
console.log('|---|---|---|---|---|---|---|---|---|---|')
for (const design of designs) {
  const ranks = ranksFrom(design.n0, 0.97)
  const { alpha, eta, delta } = design
  for (const separation of separations) {
    const rates = { exact: [], 'exact, placed gates': [], count: [] }
    const optimum = []
    for (let run = 0; run < draws; run++) {
      const random = substream(3, `cliff ${alpha} ${design.n0} ${separation}`, run)
      const { nominal, mixture, aliens } = drawPair(design, separation, random)
      const samples = prepare(nominal, mixture)
      const half = { ...design, n0: design.n0 / 2, nm: design.nm / 2 }
      const { nominal: pilot0, mixture: pilotM } = drawPair(half, separation, random)
      const gates = gatesFrom(prepare(pilot0, pilotM), { alpha, nm: design.nm, aliens: 'drawn' }, gateTask(design))
      optimum.push(rateOf(pointwise(samples, ranks, design)))
      rates.exact.push(rateOf(certifiedThreshold(samples, { alpha, eta, delta }).tau))
      const schedule = scheduleFor(design, gates)
      rates['exact, placed gates'].push(rateOf(exactThreshold({ samples, alpha, eta, schedule }).tau))
      rates.count.push(rateOf(certifiedByCount(samples, { aliens, eta, delta }).tau))
    }
    const median = (values) => [...values].sort((a, b) => a - b)[draws >> 1].toFixed(3)
    for (const [method, all] of Object.entries(rates)) {
      const passing = all.filter((_, i) => optimum[i] < 1).length
      const within = all.filter((rate, i) => optimum[i] < 1 && rate <= 2 * optimum[i]).length / Math.max(1, passing)
      const issued = all.filter((rate) => rate < 1).length / draws
      const mean = all.reduce((sum, rate) => sum + rate, 0) / draws
      const cells = [alpha, design.n0, eta, separation, median(optimum), method, issued.toFixed(2), median(all)]
      console.log(`| ${[...cells, mean.toFixed(3), within.toFixed(2)].join(' | ')} |`)
    }
  }
}
