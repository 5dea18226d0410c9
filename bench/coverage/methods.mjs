import { auditThreshold } from '../../packages/core/dist/certificates/audit/audit.js'
import { bandThreshold } from '../../packages/core/dist/certificates/bands/band-threshold.js'
import { dkwThreshold } from '../../packages/core/dist/certificates/bands/dkw.js'
import { theorem1Bands, theorem1Epsilon } from '../../packages/core/dist/certificates/bands/theorem1.js'
import { countPValue } from '../../packages/core/dist/certificates/count/count-test.js'
import { countScheduleFor } from '../../packages/core/dist/certificates/count/schedule.js'
import { exactPValueAt } from '../../packages/core/dist/certificates/exact/rank-test.js'
import { ALPHA_BEFOREHAND, scheduleFor } from '../../packages/core/dist/certificates/exact/schedule.js'
import { placeGates } from '../../packages/core/dist/certificates/placed-gates.js'
import { boundUnder } from '../../packages/core/dist/certificates/separation.js'
import { walkThreshold } from '../../packages/core/dist/certificates/walk/threshold.js'

/** So many of the mixture rows are labelled, at most. */
const LABELLED = 300

/** The certified threshold of each method, without the checks and reports around it. `sample`: mixture scores in their order, and which are alien; another draw as a pilot. */
export const methods = {
  exact: (samples, terms) => {
    const sizes = sizesOf(samples)
    return byExact(
      samples,
      terms,
      remembered(`exact ${key(terms, sizes)}`, () => scheduleFor({ ...terms, ...sizes })),
    )
  },
  'exact, placed gates': (samples, terms, { pilot }) => {
    const sizes = sizesOf(samples)
    const { alpha, eta, delta } = terms
    const gates = placeGates({ pilot: pilot(), alpha, recall: 1 - eta, confidence: 1 - delta, ...sizes })
    const { rate } = gates[0]
    const schedule = remembered(`placed ${rate} ${gates.length} ${key(terms, sizes)}`, () =>
      scheduleFor({ ...terms, ...sizes }, gates),
    )
    return byExact(samples, terms, schedule)
  },
  /** Half of delta on a bound on alpha: no alien in the lower half of the nominals. */
  separation: (samples, { eta, delta }) => {
    const sizes = sizesOf(samples)
    const { alpha, separation } = boundUnder(samples, { quantile: 0.5, rho: 0 }, delta)
    const terms = { alpha, eta, delta: delta - separation.delta }
    const schedule = remembered(`bound ${key({ ...terms, alpha: 0 }, sizes)}`, () =>
      scheduleFor({ ...terms, ...sizes, alpha: ALPHA_BEFOREHAND }),
    )
    return byExact(samples, terms, schedule)
  },
  count: (samples, { alpha, eta, delta }) => {
    const { n0, nm } = sizesOf(samples)
    const aliens = Math.max(1, Math.round(alpha * nm))
    const design = { aliens, eta, delta, n0, nm }
    const schedule = remembered(`count ${[aliens, eta, delta, n0, nm]}`, () => countScheduleFor(design))
    const pValue = pValues(`count ${[aliens, eta, n0, nm]}`, (k, bm) => countPValue({ k, n0, bm, nm, aliens, eta }))
    return walkThreshold(samples, schedule, pValue).tau
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

const sizesOf = (samples) => ({ n0: samples.nominal.length, nm: samples.mixture.length })
const key = ({ alpha, eta, delta }, { n0, nm }) => `${[alpha, eta, delta, n0, nm]}`

function byExact(samples, { alpha, eta, delta }, schedule) {
  const { n0, nm } = sizesOf(samples)
  const pValue = pValues(`exact ${[alpha, eta, delta, n0, nm]}`, (k, bm, level) =>
    exactPValueAt({ k, n0, bm, nm, alpha, eta }, level),
  )
  return walkThreshold(samples, schedule, pValue).tau
}

/** P-values are a matter of rank and count: each is worked out once. */
function pValues(design, pValue) {
  const known = remembered(`p ${design}`, () => new Map())
  return (k, bm, level) => {
    const place = `${k} ${bm} ${level}`
    let p = known.get(place)
    if (p === undefined) known.set(place, (p = pValue(k, bm, level)))
    return p
  }
}

const memory = new Map()
function remembered(key, make) {
  if (!memory.has(key)) memory.set(key, make())
  return memory.get(key)
}
