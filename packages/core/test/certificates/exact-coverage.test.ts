import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { allowedFailures, criticalSeparation, draw, normalLaw, type ScoreLaw } from './coverage.js'

// `npm run bench:coverage` runs these laws 10^5 times. Half as many where the law is far from the null.
const RUNS = thorough(100)
const TWIN_RUNS = thorough(50)
const DELTA = 0.05
const ETA = 0.1

interface Scenario {
  readonly name: string
  readonly law: ScoreLaw
  readonly n0: number
  readonly nm: number
  /** The true share, and the one the certificate is told. */
  readonly alpha: number
  readonly told?: number
  /** Whether the law is so close to the null that carelessness must show. */
  readonly critical: boolean
  /** The factor by which a careless user understates alpha in the twin, where even odds would not show. */
  readonly careless?: number
}

// At the critical separation the null holds with equality where the walk begins: the hardest law to be honest about.
const critical = normalLaw(criticalSeparation(ETA))
const scenarios: Scenario[] = [
  ...[0.01, 0.05, 0.1, 0.2, 0.5, 0.9].map((alpha) => ({
    name: `normal scores, alpha ${alpha}`,
    law: critical,
    n0: 400,
    nm: 400,
    alpha,
    critical: true,
  })),
  { name: 'few nominals', law: critical, n0: 100, nm: 4000, alpha: 0.2, critical: true },
  { name: 'few mixture rows', law: critical, n0: 4000, nm: 100, alpha: 0.2, critical: true },
  { name: 'heavy ties', law: normalLaw(criticalSeparation(ETA), 0.5), n0: 400, nm: 400, alpha: 0.2, critical: true },
  {
    name: 'a handful of values',
    law: normalLaw(3.45, 1.5),
    n0: 500,
    nm: 500,
    alpha: 0.5,
    critical: false,
    careless: 0.7,
  },
  {
    name: 'the null in the middle of the walk',
    law: normalLaw(criticalSeparation(ETA, 0.01)),
    n0: 1000,
    nm: 2000,
    alpha: 0.5,
    critical: true,
  },
  {
    name: 'with a walk from below',
    law: normalLaw(criticalSeparation(ETA, 0.2)),
    n0: 3000,
    nm: 3000,
    alpha: 0.5,
    critical: false,
    careless: 0.7,
  },
  {
    name: 'a poor detector (eta is missed at FPR .5), where only the walk from below certifies',
    law: normalLaw(1.2816),
    n0: 2000,
    nm: 2000,
    alpha: 0.5,
    critical: false,
  },
  { name: 'a useless detector', law: normalLaw(0), n0: 500, nm: 500, alpha: 0.2, critical: false },
  { name: 'an inverted detector', law: normalLaw(-2), n0: 500, nm: 500, alpha: 0.2, critical: false },
  { name: 'alpha told too large', law: critical, n0: 400, nm: 400, alpha: 0.1, told: 0.2, critical: false },
  {
    name: 'alpha told too large, inverted detector',
    law: normalLaw(-2),
    n0: 400,
    nm: 400,
    alpha: 0.1,
    told: 0.2,
    critical: false,
  },
]

function violations({ name, law, n0, nm, alpha, told = alpha }: Scenario, delta: number, runs: number): number {
  let count = 0
  for (let run = 0; run < runs; run++) {
    const { samples } = draw(law, { n0, nm, alpha }, name, run)
    if (law.missRate(certifiedThreshold(samples, { alpha: told, eta: ETA, delta }).tau) > ETA) count++
  }
  return count
}

describe('exact keeps the promise', () => {
  it.each(scenarios)('$name', (scenario) => {
    const runs = scenario.critical ? RUNS : RUNS / 2
    expect(violations(scenario, DELTA, runs)).toBeLessThanOrEqual(allowedFailures(runs, DELTA))
  })
})

describe('a twin tested at even odds breaks it, and this test sees it', () => {
  it.each(scenarios.filter(({ critical }) => critical))('$name', (scenario) => {
    expect(violations(scenario, 0.5, TWIN_RUNS)).toBeGreaterThan(allowedFailures(TWIN_RUNS, DELTA))
  })
})

describe('a twin with alpha understated breaks it, and this test sees it', () => {
  it.each(scenarios.filter(({ careless }) => careless !== undefined))('$name', (scenario) => {
    const told = scenario.alpha * scenario.careless!
    expect(violations({ ...scenario, told }, DELTA, TWIN_RUNS)).toBeGreaterThan(allowedFailures(TWIN_RUNS, DELTA))
  })
})
