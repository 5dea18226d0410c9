import { describe, expect, it } from 'vitest'
import { prepare, type Samples } from '../../src/cdf/samples.js'
import type { AuditLabels } from '../../src/certificates/audit/labels.js'
import { certify } from '../../src/certificates/certify.js'
import { spentOnAlpha } from '../../src/certificates/exact/alpha-lower-bound.js'
import type { Question } from '../../src/certificates/method.js'
import { methodNames, methodOf } from '../../src/certificates/methods.js'
import { totalSpent } from '../../src/certificates/spent.js'
import { substream } from '../../src/numeric/random.js'
import { draw, normalLaw } from './coverage.js'

const designs = [
  { n0: 60, nm: 80, alpha: 0.5, eta: 0.3, delta: 0.2 },
  { n0: 400, nm: 900, alpha: 0.3, eta: 0.1, delta: 0.05 },
  { n0: 3000, nm: 3000, alpha: 0.5, eta: 0.15, delta: 0.1 },
  { n0: 2000, nm: 2500, alpha: 1, eta: 0.01, delta: 0.013 },
]

/** The first rows of the mixture, called alien above a score; so many that all routes of an audit have a share, or only few. */
function labels(samples: Samples, count: number): AuditLabels {
  const rows = Array.from({ length: count }, (_, i) => i)
  return { rows, verdicts: rows.map((row) => (samples.scoreOfRow!(row) > 1.5 ? 'alien' : 'nominal')) }
}

/** Every question that a method can be asked about a design. */
function questions(name: (typeof methodNames)[number], design: (typeof designs)[number], samples: Samples): Question[] {
  const { alpha, eta, delta } = design
  const { restsOn } = methodOf(name)
  if (restsOn === 'count') return [{ aliens: Math.round(alpha * design.nm), eta, delta }]
  if (name === 'exact')
    return [
      { alpha, eta, delta },
      { separation: { quantile: 0.5, rho: 0 }, eta, delta },
    ]
  if (restsOn === 'alpha') return [{ alpha, eta, delta }]
  return [10, Math.min(design.nm, 500)].flatMap((count) => [
    { eta, delta, audit: labels(samples, count) },
    { alpha, eta, delta, audit: labels(samples, count) },
  ])
}

describe.each(methodNames)('what %s spends', (name) => {
  it.each(designs)('adds up to delta: $n0 + $nm, delta $delta', (design) => {
    const { samples } = draw(normalLaw(3.5), design, 'spent', 0)
    for (const question of questions(name, design, samples)) {
      const { spent } = methodOf(name).prove(samples, question)
      for (const { level } of spent.parts) expect(level).toBeGreaterThan(0)
      // Exactly, but for the rounding of the sum itself.
      expect(Math.abs(totalSpent(spent) - design.delta)).toBeLessThanOrEqual(4 * Number.EPSILON * design.delta)
      expect(spent.falseAlarms).toBe(methodOf(name).falseAlarmsWithRecall ? null : design.delta)
    }
  })
})

it.each([3, 20, 1000, 10_001])('the lower bound on alpha spends delta over its ranks: n0 %d', (n0) => {
  const spent = spentOnAlpha(n0, 0.05)
  expect(totalSpent(spent)).toBeCloseTo(0.05, 15)
  expect(spent.parts.length).toBe(n0 > 200 ? 8 : new Set(spent.parts.map(({ what }) => what)).size)
})

it('is no part of the certificate', () => {
  const random = substream(1, 'plain')
  const nominal = Float64Array.from({ length: 100 }, () => random.normal())
  expect(certify({ nominal, mixture: nominal, alpha: 0.5, recall: 0.5, confidence: 0.9 })).not.toHaveProperty('spent')
  expect(prepare(nominal, nominal).worstGap).toBe(0)
})
