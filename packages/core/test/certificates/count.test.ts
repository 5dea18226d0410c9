import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { aliensLowerBound } from '../../src/certificates/count/lower-bound.js'
import { countPower } from '../../src/certificates/count/planning.js'
import { certifiedByCount } from '../../src/certificates/count/prover.js'
import { countScheduleFor } from '../../src/certificates/count/schedule.js'
import { countThreshold } from '../../src/certificates/count/threshold.js'
import { aliensUpperBound } from '../../src/certificates/count/upper-bound.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { substream } from '../../src/numeric/random.js'
import { allowedFailures, criticalSeparation, normalLaw, type ScoreLaw } from './coverage.js'
import { allTied, atomAt, drawRows, fewValues, leastFavourable } from './laws.mjs'

const ETA = 0.2
const DELTA = 0.1
const RUNS = thorough(200)
const TWIN_RUNS = thorough(100)

interface Scenario {
  readonly name: string
  readonly law: Pick<ScoreLaw, 'nominal' | 'alien' | 'missRate'>
  readonly n0: number
  readonly nm: number
  /** How many rows are alien, and how many the certificate is told. */
  readonly aliens: number
  readonly told?: number
  /** The share of the aliens that a careless user leaves out; the twin that must break the promise. */
  readonly careless?: number
}

const critical = normalLaw(criticalSeparation(ETA))
const scenarios: Scenario[] = [
  { name: 'miss rate eta where the walk begins', law: critical, n0: 300, nm: 300, aliens: 150, careless: 0.2 },
  { name: 'few aliens', law: critical, n0: 600, nm: 600, aliens: 60, careless: 0.4 },
  { name: 'nearly all are alien', law: critical, n0: 200, nm: 200, aliens: 190, careless: 0.2 },
  { name: '20 nominals', law: leastFavourable(0.9, ETA), n0: 20, nm: 400, aliens: 200 },
  { name: 'eta+ at the gate', law: leastFavourable(0.94, ETA), n0: 300, nm: 300, aliens: 150, careless: 0.2 },
  { name: 'eta+ below the gate', law: leastFavourable(0.86, ETA), n0: 300, nm: 300, aliens: 150, careless: 0.3 },
  { name: 'told too many', law: critical, n0: 300, nm: 300, aliens: 80, told: 150 },
  { name: 'none is alien', law: leastFavourable(0.5, ETA), n0: 300, nm: 300, aliens: 0, told: 100 },
  { name: 'an atom at the gate', law: atomAt(0.9, 0.97, ETA), n0: 300, nm: 300, aliens: 150, careless: 0.3 },
  { name: 'all nominals tied', law: allTied(ETA), n0: 92, nm: 400, aliens: 200 },
  { name: 'ten values', law: fewValues(10, 8, ETA), n0: 200, nm: 400, aliens: 150 },
  { name: 'three values', law: fewValues(3, 1, ETA), n0: 200, nm: 400, aliens: 150 },
]

function violations({ name, law, n0, nm, aliens, told = aliens }: Scenario, delta: number, runs: number): number {
  const schedule = countScheduleFor({ aliens: told, eta: ETA, delta, n0, nm })
  let broken = 0
  for (let run = 0; run < runs; run++) {
    const { nominal, mixture } = drawRows({ name, ...law }, { n0, nm, aliens }, substream(6, name, run))
    const { tau } = countThreshold({ samples: prepare(nominal, mixture), aliens: told, eta: ETA, schedule })
    if (law.missRate(tau) > ETA) broken++
  }
  return broken
}

describe('a certificate for a known number of aliens keeps the promise', () => {
  it.each(scenarios)('$name', (scenario) => {
    expect(violations(scenario, DELTA, RUNS)).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
  })
})

describe('a twin that is told too few breaks it, and this test sees it', () => {
  it.each(scenarios.filter(({ careless }) => careless !== undefined))('$name', (scenario) => {
    const told = Math.round(scenario.aliens * (1 - scenario.careless!))
    expect(violations({ ...scenario, told }, DELTA, TWIN_RUNS)).toBeGreaterThan(allowedFailures(TWIN_RUNS, DELTA))
  })
})

describe('what knowing the number buys', () => {
  it('is certified where a share alone is not', () => {
    let [byCount, byShare] = [0, 0]
    for (let run = 0; run < 40; run++) {
      const random = substream(7, 'buys', run)
      const { nominal, mixture } = drawRows({ name: '', ...normalLaw(3.8) }, { n0: 500, nm: 500, aliens: 250 }, random)
      const samples = prepare(nominal, mixture)
      const good = (tau: number): boolean => tau > 1.6
      if (good(certifiedByCount(samples, { aliens: 250, eta: 0.1, delta: 0.05 }).tau)) byCount++
      if (good(certifiedThreshold(samples, { alpha: 0.5, eta: 0.1, delta: 0.05 }).tau)) byShare++
    }
    expect(byCount).toBeGreaterThan(byShare + 8)
  })

  it('is planned for: the more is known, the fewer rows', () => {
    const design = { alpha: 0.5, eta: 0.1, delta: 0.05, n0: 500, nm: 500 }
    expect(countPower(design)).toBeGreaterThan(0.9)
    expect(countPower({ ...design, n0: 100, nm: 100 })).toBeLessThan(0.6)
  })
})

describe('bounds on the number of aliens in a file', () => {
  it('from above, from a labelled sample: the largest number under which so few were to be expected', () => {
    expect(aliensUpperBound(0, 100, 100, 0.05)).toBe(0)
    expect(aliensUpperBound(7, 100, 100, 0.05)).toBe(7)
    expect(aliensUpperBound(0, 58, 1_000_000, 0.05)).toBeGreaterThan(50_000)
    // By counting: of 20 rows, 5 labelled, none alien. C(20-A, 5)/C(20, 5) > .05 up to A = 8.
    const choose5 = (n: number): number => (n * (n - 1) * (n - 2) * (n - 3) * (n - 4)) / 120
    expect(choose5(12) / choose5(20)).toBeGreaterThan(0.05)
    expect(choose5(11) / choose5(20)).toBeLessThan(0.05)
    expect(aliensUpperBound(0, 5, 20, 0.05)).toBe(8)
  })

  it('from above, hold as often as they say, and a tenth fewer does not', () => {
    const [size, aliens, labelled] = [300, 60, 100]
    let [failed, twin] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const random = substream(8, 'audit', run)
      let found = 0
      for (let i = 0; i < labelled; i++) if (random.float() * (size - i) < aliens - found) found++
      const bound = aliensUpperBound(found, labelled, size, DELTA)
      if (bound < aliens) failed++
      if (0.85 * bound < aliens) twin++
    }
    expect(failed).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
    expect(twin).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })

  it('from below, from scores alone, hold as often as they say', () => {
    let [failed, useful] = [0, 0]
    for (let run = 0; run < RUNS; run++) {
      const { nominal, mixture } = drawRows(
        { name: '', ...normalLaw(5) },
        { n0: 200, nm: 200, aliens: 40 },
        substream(9, 'below', run),
      )
      const bound = aliensLowerBound(prepare(nominal, mixture), DELTA)
      if (bound > 40) failed++
      if (bound > 20) useful++
    }
    expect(failed).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
    expect(useful).toBeGreaterThan(RUNS / 2)
  })
})
