import { certify, prepare, substream } from '@xenolith/core'
import { expect, it } from 'vitest'
import { outlookOf, priceOf } from '../src/app/screens/promise/forecast.ts'
import { curveOf } from '../src/app/worker/curve.ts'

const RUNS = 100
const [ALPHA, RECALL, CONFIDENCE] = [0.5, 0.9, 0.95]
const [PILOT, SEALED] = [1000, 2000]

it('a pilot that happens to hold more aliens than were said makes no promise look cheap', () => {
  const [size, sealed] = [4000, { n0: 8000, nm: 8000 }]
  const at = (share: number) => {
    const random = substream(3, 'forecast share')
    const nominal = Float64Array.from({ length: size }, () => random.normal())
    const mixture = Float64Array.from({ length: size }, (_, i) => (i < share * size ? 3 : 0) + random.normal())
    const outlook = outlookOf(curveOf(prepare(nominal, mixture)), ALPHA, { n0: size, nm: size }, sealed)
    return priceOf(outlook, { recall: 0.9, confidence: CONFIDENCE })!.falseAlarmRate
  }
  const honest = at(ALPHA)
  expect(honest).toBeGreaterThan(0.02)
  // Two deviations of a draw of 4000.
  const lucky = at(ALPHA + 0.016)
  expect(lucky).toBeGreaterThan(honest / 1.25)
  expect(lucky).toBeLessThan(1.25 * honest)
})

it('the band of a forecast holds about 80 of 100 answers of the sealed rows where the detector is good', () => {
  let [below, above] = [0, 0]
  for (let run = 0; run < RUNS; run++) {
    const random = substream(run, 'forecast')
    const sample = (rows: number, alpha: number): Float64Array =>
      Float64Array.from({ length: rows }, () => (random.float() < alpha ? 3.8 : 0) + random.normal())
    const draw = (rows: number) => prepare(sample(rows, 0), sample(rows, ALPHA))
    const sizes = [PILOT, SEALED].map((rows) => ({ n0: rows, nm: rows }))
    const outlook = outlookOf(curveOf(draw(PILOT)), ALPHA, sizes[0], sizes[1])
    const price = priceOf(outlook, { recall: RECALL, confidence: CONFIDENCE })
    const { falseAlarmRate } = certify({ samples: draw(SEALED), alpha: ALPHA, recall: RECALL, confidence: CONFIDENCE })
    if (falseAlarmRate < price!.low) below++
    if (falseAlarmRate > price!.high) above++
  }
  // With a chance of .1 on either side, 28 or more of 100 come once in a million times; none, as of a band without end, once in 38,000.
  for (const outside of [below, above]) {
    expect(outside).toBeGreaterThan(0)
    expect(outside).toBeLessThan(28)
  }
})
