import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import { certifiedThreshold } from '../../src/certificates/exact/prover.js'
import { gateTask } from '../../src/certificates/exact/start.js'
import { chooseGates } from '../../src/certificates/walk/gates.js'
import { gatesFrom } from '../../src/certificates/walk/place-gates.js'
import type { Gate } from '../../src/certificates/walk/schedule.js'
import { draw, normalLaw } from './coverage.js'

const scores = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 40 })
const share = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('the exact threshold', () => {
  it('is a score of the data or -Infinity, for any samples, and the same every time', () => {
    fc.assert(
      fc.property(
        scores,
        scores,
        fc.oneof(share, fc.constant(1)),
        share,
        share,
        (nominal, mixture, alpha, eta, delta) => {
          const samples = prepare(nominal, mixture)
          const terms = { alpha, eta, delta }
          const { tau, rank } = certifiedThreshold(samples, terms)
          expect(tau === -Infinity || nominal.includes(tau) || mixture.includes(tau)).toBe(true)
          if (rank !== null) expect(tau).toBeLessThan(samples.nominal.at(rank - 1))
          expect(certifiedThreshold(samples, terms).tau).toBe(tau)
        },
      ),
      { seed: 4, numRuns: 300 },
    )
  })

  it('depends on ranks only', () => {
    const { nominal, mixture } = draw(normalLaw(4), { n0: 600, nm: 600, alpha: 0.5 }, 'ranks', 1)
    const terms = { alpha: 0.5, eta: 0.2, delta: 0.05 }
    const cubed = prepare(
      nominal.map((s) => s ** 3),
      mixture.map((s) => s ** 3),
    )
    const { tau } = certifiedThreshold(prepare(nominal, mixture), terms)
    expect(tau).toBeGreaterThan(-Infinity)
    expect(certifiedThreshold(cubed, terms).tau).toBeCloseTo(tau ** 3, 12)
  })

  it('certifies a good detector at few false alarms', () => {
    const { nominal, mixture } = draw(normalLaw(5), { n0: 3000, nm: 3000, alpha: 0.5 }, 'good', 0)
    const { tau } = certifiedThreshold(prepare(nominal, mixture), { alpha: 0.5, eta: 0.05, delta: 0.05 })
    expect(nominal.filter((s) => s > tau).length / 3000).toBeLessThan(0.01)
  })

  it('takes a million scores', () => {
    const n = 1_000_000
    const nominal = Float64Array.from({ length: n }, (_, i) => i / n)
    const mixture = Float64Array.from({ length: n }, (_, i) => (i < 0.9 * n ? i / (0.9 * n) : 1 + i))
    const { tau } = certifiedThreshold(prepare(nominal, mixture), { alpha: 0.1, eta: 0.05, delta: 0.05 })
    expect(tau).toBeGreaterThan(0.99)
  })
})

describe('where the walk starts', () => {
  const terms = { alpha: 0.1, eta: 0.1, delta: 0.05 }
  const gatesOf = (n0: number, nm: number): Gate[] => chooseGates(gateTask({ ...terms, n0, nm }))

  it('is in the tail: about 5 % with equal samples, further out with few nominals', () => {
    expect(gatesOf(5000, 5000)[0].rate).toBeCloseTo(0.05, 2)
    const few = gatesOf(5000, 500_000)[0].rate
    expect(few).toBeLessThan(0.03)
    expect(few).toBeGreaterThan(0.01)
  })

  it('adds gates for worse detectors when data are plenty, and only then', () => {
    expect(gatesOf(5000, 5000)).toHaveLength(1)
    const plenty = gatesOf(1e6, 1e6)
    expect(plenty.map(({ share }) => Number(share.toFixed(6)))).toEqual([0.83, 0.06, 0.05, 0.06])
    expect(plenty[3].rate).toBeGreaterThan(0.5)
    expect(plenty[3].rate).toBeLessThan(1 - terms.eta + 0.05)
  })

  it('is where a pilot says that the detector costs the least, and the same every time', () => {
    const task = gateTask({ alpha: 0.5, eta: 0.1, delta: 0.05, n0: 1000, nm: 1000 })
    const pilotOf = (separation: number): Samples =>
      draw(normalLaw(separation), { n0: 2000, nm: 2000, alpha: 0.5 }, 'pilot', 1).samples
    const samples = { alpha: 0.5, nm: 1000, aliens: 'drawn' } as const
    const good = gatesFrom(pilotOf(5), samples, task)
    const poor = gatesFrom(pilotOf(2.5), samples, task)
    const main = (gates: Gate[]): number => gates.reduce((most, gate) => (gate.share > most.share ? gate : most)).rate
    expect(main(good)).toBeLessThan(0.1)
    expect(main(poor)).toBeGreaterThan(0.2)
    for (const gates of [good, poor]) expect(gates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 14)
    expect(gatesFrom(pilotOf(2.5), samples, task)).toEqual(poor)
  })
})
