import { certify, prepare, substream } from '@xenolith/core'
import { expect, it } from 'vitest'
import { outlookOf, priceOf } from '../src/app/screens/promise/forecast.ts'
import { curveOf } from '../src/app/worker/curve.ts'

const RUNS = 100
const [ALPHA, RECALL, CONFIDENCE] = [0.5, 0.9, 0.95]
const [PILOT, SEALED] = [1000, 2000]

it('the band of a forecast holds about 80 of 100 answers of the sealed rows', () => {
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
