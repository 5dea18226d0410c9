import { auditThreshold } from '../../packages/core/dist/certificates/audit/audit.js'
import { bandThreshold } from '../../packages/core/dist/certificates/bands/band-threshold.js'
import { dkwThreshold } from '../../packages/core/dist/certificates/bands/dkw.js'
import { theorem1Bands, theorem1Epsilon } from '../../packages/core/dist/certificates/bands/theorem1.js'
import { countScheduleFor } from '../../packages/core/dist/certificates/count/schedule.js'
import { countThreshold } from '../../packages/core/dist/certificates/count/threshold.js'
import { scheduleFor } from '../../packages/core/dist/certificates/exact/schedule.js'
import { exactThreshold } from '../../packages/core/dist/certificates/exact/threshold.js'

/** So many of the mixture rows are labelled, at most. */
const LABELLED = 300

/** The certified threshold of each method, without the checks and reports around it. `rows`: mixture scores in their order, and which are alien. */
export const methods = {
  exact: (samples, { alpha, eta, delta }) => {
    const [n0, nm] = [samples.nominal.length, samples.mixture.length]
    const schedule = remembered(`exact ${[alpha, eta, delta, n0, nm]}`, () =>
      scheduleFor({ alpha, eta, delta, n0, nm }),
    )
    return exactThreshold({ samples, alpha, eta, schedule }).tau
  },
  count: (samples, { alpha, eta, delta }) => {
    const [n0, nm] = [samples.nominal.length, samples.mixture.length]
    const aliens = Math.max(1, Math.round(alpha * nm))
    const design = { aliens, eta, delta, n0, nm }
    const schedule = remembered(`count ${[aliens, eta, delta, n0, nm]}`, () => countScheduleFor(design))
    return countThreshold({ samples, aliens, eta, schedule }).tau
  },
  dkw: (samples, terms) => dkwThreshold(samples, terms)?.tau ?? Number.NEGATIVE_INFINITY,
  theorem1: (samples, { alpha, eta, delta }) => {
    const [n0, nm] = [samples.nominal.length, samples.mixture.length]
    const q = eta - theorem1Epsilon(alpha, delta, Math.min(n0, nm))
    if (q < 0) return Number.NEGATIVE_INFINITY
    const { tau, plain } = bandThreshold(samples, { alpha, q }, theorem1Bands(delta, n0, nm))
    return tau < plain ? Number.NEGATIVE_INFINITY : tau
  },
  audit: (samples, { eta, delta }, { mixture, isAlien }) => {
    const labelled = Math.min(LABELLED, mixture.length)
    const alienScores = mixture
      .slice(0, labelled)
      .filter((_, i) => isAlien[i])
      .sort()
    return auditThreshold({ audit: { labelled, alienScores, unsureScores: new Float64Array(0) }, samples, eta, delta })
      .tau
  },
}

const memory = new Map()
function remembered(key, make) {
  if (!memory.has(key)) memory.set(key, make())
  return memory.get(key)
}
