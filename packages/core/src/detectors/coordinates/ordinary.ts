import { MISSING } from '../../data/table.js'
import type { Coordinates } from './coordinates.js'
import type { Scale } from './scale.js'

/** By feature: the training mean or median of a numeric one, the code of the commonest category of a categorical one. */
export function ordinaryValues({ scales, costs }: Coordinates): Float64Array {
  return Float64Array.from(costs, (cost, j) => {
    const commonest = cost.indexOf(cost.reduce((least, one) => Math.min(least, one)))
    const scale = scales[j]
    if (scale === null) return commonest < cost.length - 2 ? commonest : MISSING
    return commonest === 0 ? ordinaryNumber(scale) : Number.NaN
  })
}

function ordinaryNumber({ constant, low, unit, centre, knots, scores }: Scale): number {
  if (constant) return low
  const middle = scores.findIndex((score) => score >= 0)
  return knots.length > 0 ? knots[middle < 0 ? knots.length - 1 : middle] : low + centre * unit
}
