import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import { certify } from '../../src/certificates/certify.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { exactPValue } from '../../src/certificates/exact/rank-test.js'
import { scheduleFor } from '../../src/certificates/exact/schedule.js'
import { placeGates } from '../../src/certificates/placed-gates.js'
import { missRateOf, weighCurves } from '../../src/certificates/walk/pilot-curve.js'
import { rankAtRate } from '../../src/certificates/walk/ranks.js'
import { type Gate, spentBy } from '../../src/certificates/walk/schedule.js'
import { normalCdf, normalQuantile } from '../../src/numeric/normal.js'
import { substream } from '../../src/numeric/random.js'
import { allowedFailures } from './coverage.js'

const design = { alpha: 0.5, eta: 0.2, delta: 0.2, n0: 150, nm: 150 }
const terms = { alpha: 0.5, recall: 0.8, confidence: 0.8 }

/** The least favourable aliens: none below `crossing`, a little more than eta just there, the rest above all nominals. A threshold at or beyond it breaks the promise. */
function critical(crossing: number, rows: number, label: string, index: number): Samples {
  const random = substream(index, `critical ${label}`)
  const nominal = (): number => random.float()
  const alien = (): number =>
    random.float() < 1.02 * design.eta ? crossing + 0.001 * random.float() : 1 + random.float()
  const mixture = Float64Array.from({ length: rows }, () => (random.float() < design.alpha ? alien() : nominal()))
  return prepare(Float64Array.from({ length: rows }, nominal), mixture)
}

const PILOTS = 6
const DRAWS = thorough(30)
const TWIN_DRAWS = thorough(50)
const mostBroken = (draws: number): number => allowedFailures(PILOTS * draws, 0.2)

/** Broken promises in all draws. */
function broken(
  crossing: number,
  draws: number,
  gatesFor: (samples: Samples, pilot: number) => readonly Gate[],
): number {
  let count = 0
  for (let pilot = 0; pilot < PILOTS; pilot++) {
    for (let i = 0; i < draws; i++) {
      const samples = critical(crossing, design.n0, 'certified', pilot * draws + i)
      const { tau } = certifiedThreshold(samples, { ...design, gates: gatesFor(samples, pilot) })
      if (tau >= crossing + 0.001) count++
    }
  }
  return count
}

describe.each([0.4, 0.7, 0.9])('gates placed on other rows, where the miss rate crosses eta at F0 = %s', (crossing) => {
  const placed = Array.from({ length: PILOTS }, (_, i) =>
    placeGates({ pilot: critical(crossing, 100, 'pilot', i), ...terms, n0: design.n0, nm: design.nm }),
  )

  it('keep the promise', () => {
    expect(broken(crossing, DRAWS, (_, pilot) => placed[pilot])).toBeLessThanOrEqual(mostBroken(DRAWS))
  })

  it('spend delta once, exactly', () => {
    for (const gates of placed) {
      const levels = spentBy(scheduleFor(design, gates)).map(({ level }) => level)
      expect(levels.sort((a, b) => a - b).reduce((sum, level) => sum + level, 0)).toBeCloseTo(design.delta, 15)
    }
  })
})

describe('the test of placed gates', () => {
  it('finds a gate that was placed by looking at the certified scores', () => {
    const peeking = ({ nominal, mixture }: Samples): Gate[] => {
      let best = { rate: 0.5, pValue: 1 }
      // Wherever the promise would be broken.
      for (let rate = 0.58; rate > 0.02; rate *= 0.9) {
        const k = rankAtRate(design.n0, rate)
        const bm = mixture.countAtMost(nominal.at(k - 1))
        const pValue = exactPValue({ ...design, k, bm }, 0.4)
        if (pValue <= best.pValue) best = { rate, pValue }
      }
      return [{ rate: best.rate, share: 1 }]
    }
    expect(broken(0.4, TWIN_DRAWS, peeking)).toBeGreaterThan(mostBroken(TWIN_DRAWS))
  })
})

describe('placed gates', () => {
  const normals = (separation: number, rows: number, seed: number): Samples => {
    const random = substream(seed, 'normal pilot')
    const nominal = Float64Array.from({ length: rows }, () => random.normal())
    const mixture = Float64Array.from({ length: rows }, () => random.normal() + (random.float() < 0.5 ? separation : 0))
    return prepare(nominal, mixture)
  }

  it('come from the curves that fit the pilot', () => {
    const weighed = weighCurves(normals(2, 20_000, 1), 0.5)
    const meanMiss = (below: number): number =>
      weighed.reduce((sum, curve, i) => sum + (curve.upTo - (weighed[i - 1]?.upTo ?? 0)) * missRateOf(curve, below), 0)
    for (const below of [0.5, 0.8, 0.95]) {
      expect(Math.abs(meanMiss(below) - normalCdf(normalQuantile(below) - 2))).toBeLessThan(0.05)
    }
    expect(weighed.at(-1)!.upTo).toBe(1)
  })

  it('certify a detector in between where the usual gates do not, and are recorded', () => {
    const samples = normals(2.6, 1000, 2)
    const asked = { samples, alpha: 0.5, recall: 0.9, confidence: 0.95 } as const
    const gates = placeGates({ ...asked, pilot: normals(2.6, 500, 3), n0: 1000, nm: 1000 })
    const [usual, placed] = [certify(asked), certify({ ...asked, gates })]
    expect(placed.certified).toBe(true)
    expect(placed.falseAlarmRate).toBeLessThan(usual.falseAlarmRate)
    expect(placed.gates).toEqual(gates)
  })

  it('are there for a count of aliens too, and for the smallest pilots', () => {
    const tiny = prepare([1, 2, 3, 4], [2, 4, 8, 9])
    for (const method of ['exact', 'count'] as const) {
      const gates = placeGates({ pilot: tiny, ...terms, n0: 20, nm: 30, method })
      expect(gates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
      expect(gates.every(({ rate }) => rate > 0 && rate < 1)).toBe(true)
    }
  })
})
