import { certify } from '@xenolith/core'
import { ignoreTheNoise, labelNoiseAdjusted } from './baselines.mjs'
import { drawSamples, paperLaw } from './paper-scores.mjs'

/*
 * Power on the papers' synthetic scores: share of draws certified with a true false alarm rate of at most .05, and the
 * median false alarm rate, an unissued certificate counting as 1. eta = .1, delta = .05, i.i.d. draws. `count` is told how many aliens were drawn.
 * Two baselines of the literature stand beside the methods (baselines.mjs).
 *     npm run build && node bench/power/run.mjs [draws] [--sizes: also the smallest n] [--only-sizes]
 */
const base = Number(process.argv[2] ?? 200)
const settings = [
  { alpha: 0.5, n0: 1000, nm: 1000, share: 0.8, median: 0.03 },
  { alpha: 0.2, n0: 5000, nm: 5000, share: 0.7, median: 0.025 },
  { alpha: 0.1, n0: 10_000, nm: 10_000, share: 0.6, median: 0.04 },
  { alpha: 0.1, n0: 20_000, nm: 20_000, share: 0.8, median: 0.02 },
  { alpha: 0.1, n0: 5000, nm: 200_000, share: 0.75, median: 0.015 },
  { alpha: 0.05, n0: 5000, nm: 500_000, share: 0.3, median: 1 },
]
const methods = ['theorem1', 'dkw', 'exact', 'count', 'ignore the noise', 'label-noise-adjusted']
const TERMS = { eta: 0.1, delta: 0.05 }
const laws = new Map()
const lawOf = (n0) => {
  const rows = Math.min(n0, 10_000)
  if (!laws.has(rows)) laws.set(rows, paperLaw(rows))
  return laws.get(rows)
}

/** False alarm rate and broken promise of one certificate. */
function outcome(law, samples, alpha, method) {
  const tau = thresholdOf(samples, alpha, method)
  return tau > Number.NEGATIVE_INFINITY
    ? { rate: 1 - tau, broken: law.missRate(tau) > TERMS.eta }
    : { rate: 1, broken: false }
}

function thresholdOf({ nominal, mixture, aliens }, alpha, method) {
  if (method === 'ignore the noise') return ignoreTheNoise({ mixture: Float64Array.from(mixture).sort() }, TERMS)
  if (method === 'label-noise-adjusted') return labelNoiseAdjusted({ nominal, mixture }, { alpha, ...TERMS })
  const known = method === 'count' ? { aliensAtMost: aliens } : { alpha }
  try {
    return certify({ nominal, mixture, ...known, recall: 0.9, confidence: 0.95, method }).tau
  } catch (error) {
    if (error.code === 'alpha-refuted') return Number.NEGATIVE_INFINITY
    throw error
  }
}

const number = (x) => x.toFixed(x < 0.1 && x > 0 ? 4 : 3)
console.log(`draws ${base}, ten times as many for small samples`)
console.log('| alpha | n0 | nm | method | issued, FPR <= .05 | target | median FPR | target | promise broken |')
console.log('|---|---|---|---|---|---|---|---|---|')
for (const setting of process.argv.includes('--only-sizes') ? [] : settings) {
  const law = lawOf(setting.n0)
  const draws = base * (setting.n0 + setting.nm <= 10_000 ? 10 : 1) // small samples are cheap, and near their targets
  const results = new Map(methods.map((method) => [method, []]))
  for (let run = 0; run < draws; run++) {
    const samples = drawSamples(law, setting, `power ${setting.alpha} ${setting.n0} ${setting.nm}`, run)
    for (const method of methods) results.get(method).push(outcome(law, samples, setting.alpha, method))
  }
  for (const method of methods) {
    const rates = results
      .get(method)
      .map(({ rate }) => rate)
      .sort((a, b) => a - b)
    const share = rates.filter((rate) => rate <= 0.05).length / draws
    const broken = results.get(method).filter((result) => result.broken).length / draws
    const targets =
      method === 'exact' ? [number(setting.share), setting.median < 1 ? number(setting.median) : ''] : ['', '']
    const { alpha, n0, nm } = setting
    const cells = [
      alpha,
      n0,
      nm,
      method,
      number(share),
      targets[0],
      number(rates[draws >> 1]),
      targets[1],
      number(broken),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

if (process.argv.some((flag) => flag === '--sizes' || flag === '--only-sizes')) {
  const law = lawOf(10_000)
  const share = (method, n) => {
    let good = 0
    for (let run = 0; run < base; run++) {
      const samples = drawSamples(law, { alpha: 0.1, n0: n, nm: n }, `sizes ${n}`, run)
      if (outcome(law, samples, 0.1, method).rate <= 0.05) good++
    }
    return good / base
  }
  const smallest = (method, from) => {
    let n = from
    while (share(method, Math.round(n)) < 0.9) n *= 1.05
    return Math.round(n)
  }
  const exact = smallest('exact', 12_000)
  const theorem1 = smallest('theorem1', 100_000)
  console.log(
    `\nsmallest n with FPR <= .05 in 90 % of draws (alpha .1, eta .1, delta .05): exact ${exact}, theorem1 ${theorem1}`,
  )
  console.log(`ratio ${(theorem1 / exact).toFixed(1)} (target: 6)`)
}
