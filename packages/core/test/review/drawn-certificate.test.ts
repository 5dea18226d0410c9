import { describe, expect, it } from 'vitest'
import { nominalRanks } from '../../src/cdf/nominal-ranks.js'
import { normalCdf } from '../../src/numeric/normal.js'
import { substream } from '../../src/numeric/random.js'
import { certifyDrawn, type DrawnInput } from '../../src/review/drawn-certificate.js'
import { allowedFailures } from '../certificates/coverage.js'

const ranks = nominalRanks(Float64Array.from({ length: 999 }, (_, i) => (i - 500) / 200))
const SEPARATION = 3

function draw(run: number, size = 300): Pick<DrawnInput, 'scores' | 'verdicts'> {
  const random = substream(4, 'drawn', run)
  const verdicts = Array.from({ length: size }, () =>
    random.float() < 0.3 ? ('alien' as const) : ('nominal' as const),
  )
  return { verdicts, scores: verdicts.map((v) => (v === 'alien' ? SEPARATION : 0) + random.normal()) }
}
const terms = { recall: 0.8, confidence: 0.8, attempt: 1, ranks }

describe('a certificate from a draw', () => {
  it('spends delta once over all attempts', () => {
    let sum = 0
    for (let attempt = 1; attempt <= 20_000; attempt++) sum += 1 / attempt ** 2
    const spent = (attempt: number): number => {
      const { threshold, alpha } = certifyDrawn({ ...draw(1), ...terms, attempt }).spent
      return threshold + alpha
    }
    expect(spent(3)).toBeCloseTo(spent(1) / 9, 12)
    expect(spent(1) * sum).toBeLessThanOrEqual(0.2)
    expect(spent(1) * sum).toBeGreaterThan(0.1999)
  })

  /** How often one of the first three draws of a stream is certified and broken. */
  const broken = (attempt: (j: number) => number, miss = 0): number => {
    let count = 0
    for (let run = 0; run < 300; run++) {
      const wrong = [1, 2, 3].some((j) => {
        const { tau } = certifyDrawn({ ...draw(10 * run + j), ...terms, attempt: attempt(j) })
        return normalCdf(tau + miss - SEPARATION) > 0.2
      })
      if (wrong) count++
    }
    return count
  }

  it('is broken in at most delta of the streams, three draws looked at; twin: a threshold a little higher is not', () => {
    expect(broken((j) => j)).toBeLessThanOrEqual(allowedFailures(300, 0.2))
    expect(broken((j) => j, 0.3)).toBeGreaterThan(allowedFailures(300, 0.2))
  })

  it('takes the worst of unsure rows, and refuses what too few aliens carry', () => {
    const { scores, verdicts } = draw(2)
    const sure = certifyDrawn({ scores, verdicts, ...terms })
    const doubted = verdicts.map((v, i) => (i % 10 === 0 ? ('unsure' as const) : v))
    const unsure = certifyDrawn({ scores, verdicts: doubted, ...terms })
    expect(unsure.tau).toBeLessThanOrEqual(sure.tau)
    expect(unsure.alpha).toBeGreaterThanOrEqual(sure.alpha)
    expect(sure.falseAlarmRateUpper).toBeGreaterThan(sure.falseAlarmRate)
    const few = { scores: scores.slice(0, 5), verdicts: verdicts.slice(0, 5), ...terms, recall: 0.99 }
    expect(() => certifyDrawn(few)).toThrow(expect.objectContaining({ code: 'not-certifiable' }))
    expect(() => certifyDrawn({ scores, verdicts: [], ...terms })).toThrow(/verdicts/)
    expect(() => certifyDrawn({ scores, verdicts, ...terms, attempt: 0 })).toThrow(/attempt/)
  })
})
