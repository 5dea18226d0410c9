import { expect, it } from 'vitest'
import { prepare } from '../../src/cdf/samples.js'
import { bandLevel, theorem1Epsilon } from '../../src/certificates/bands/theorem1.js'
import { scheduleFor } from '../../src/certificates/exact/schedule.js'
import { exactThreshold } from '../../src/certificates/exact/threshold.js'
import { separationPValue } from '../../src/certificates/separation-bound.js'
import { substream } from '../../src/numeric/random.js'

it('the p-value of a separation with two mixture rows below is a second moment of the beta law', () => {
  for (const [k, n0, a, rho] of [
    [3, 9, 0.2, 0],
    [5, 9, 0.4, 0.25],
    [10, 19, 0.1, 0.5],
  ]) {
    const share = 1 - a * (1 - rho)
    const exact = (share * share * k * (k + 1)) / ((n0 + 1) * (n0 + 2))
    const p = separationPValue({ k, n0, below: 2, nm: 2, rho }, a)
    expect(p).toBeGreaterThanOrEqual(exact)
    expect(p).toBeLessThan(1.01 * exact)
  }
})

it('the level of each of the two bands of Theorem 1 is 1 - sqrt(1 - delta)', () => {
  for (const delta of [0.05, 0.5, 0.9]) {
    const level = 1 - Math.sqrt(1 - delta)
    expect(bandLevel(delta)).toBeCloseTo(level, 12)
    const epsilon = 3 * Math.sqrt(Math.log(2 / level) / 2000)
    expect(theorem1Epsilon(0.5, delta, 1000)).toBeCloseTo(epsilon, 12)
  }
})

it('tau is the largest score of the data below the nominal score of the certified rank', () => {
  const random = substream(8, 'tau')
  const nominal = Float64Array.from({ length: 200 }, () => random.normal())
  const mixture = Float64Array.from({ length: 400 }, (_, i) => random.normal() + (i % 2 ? 4 : 0))
  const design = { alpha: 0.5, eta: 0.3, delta: 0.2, n0: 200, nm: 400 }
  const { tau, rank } = exactThreshold({ ...design, samples: prepare(nominal, mixture), schedule: scheduleFor(design) })
  const value = nominal.toSorted()[rank! - 1]
  expect(tau).toBe(Math.max(...[...nominal, ...mixture].filter((score) => score < value)))
})
