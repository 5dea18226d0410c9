import { describe, expect, it } from 'vitest'
import { raiseAlarms } from '../../src/alarms/alarms.js'
import { errorOf } from '../detectors/tables.js'

describe('raiseAlarms', () => {
  it('alarms above the threshold, not at it', () => {
    const scores = Float64Array.of(0.1, 0.5, 0.5000000000000001, 0.9)
    expect([...raiseAlarms(scores, { tau: 0.5 })]).toEqual([0, 0, 1, 1])
  })

  it('alarms on everything when the threshold is -Infinity', () => {
    expect([...raiseAlarms(Float64Array.of(-1e308, 0), { tau: Number.NEGATIVE_INFINITY })]).toEqual([1, 1])
  })

  it('does not pass over a score that is none', () => {
    expect(errorOf(() => raiseAlarms(Float64Array.of(1, Number.NaN), { tau: 0 }))).toEqual({
      code: 'bad-scores',
      message: 'score 2 is not a number',
    })
  })
})
