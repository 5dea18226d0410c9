import { prepare, substream } from '@xenolith/core'
import { exactPValue } from '../../packages/core/dist/certificates/exact/rank-test.js'
import { scheduleFor } from '../../packages/core/dist/certificates/exact/schedule.js'

/*
 * What the joint law of the gates would give beyond the union bound. At the law where every gate is a false one (eta of the aliens below all nominal rows, the others above), how often does any of
 * them pass, beside the sum of their levels?
 *     npm run build && node bench/power/gates-together.mjs [draws]
 */
const draws = Number(process.argv[2] ?? 20_000)
const delta = 0.05
const designs = [
  { alpha: 0.5, n0: 1000, nm: 1000, eta: 0.1 },
  { alpha: 0.3, n0: 1000, nm: 1000, eta: 0.2 },
  { alpha: 0.4, n0: 2000, nm: 2000, eta: 0.1 },
]

/** The most mixture scores at or below a rank with which its test passes. */
function critical({ alpha, eta, n0, nm }, k, level) {
  let [passes, fails] = [-1, nm]
  while (fails - passes > 1) {
    const bm = (passes + fails) >> 1
    if (exactPValue({ k, n0, bm, nm, alpha, eta }) <= level) passes = bm
    else fails = bm
  }
  return passes
}

console.log('| alpha | n0 = nm | eta | gates at | each passes | sum | any passes |')
console.log('|---|---|---|---|---|---|---|')
for (const design of designs) {
  const { alpha, n0, nm, eta } = design
  const { ranks, gates } = scheduleFor({ ...design, delta })
  const tests = gates.map(({ index, level }) => ({ k: ranks[index], most: critical(design, ranks[index], level) }))
  const passed = tests.map(() => 0)
  let any = 0
  for (let run = 0; run < draws; run++) {
    const random = substream(run, `gates together ${n0} ${alpha}`)
    const alien = () => (random.float() < eta ? -1 : 2)
    const nominal = Float64Array.from({ length: n0 }, () => random.float())
    const mixture = Float64Array.from({ length: nm }, () => (random.float() < alpha ? alien() : random.float()))
    const samples = prepare(nominal, mixture)
    const passes = tests.map(({ k, most }) => samples.mixture.countAtMost(samples.nominal.at(k - 1)) <= most)
    passes.forEach((pass, g) => {
      if (pass) passed[g]++
    })
    if (passes.some((pass) => pass)) any++
  }
  const shares = passed.map((count) => count / draws)
  const sum = shares.reduce((total, share) => total + share, 0)
  const at = tests.map(({ k }) => (1 - k / (n0 + 1)).toFixed(3)).join(', ')
  const each = shares.map((share) => share.toFixed(4)).join(', ')
  console.log(`| ${[alpha, n0, eta, at, each, sum.toFixed(4), (any / draws).toFixed(4)].join(' | ')} |`)
}
