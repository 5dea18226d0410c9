import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import { auditThreshold } from '../../src/certificates/audit/audit.js'
import { bandThreshold } from '../../src/certificates/bands/band-threshold.js'
import { dkwThreshold } from '../../src/certificates/bands/dkw.js'
import { theorem1Bands, theorem1Epsilon } from '../../src/certificates/bands/theorem1.js'
import { countScheduleFor } from '../../src/certificates/count/schedule.js'
import { countThreshold } from '../../src/certificates/count/threshold.js'
import { scheduleFor } from '../../src/certificates/exact/schedule.js'
import { exactThreshold } from '../../src/certificates/exact/threshold.js'
import { substream } from '../../src/numeric/random.js'
import { allowedFailures } from './coverage.js'
import { allTied, atomAt, atTheBottom, drawRows, fewValues, type HardLaw, leastFavourable } from './laws.mjs'

/*
 * Every method against every law that was built to break one. The long form of this, with more runs and sizes, is `npm run bench:coverage`.
 */
const ETA = 0.3
const DELTA = 0.2
const RUNS = thorough(40)
const TWIN_RUNS = thorough(80)

interface Adversary {
  readonly law: HardLaw
  readonly n0: number
  readonly nm: number
  /** The true share of aliens, and the one the certificate is told. */
  readonly share: number
  readonly told?: number
}

const adversaries: Adversary[] = [
  { law: atomAt(0.9, 0.97, ETA), n0: 200, nm: 300, share: 0.5 },
  { law: atomAt(0.5, 0.99, ETA), n0: 60, nm: 600, share: 0.3 },
  { law: allTied(ETA), n0: 22, nm: 600, share: 0.5 },
  { law: allTied(ETA), n0: 92, nm: 400, share: 0.5 },
  { law: fewValues(3, 1, ETA), n0: 60, nm: 400, share: 0.5 },
  { law: fewValues(10, 8, ETA), n0: 60, nm: 600, share: 0.3 },
  ...[0.3, 0.6, 0.85, 0.94].map((u) => ({ law: leastFavourable(u, ETA), n0: 200, nm: 300, share: 0.5 })),
  { law: leastFavourable(0.9, ETA), n0: 20, nm: 400, share: 0.5 },
  { law: leastFavourable(0.94, ETA), n0: 300, nm: 300, share: 0.2, told: 0.5 },
  { law: atTheBottom(), n0: 200, nm: 300, share: 0.03, told: 0.9 },
  { law: atTheBottom(), n0: 300, nm: 300, share: 0, told: 0.4 },
]

interface Question {
  readonly alpha: number
  readonly delta: number
  readonly isAlien: readonly boolean[]
  readonly mixture: Float64Array
}

/** The certified threshold of each method, without the checks and reports around it. */
const methods: Record<string, (samples: Samples, question: Question) => number> = {
  exact: (samples, { alpha, delta }) => {
    const sizes = { n0: samples.nominal.length, nm: samples.mixture.length }
    const schedule = remembered(`exact ${alpha} ${delta} ${sizes.n0} ${sizes.nm}`, () =>
      scheduleFor({ alpha, eta: ETA, delta, ...sizes }),
    )
    return exactThreshold({ samples, alpha, eta: ETA, schedule }).tau
  },
  count: (samples, { alpha, delta }) => {
    const sizes = { n0: samples.nominal.length, nm: samples.mixture.length }
    const aliens = Math.round(alpha * sizes.nm)
    const schedule = remembered(`count ${aliens} ${delta} ${sizes.n0} ${sizes.nm}`, () =>
      countScheduleFor({ aliens, eta: ETA, delta, ...sizes }),
    )
    return countThreshold({ samples, aliens, eta: ETA, schedule }).tau
  },
  dkw: (samples, { alpha, delta }) =>
    dkwThreshold(samples, { alpha, eta: ETA, delta })?.tau ?? Number.NEGATIVE_INFINITY,
  theorem1: (samples, { alpha, delta }) => {
    const [n0, nm] = [samples.nominal.length, samples.mixture.length]
    const q = ETA - theorem1Epsilon(alpha, delta, Math.min(n0, nm))
    if (q < 0) return Number.NEGATIVE_INFINITY
    const { tau, plain } = bandThreshold(samples, { alpha, q }, theorem1Bands(delta, n0, nm))
    return tau < plain ? Number.NEGATIVE_INFINITY : tau
  },
  audit: (samples, { delta, isAlien, mixture }) => {
    const labelled = 150
    const alienScores = mixture
      .slice(0, labelled)
      .filter((_, i) => isAlien[i])
      .sort()
    const audit = { labelled, alienScores, unsureScores: new Float64Array(0) }
    return auditThreshold({ audit, samples, eta: ETA, delta }).tau
  },
}

const memory = new Map<string, unknown>()
function remembered<T>(key: string, make: () => T): T {
  if (!memory.has(key)) memory.set(key, make())
  return memory.get(key) as T
}

function violations(
  method: string,
  { law, n0, nm, share, told = share }: Adversary,
  delta: number,
  runs: number,
): number {
  let broken = 0
  for (let run = 0; run < runs; run++) {
    const drawn = method === 'count' ? { aliens: Math.round(share * nm) } : { share }
    const rows = drawRows(law, { n0, nm, ...drawn }, substream(10, `${law.name} ${n0} ${share}`, run))
    const tau = methods[method](prepare(rows.nominal, rows.mixture), { ...rows, alpha: told, delta })
    if (law.missRate(tau) > ETA) broken++
  }
  return broken
}

describe.each(Object.keys(methods))('%s keeps its promise', (method) => {
  it.each(adversaries)('$law.name, n0 $n0, nm $nm, share $share', (adversary) => {
    expect(violations(method, adversary, DELTA, RUNS)).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })
})

describe('a twin breaks it, and these laws show it', () => {
  it('exact and count at three times delta', () => {
    const limit = allowedFailures(TWIN_RUNS, DELTA)
    expect(violations('exact', adversaries[9], 3 * DELTA, TWIN_RUNS)).toBeGreaterThan(limit)
    expect(violations('count', adversaries[9], 3 * DELTA, TWIN_RUNS)).toBeGreaterThan(limit)
  })

  it('bands without U <= L, aliens at the bottom', () => {
    const { law, n0, nm, share, told } = adversaries[12]
    let broken = 0
    for (let run = 0; run < TWIN_RUNS; run++) {
      const { nominal, mixture } = drawRows(law, { n0, nm, share }, substream(10, 'twin', run))
      const { plain } = bandThreshold(prepare(nominal, mixture), { alpha: told!, q: 0.2 }, { e0: 0.05, em: 0.05 })
      if (law.missRate(plain) > ETA) broken++
    }
    expect(broken).toBeGreaterThan(allowedFailures(TWIN_RUNS, DELTA))
  })
})
