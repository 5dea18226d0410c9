import { normalCdf, normalQuantile } from '../../numeric/normal.js'
import type { Design } from '../exact/start.js'
import { chooseGates, normalMissRate, TYPICAL_SEPARATION } from '../walk/gates.js'
import { countDeviation, countGateTask } from './design.js'

/** The chance that the certificate for a known number of aliens, alpha of the file, is issued at a false alarm rate of about 5 % or less. */
export function countPower({ alpha, ...sizes }: Design, separation: number = TYPICAL_SEPARATION): number {
  const design = { ...sizes, aliens: Math.max(1, Math.round(alpha * sizes.nm)) }
  const { eta, delta } = design
  const [{ rate, share }] = chooseGates(countGateTask(design))
  const miss = normalMissRate(separation, rate)
  const hurdle = normalQuantile(1 - share * delta) * countDeviation(design, 1 - rate, eta)
  return normalCdf((eta - miss - hurdle) / countDeviation(design, 1 - rate, miss))
}
