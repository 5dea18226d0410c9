import type { Random } from '../numeric/random.js'
import { mixtureSteps, patraSenDistance, patraSenMemory } from './patra-sen.js'
import { resample } from './resample.js'

/**
 * Samples like the two given, from the model that an estimate of alpha stands for: nominals from the nominal sample, the
 * mixture from (1 - alpha) times it plus alpha times the isotonised alien CDF. A mixture resampled as it is would carry its
 * own noise once more, and estimators that look for the extreme of a curve take noise for aliens. Ascending samples.
 */
export function modelSamples(
  nominal: Float64Array,
  mixture: Float64Array,
  alpha: number,
): (random: Random) => [nominal: Float64Array, mixture: Float64Array] {
  const steps = mixtureSteps(nominal, mixture)
  const memory = patraSenMemory(mixture.length)
  patraSenDistance(steps, alpha, memory)
  const rise = new Float64Array(steps.distinct)
  memory.fitInto(rise, 0, alpha)
  const valueAt = (step: number): number => mixture[steps.atMost[step] - 1]
  const top = rise[steps.distinct - 1]
  return (random) => {
    const drawn = new Float64Array(mixture.length)
    for (let i = 0; i < drawn.length; i++) {
      const alien = top > 0 && random.float() < alpha
      drawn[i] = alien ? valueAt(firstAbove(rise, top * random.float())) : nominal[random.below(nominal.length)]
    }
    return [resample(nominal, random), drawn.sort()]
  }
}

/** The first place of an ascending array whose value is above x; the last place if there is none. */
function firstAbove(ascending: Float64Array, x: number): number {
  let low = 0
  let high = ascending.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle] > x) high = middle
    else low = middle + 1
  }
  return low
}
