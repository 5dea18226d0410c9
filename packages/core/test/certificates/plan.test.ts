import { describe, expect, it } from 'vitest'
import { planAudit } from '../../src/certificates/audit/planning.js'
import { theorem1Epsilon, theorem1SampleSize, unequalEpsilon } from '../../src/certificates/bands/theorem1.js'
import { type PlanInput, plan } from '../../src/certificates/plan.js'
import { errorOf } from '../detectors/tables.js'

const goal = { alpha: 0.2, recall: 0.9, confidence: 0.95, method: 'theorem1' } as const
const codeOf = (change: Partial<PlanInput>): string => errorOf(() => plan({ ...goal, ...change })).code

describe('plan by Theorem 1', () => {
  it('names the sizes for a goal; q takes its part of the miss rate', () => {
    const n = theorem1SampleSize(0.2, 0.05, 0.1)
    const least = plan(goal)
    expect(least).toMatchObject({ n0: n, nm: n, feasible: true, method: 'theorem1' })
    const withQ = plan({ ...goal, q: 0.05 })
    expect(withQ.n0).toBe(theorem1SampleSize(0.2, 0.05, 0.05))
    for (const { q, epsilon } of [least, withQ]) expect(q! + epsilon!).toBeCloseTo(0.1, 14)
    expect([least.q, withQ.q].map((q) => q!.toFixed(4))).toEqual(['0.0000', '0.0500'])
  })

  it('names what sizes at hand buy; one size stands for both', () => {
    const both = plan({ ...goal, n0: 30_000, nm: 40_000 })
    expect(both).toMatchObject({ n0: 30_000, nm: 40_000, epsilon: theorem1Epsilon(0.2, 0.05, 30_000), feasible: true })
    expect(both.q).toBeCloseTo(0.1 - both.epsilon!, 12)
    expect(plan({ ...goal, nm: 500 })).toMatchObject({ n0: 500, nm: 500, feasible: false })
  })

  it('is feasible from its own sizes on', () => {
    const { n0 } = plan(goal)
    expect(plan({ ...goal, n0 }).feasible).toBe(true)
    expect(plan({ ...goal, n0: n0 - 1 }).feasible).toBe(false)
  })

  it('divides a budget at its best, to the row', () => {
    const { n0, nm, epsilon } = plan({ ...goal, budget: 50_000 })
    expect(n0 + nm).toBe(50_000)
    expect(epsilon).toBe(unequalEpsilon(0.2, 0.05, n0, nm).epsilon)
    for (const shift of [-500, 500]) {
      expect(unequalEpsilon(0.2, 0.05, n0 - shift, nm + shift).epsilon).toBeGreaterThan(epsilon!)
    }
    expect(plan({ ...goal, budget: 2 })).toMatchObject({ n0: 1, nm: 1 })
    expect(plan({ ...goal, alpha: 1, budget: 100 })).toMatchObject({ n0: 1, nm: 99 })
  })

  it('refuses goals, sizes and combinations that make no sense', () => {
    expect(codeOf({ alpha: 0 })).toBe('bad-alpha')
    expect(codeOf({ recall: 1 })).toBe('bad-recall')
    expect(codeOf({ confidence: Number.NaN })).toBe('bad-confidence')
    expect(codeOf({ q: 1 })).toBe('bad-q')
    expect(codeOf({ q: 0.1 })).toBe('bad-q')
    for (const n0 of [0, 1.5, Number.NaN]) expect(codeOf({ n0 })).toBe('bad-argument')
    expect(codeOf({ budget: 1 })).toBe('bad-argument')
    expect(codeOf({ budget: 100, n0: 50 })).toBe('bad-option')
    expect(codeOf({ method: 'guess' as never })).toBe('bad-option')
  })
})

describe('an audit that no number of rows makes possible', () => {
  it('is planned within the numbers that there are, and at once', () => {
    const aliens = planAudit(0.1, 0.1, 0.05).aliens
    expect(planAudit(5e-324, 0.1, 0.05)).toEqual({ aliens, labels: Number.MAX_SAFE_INTEGER })
    expect(planAudit(0.5, 5e-324, 5e-324).aliens).toBe(2 ** 52)
    expect(planAudit(1e-9, 1e-6, 1e-6).labels).toBeGreaterThan(1e15)
  })
})
