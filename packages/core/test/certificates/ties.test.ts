import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { alphaLowerBound } from '../../src/certificates/exact/alpha-lower-bound.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { type Random, substream } from '../../src/numeric/random.js'
import { allowedFailures } from './coverage.js'

const RUNS = thorough(80)

/** Laws with atoms where the walk stands: eta and a little more of the aliens score below the first value that must not be certified. */
interface Tied {
  readonly name: string
  readonly n0: number
  readonly nm: number
  readonly alpha: number
  readonly eta: number
  readonly delta: number
  readonly nominal: (random: Random) => number
  readonly alien: (random: Random) => number
  /** The least threshold that breaks the promise. */
  readonly broken: number
}

const below =
  (share: number, low: number, high: number) =>
  (random: Random): number =>
    random.float() < share ? low : high

const laws: readonly Tied[] = [
  {
    name: 'all nominals tied, aliens below and above, n0 22',
    n0: 22,
    nm: 5000,
    alpha: 0.5,
    eta: 0.3,
    delta: 0.2,
    nominal: () => 0,
    alien: below(0.301, -1, 1),
    broken: -1,
  },
  {
    name: 'all nominals tied, aliens below and above, n0 92',
    n0: 92,
    nm: 5000,
    alpha: 0.5,
    eta: 0.3,
    delta: 0.05,
    nominal: () => 0,
    alien: below(0.301, -1, 1),
    broken: -1,
  },
  {
    name: 'ten values',
    n0: 60,
    nm: 2000,
    alpha: 0.3,
    eta: 0.3,
    delta: 0.2,
    nominal: (random) => Math.floor(10 * random.float()),
    alien: below(0.301, 8, 10),
    broken: 8,
  },
  {
    name: 'three values, a tenth of the nominals at the top',
    n0: 60,
    nm: 2000,
    alpha: 0.3,
    eta: 0.3,
    delta: 0.2,
    nominal: (random) => (random.float() < 0.1 ? 2 : random.float() < 0.5 ? 0 : 1),
    alien: below(0.301, 1, 3),
    broken: 1,
  },
]

/** In how many runs the promise is broken. `ties` stands in for the bits that the order of the rows gives. */
function failures(law: Tied, { runs = RUNS, sorted = false, ties }: Tampering = {}): number {
  const { n0, nm, alpha, eta, delta } = law
  let count = 0
  for (let run = 0; run < runs; run++) {
    const random = substream(2018, law.name, run)
    const nominal = Float64Array.from({ length: n0 }, () => law.nominal(random))
    const mixture = Float64Array.from({ length: nm }, () => (random.float() < alpha ? law.alien : law.nominal)(random))
    const prepared = sorted ? prepare(nominal.sort(), mixture.sort()) : prepare(nominal, mixture)
    const samples = ties === undefined ? prepared : { ...prepared, ties }
    if (certifiedThreshold(samples, { alpha, eta, delta }).tau >= law.broken) count++
  }
  return count
}

interface Tampering {
  readonly runs?: number
  readonly sorted?: boolean
  readonly ties?: number
}

describe('exact keeps the promise on tied scores', () => {
  it.each(laws)('$name', (law) => {
    expect(failures(law)).toBeLessThanOrEqual(allowedFailures(RUNS, law.delta))
  })

  it.each(laws)('$name, rows sorted by score', (law) => {
    expect(failures(law, { sorted: true })).toBeLessThanOrEqual(allowedFailures(RUNS, law.delta))
  })

  it('a twin with one stream of keys for all data breaks it, with some streams, and this test sees it', () => {
    const runs = 40
    const limit = allowedFailures(runs, laws[0].delta)
    const streams = Array.from({ length: 16 }, (_, ties) => ties)
    expect(streams.some((ties) => failures(laws[0], { runs, ties }) > limit)).toBe(true)
  })
})

describe('the lower bound on alpha', () => {
  it('is nothing for scores that are all equal', () => {
    const constant = (n: number): Float64Array => new Float64Array(n).fill(7)
    for (const n0 of [5, 11, 40, 200]) {
      expect(alphaLowerBound({ nominal: constant(n0), mixture: constant(1000) }, 0.2)).toBe(0)
    }
  })

  it.each([2, 3])('fails no more often than promised without a single alien; %d values', (values) => {
    let positive = 0
    for (let run = 0; run < RUNS; run++) {
      const random = substream(5, `no aliens ${values}`, run)
      const draw = (n: number): Float64Array =>
        Float64Array.from({ length: n }, () => Math.floor(values * random.float()))
      if (alphaLowerBound({ nominal: draw(30), mixture: draw(1000) }, 0.2) > 0) positive++
    }
    expect(positive).toBeLessThanOrEqual(allowedFailures(RUNS, 0.2))
  })
})
