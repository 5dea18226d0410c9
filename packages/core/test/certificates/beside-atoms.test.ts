import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { certify } from '../../src/certificates/certify.js'
import { gatesBesideAtoms } from '../../src/certificates/placed-gates.js'
import type { Gate } from '../../src/certificates/walk/schedule.js'
import { substream } from '../../src/numeric/random.js'
import { allowedFailures } from './coverage.js'
import { atomAt, drawRows, type HardLaw } from './laws.mjs'

const ETA = 0.1
const terms = { alpha: 0.5, recall: 1 - ETA, confidence: 0.95, n0: 1000, nm: 1000 }

/** Normal scores that stop at a largest value, which eight in a hundred nominals share with nearly all aliens. */
const stops = 1.405
const stopping: HardLaw = {
  name: 'scores stop at a largest value',
  nominal: (random) => Math.min(stops, random.normal()),
  alien: (random) => Math.min(stops, 3.8 + random.normal()),
  missRate: (tau) => (tau >= stops ? 1 : 0.0083),
}

const trainingScores = (law: HardLaw, run: number, rows = 1000): Float64Array => {
  const random = substream(21, `training ${law.name}`, run)
  return Float64Array.from({ length: rows }, () => law.nominal(random))
}

describe('gates beside atoms', () => {
  const scores = trainingScores(stopping, 0)

  it('stand where the atom begins, with the shares that they had', () => {
    const gates = gatesBesideAtoms(scores, terms)!
    const atom = scores.filter((score) => score === stops).length / scores.length
    expect(gates[0].rate).toBeGreaterThan(atom)
    expect(gates[0].rate).toBeLessThan(atom + 0.03)
    expect(gates.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
  })

  it('are those for unknown detectors where no gate stands in an atom', () => {
    const random = substream(3, 'continuous')
    expect(
      gatesBesideAtoms(
        Float64Array.from({ length: 500 }, () => random.float()),
        terms,
      ),
    ).toBeUndefined()
    // All scores on one value: there is nothing beside it.
    expect(gatesBesideAtoms(new Float64Array(500), terms)).toBeUndefined()
  })

  it.each([{ alpha: 0.2 }, { alpha: 0.2, method: 'count' as const }])('cost fewer false alarms: %o', (asked) => {
    const rate = { beside: 0, usual: 0 }
    const runs = 8
    const design = { ...terms, ...asked, n0: 6000, nm: 6000 }
    for (let run = 0; run < runs; run++) {
      const aliens = 1200
      const { nominal, mixture } = drawRows(stopping, { n0: 6000, nm: 6000, aliens }, substream(22, 'power', run))
      const samples = prepare(nominal, mixture)
      const known = asked.method === 'count' ? { aliensAtMost: aliens } : { alpha: 0.2 }
      const issued = (gates?: readonly Gate[]): number =>
        certify({ samples, ...known, recall: 0.9, confidence: 0.95, gates }).falseAlarmRate
      rate.usual += issued() / runs
      rate.beside += issued(gatesBesideAtoms(trainingScores(stopping, run), design)) / runs
    }
    expect(rate.beside).toBeLessThan(rate.usual / 2)
  })

  const RUNS = thorough(100)
  const DELTA = 0.2

  /** How often a certificate is wrong where just more than eta of the aliens lie right below the atom, when it may spend `delta`. */
  function broken(delta: number): number {
    const law = atomAt(0.9, 0.97, ETA)
    const asked = { alpha: 0.5, recall: 1 - ETA, confidence: 1 - delta }
    let count = 0
    for (let run = 0; run < RUNS; run++) {
      const { nominal, mixture } = drawRows(law, { n0: 300, nm: 400, share: 0.5 }, substream(23, 'coverage', run))
      const gates = gatesBesideAtoms(trainingScores(law, run, 300), { ...asked, n0: 300, nm: 400 })
      if (law.missRate(certify({ samples: prepare(nominal, mixture), ...asked, gates }).tau) > ETA) count++
    }
    return count
  }

  it('keep the promise, and with more than delta they do not', () => {
    expect(broken(DELTA)).toBeLessThanOrEqual(allowedFailures(RUNS, DELTA))
    expect(broken(3 * DELTA)).toBeGreaterThan(allowedFailures(RUNS, DELTA))
  })
})
