import { normalCdf, normalQuantile } from '../../numeric/normal.js'
import type { Design } from '../exact/start.js'
import type { WalkLaw } from '../observed.js'
import { chooseGates, normalMissRate, TYPICAL_SEPARATION } from '../walk/gates.js'
import { type CountDesign, countDeviation, countGateTask } from './design.js'

/** The chance that the certificate for a known number of aliens, alpha of the file, is issued at a false alarm rate of about 5 % or less. */
export function countPower(of: Design, separation: number = TYPICAL_SEPARATION): number {
  const design = counted(of)
  const { eta, delta } = design
  const [{ rate, share }] = chooseGates(countGateTask(design))
  const miss = normalMissRate(separation, rate)
  const hurdle = normalQuantile(1 - share * delta) * countDeviation(design, 1 - rate, eta)
  return normalCdf((eta - miss - hurdle) / countDeviation(design, 1 - rate, miss))
}

/** The law by which observed curves give this certificate's power. */
export const countLawByCurves: WalkLaw = {
  task: (design) => countGateTask(counted(design)),
  deviation: (design, rate, miss) => countDeviation(counted(design), 1 - rate, miss),
}

/** A share of the file as a number of its rows. */
function counted({ alpha, ...design }: Design): CountDesign {
  return { ...design, aliens: Math.max(1, Math.round(alpha * design.nm)) }
}
