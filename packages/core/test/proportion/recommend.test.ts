import { describe, expect, it } from 'vitest'
import type { Estimate, EstimatorName, Refusal } from '../../src/proportion/estimator.js'
import { recommend } from '../../src/proportion/recommend.js'

function estimate(name: EstimatorName, alpha: number, upper?: number): Estimate {
  return { name, alpha, interval: upper === undefined ? null : [alpha / 2, upper], guarantee: false }
}
function refusal(name: EstimatorName): Refusal {
  return { name, alpha: null, reason: 'no rows' }
}

describe('the recommended estimate', () => {
  it('is bt-patrasen where it agrees with c-ps and c-roc', () => {
    const all = [
      estimate('storey', 0.9),
      estimate('c-roc', 0.09),
      estimate('bt-patrasen', 0.12, 0.2),
      estimate('c-ps', 0.1),
    ]
    expect(recommend(all)).toMatchObject({ name: 'bt-patrasen', alpha: 0.12, upper: 0.2, agreed: true })
  })

  it.each([
    ['c-ps', 0.12, 0.06, 0.12],
    ['c-roc', 0.12, 0.12, 0.06],
  ])('is c-roc where %s is elsewhere', (_, a, ps, roc) => {
    const all = [estimate('bt-patrasen', a), estimate('c-ps', ps), estimate('c-roc', roc, 0.3)]
    expect(recommend(all)).toMatchObject({ name: 'c-roc', alpha: roc, upper: 0.3, agreed: false })
  })

  it('is in the middle of those that agree, where the three do not but most of all do', () => {
    const all = [
      estimate('bt-patrasen', 0.301, 0.4),
      estimate('c-ps', 0.184),
      estimate('c-roc', 0.19, 0.25),
      estimate('roc', 0.195),
      estimate('spy', 0.186),
    ]
    const chosen = recommend(all)
    expect(chosen).toMatchObject({ name: 'c-roc', alpha: 0.19, upper: 0.25, agreed: true })
    expect(chosen!.reason).toBe('4 of 5 estimators agree (c-ps, spy, c-roc, roc); 1 differs')
    const outlier = recommend(all.map((one) => (one.name === 'c-roc' ? estimate('c-roc', 0.301) : one)))
    expect(outlier).toMatchObject({ name: 'spy', alpha: 0.186, agreed: true })
  })

  it('says what disagreement means', () => {
    const all = [estimate('bt-patrasen', 0.4), estimate('c-ps', 0.05), estimate('c-roc', 0.2), estimate('spy', 0.8)]
    const { name, agreed, reason } = recommend(all)!
    expect({ name, agreed }).toEqual({ name: 'c-roc', agreed: false })
    expect(reason).toBe('the estimators disagree (.050 to .800): c-roc, which may be far off; labels would settle it')
  })

  it('large estimates agree within a fifth, small ones within .05', () => {
    const agreed = (a: number, b: number): boolean =>
      recommend([estimate('bt-patrasen', a), estimate('c-ps', b), estimate('c-roc', b)])!.agreed
    expect(agreed(0.5, 0.4)).toBe(true)
    expect(agreed(0.5, 0.39)).toBe(false)
    expect(agreed(0.02, 0.07)).toBe(true)
    expect(agreed(0.02, 0.071)).toBe(false)
  })

  it('takes what there is when only scores were given, and nothing when there is nothing', () => {
    const alone = recommend([estimate('bt-patrasen', 0.2), refusal('c-ps'), refusal('c-roc')])
    expect(alone).toMatchObject({ name: 'bt-patrasen', upper: 0.2, agreed: false })
    expect(recommend([estimate('c-roc', 0.2), refusal('bt-patrasen')])).toMatchObject({ name: 'c-roc', agreed: false })
    expect(recommend([refusal('bt-patrasen'), estimate('spy', 0.3)])).toBeNull()
    expect(recommend([])).toBeNull()
  })

  it('never offers an upper end below the estimate', () => {
    expect(recommend([estimate('bt-patrasen', 0.2, 0.15)])).toMatchObject({ upper: 0.2 })
  })
})
