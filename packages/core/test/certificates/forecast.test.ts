import { describe, expect, it } from 'vitest'
import { thorough } from '../../../../tools/thorough.js'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import { certify } from '../../src/certificates/certify.js'
import { forecaster } from '../../src/certificates/forecast/forecast.js'
import { placeGates } from '../../src/certificates/placed-gates.js'
import { substream } from '../../src/numeric/random.js'

const CONFIDENCE = 0.95

interface Law {
  /** By how many deviations aliens score higher. */
  readonly separation: number
  readonly share: number
}
interface Case extends Law {
  readonly alpha: number
  readonly recall: number
  readonly pilot: number
  readonly sealed: number
}

const draw = ({ separation, share }: Law, rows: number, run: number, part: string): Samples => {
  const random = substream(run, `forecast ${part}`)
  const sample = (alien: number): Float64Array =>
    Float64Array.from({ length: rows }, () => (random.float() < alien ? separation : 0) + random.normal())
  return prepare(sample(0), sample(share))
}

/** How often the sealed rows answered outside of the middle of the rehearsals; a refusal is the dearest answer. */
function outside({ recall, alpha, pilot: few, sealed: many, ...law }: Case, runs: number, middle: number): number {
  let count = 0
  for (let run = 0; run < runs; run++) {
    const pilot = draw(law, few, run, 'pilot')
    const sealed = draw(law, many, run, 'sealed')
    const terms = { alpha, recall, confidence: CONFIDENCE, n0: many, nm: many }
    const { rates, refused } = forecaster({ pilot, alpha, n0: many, nm: many })(recall, CONFIDENCE)
    const gates = placeGates({ pilot, ...terms })
    const { certified, falseAlarmRate } = certify({ samples: sealed, alpha, recall, confidence: CONFIDENCE, gates })
    const all = rates.length / (1 - refused) || 1
    const at = (share: number): number => rates[Math.ceil(share * all) - 1] ?? 2
    const answer = certified ? falseAlarmRate : 2
    if (answer < at((1 - middle) / 2) || answer > at((1 + middle) / 2)) count++
  }
  return count
}

const RUNS = 20
/** More than these of 20, or of 200, have a chance below 1e-6 where one in five is outside. */
const LIMIT = thorough(RUNS) === RUNS ? 14 : 69

describe('eight of ten rehearsals hold at least about as many answers', () => {
  it.each<[string, Case]>([
    ['a good detector', { separation: 3.8, share: 0.3, alpha: 0.3, recall: 0.9, pilot: 500, sealed: 1000 }],
    ['a weak detector', { separation: 2, share: 0.4, alpha: 0.4, recall: 0.8, pilot: 500, sealed: 1000 }],
    ['a small pilot', { separation: 2.8, share: 0.3, alpha: 0.3, recall: 0.8, pilot: 100, sealed: 400 }],
    ['a share said too large', { separation: 2.8, share: 0.2, alpha: 0.3, recall: 0.8, pilot: 500, sealed: 1000 }],
  ])('of %s', (_, asked) => {
    expect(outside(asked, thorough(RUNS), 0.8)).toBeLessThanOrEqual(LIMIT)
  })

  it('and one of ten does not', () => {
    const asked = { separation: 3.4, share: 0.3, alpha: 0.3, recall: 0.8, pilot: 500, sealed: 1000 }
    expect(outside(asked, thorough(RUNS), 0.1)).toBeGreaterThan(LIMIT)
  })
})

describe('a forecast', () => {
  const pilot = draw({ separation: 3, share: 0.3 }, 600, 1, 'example')
  const at = forecaster({ pilot, alpha: 0.3, n0: 1000, nm: 1000 })

  it('is the same whenever it is asked, and for the same recall dearer with a larger share of aliens', () => {
    expect(forecaster({ pilot, alpha: 0.3, n0: 1000, nm: 1000 })(0.8, 0.95)).toEqual(at(0.8, 0.95))
    const worse = forecaster({ pilot, alpha: 0.45, n0: 1000, nm: 1000 })(0.8, 0.95)
    const middle = ({ rates }: { readonly rates: Float64Array }): number => rates[99] ?? 1
    expect(middle(worse)).toBeGreaterThan(2 * middle(at(0.8, 0.95)))
  })

  it('costs more for more recall, and ends in refusals', () => {
    const [little, more, all] = [at(0.6, 0.95), at(0.9, 0.95), at(0.999, 0.95)]
    expect(little.refused).toBeLessThan(0.05)
    expect(more.rates[20]).toBeGreaterThan(little.rates[20])
    expect(all.refused).toBeGreaterThan(0.9)
    expect([...more.rates]).toEqual([...more.rates].sort((a, b) => a - b))
  })
})
