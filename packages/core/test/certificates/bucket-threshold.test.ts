import fc from 'fast-check'
import { expect, test } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare } from '../../src/cdf/samples.js'
import { threshold, thresholdOf } from '../../src/certificates/algorithm1/algorithm1.js'
import { bucketThreshold } from '../../src/certificates/algorithm1/bucket-threshold.js'
import { substream } from '../../src/numeric/random.js'

const sorts: Record<string, fc.Arbitrary<number>> = {
  doubles: fc.double({ min: -1e3, max: 1e3, noNaN: true }),
  ties: fc.integer({ min: -3, max: 3 }),
  zeros: fc.constantFrom(0, -0, 1, -1),
  'far outliers': fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(1e300, -1e300)),
  'neighbouring doubles': fc.integer({ min: 0, max: 40 }).map((k) => 1 + k * 2 ** -52),
}

for (const [name, value] of Object.entries(sorts)) {
  test(`buckets find what walking down sorted scores finds: ${name}`, () => {
    const sample = fc.array(value, { minLength: 1, maxLength: 80 })
    const alpha = fc.constantFrom(1e-9, 0.01, 0.1, 0.5, 0.9, 1)
    const q = fc.constantFrom(0, 1e-6, 0.05, 0.3, 0.95)
    fc.assert(
      fc.property(sample, sample, alpha, q, (nominal, mixture, a, level) => {
        const found = bucketThreshold(nominal, mixture, a, level, 1)
        if (found === undefined) return
        const { tau, falseAlarmRate, alarmRate } = thresholdOf(prepare(nominal, mixture), { alpha: a, q: level })
        expect(found.tau).toBe(tau)
        expect(found.falseAlarms / nominal.length).toBe(falseAlarmRate)
        expect(found.alarms / mixture.length).toBe(alarmRate)
      }),
      { numRuns: thorough(120) },
    )
  })
}

test('a single value, or a range beyond the doubles, is left to sorting', () => {
  expect(bucketThreshold([2, 2], [2], 0.5, 0.1, 1)).toBeUndefined()
  expect(bucketThreshold([-1.7e308, 1.7e308], [0], 0.5, 0.1, 1)).toBeUndefined()
})

test('many scores take the way of the buckets, to the same threshold', () => {
  const random = substream(7, 'scores')
  const nominal = Float64Array.from({ length: 30_000 }, () => random.normal())
  const mixture = Float64Array.from({ length: 20_000 }, (_, i) => random.normal() + (i % 8 === 0 ? 2.5 : 0))
  for (const alpha of [0.02, 0.125, 0.5]) {
    for (const q of [0, 0.05, 0.5]) {
      const sorted = thresholdOf(prepare(nominal, mixture), { alpha, q })
      expect(threshold({ nominal, mixture, alpha, q })).toEqual(sorted)
      expect(bucketThreshold(nominal, mixture, alpha, q)?.tau).toBe(sorted.tau)
    }
  }
})
