import { IsotonicDistance } from '../numeric/isotonic-distance.js'

/*
 * The distance of Patra & Sen (J. R. Statist. Soc. B 78, 2016). If a share `a` of the mixture were alien, the aliens would
 * have the CDF (Fm - (1-a) F0) / a. The distance d(a) is a times the root mean square, over the mixture, between that and
 * its nearest CDF. It falls to about 0 as a rises to the smallest alpha that the samples allow.
 */

/** Both samples at the distinct values of the mixture, ascending. */
export interface MixtureSteps {
  readonly distinct: number
  /** How many of the mixture have this value, and how many this or a lower one. */
  readonly count: Float64Array
  readonly atMost: Float64Array
  /** How many nominals have this or a lower value. */
  readonly nominalAtMost: Float64Array
  readonly n0: number
  readonly nm: number
}

/** Ascending samples. */
export function mixtureSteps(nominal: Float64Array, mixture: Float64Array): MixtureSteps {
  const nm = mixture.length
  const count = new Float64Array(nm)
  const atMost = new Float64Array(nm)
  const nominalAtMost = new Float64Array(nm)
  let distinct = 0
  for (let i = 0, below = 0; i < nm; distinct++) {
    const from = i
    const value = mixture[i]
    while (i < nm && mixture[i] === value) i++
    while (nominal[below] <= value) below++
    count[distinct] = i - from
    atMost[distinct] = i
    nominalAtMost[distinct] = below
  }
  return { distinct, count, atMost, nominalAtMost, n0: nominal.length, nm }
}

/** Memory for the distances of samples of up to `nm` mixture scores. */
export function patraSenMemory(nm: number): IsotonicDistance {
  return new IsotonicDistance(nm)
}

/** d(a). Leaves the isotonic fit of a Fa, clipped to [0, a] by `fitInto`, in the memory. */
export function patraSenDistance(steps: MixtureSteps, a: number, memory: IsotonicDistance): number {
  const { distinct, count, atMost, nominalAtMost, n0, nm } = steps
  memory.clear()
  for (let j = 0; j < distinct; j++) memory.push(atMost[j] / nm - ((1 - a) * nominalAtMost[j]) / n0, count[j])
  return Math.sqrt(memory.sumOfSquares(0, a) / nm)
}
