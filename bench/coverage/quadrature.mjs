import { countPValue } from '../../packages/core/dist/certificates/count/count-test.js'
import { countScheduleFor } from '../../packages/core/dist/certificates/count/schedule.js'
import { exactPValue } from '../../packages/core/dist/certificates/exact/rank-test.js'
import { scheduleFor } from '../../packages/core/dist/certificates/exact/schedule.js'
import { betaQuantile } from '../../packages/core/dist/numeric/beta.js'
import { binomialCdf, binomialPmf } from '../../packages/core/dist/numeric/binomial.js'
import { countLaw, exactLaw, worstError } from '../../packages/core/test/certificates/least-favourable.mjs'

const lib = { betaQuantile, binomialCdf, binomialPmf, countPValue, exactPValue }
const GRID = { points: 40, nodes: 30 }
/** Small designs, some with so much data for their delta that all gates are set up. */
const designs = [20, 40, 60].flatMap((n0) =>
  [40, 150].flatMap((nm) =>
    [0.1, 0.3].flatMap((eta) =>
      [0.5, 0.9].flatMap((alpha) => ({ n0, nm, eta, alpha, delta: eta === 0.1 ? 0.05 : 0.2 })),
    ),
  ),
)

/** For every design and both walks, the worst over u of the sum that the proof bounds by delta, over delta. */
export function* worstErrors() {
  for (const design of designs) {
    const { delta, alpha, nm } = design
    const exact = worstError(lib, exactLaw(lib, design, scheduleFor(design)), GRID)
    yield { method: 'exact', ratio: exact / delta, ...design }
    const counted = { ...design, aliens: Math.round(alpha * nm) }
    const count = worstError(lib, countLaw(lib, counted, countScheduleFor(counted)), GRID)
    yield { method: 'count', ratio: count / delta, ...design }
  }
}
